// Who may import whom. Type imports count, lazy imports too; cycles are looked for in everything but lazy imports.

/** What each layer may import besides itself; anything else of ours is forbidden. */
const layers = {
  contract: [],
  locales: [],
  'src/core': ['contract', 'locales'],
  'src/dom': [],
  'src/video': ['contract', 'src/dom'],
  'src/player': ['contract', 'locales', 'src/core', 'src/video', 'src/dom'],
  'src/views': ['contract', 'locales', 'src/core', 'src/player', 'src/dom'],
  widget: ['src/core', 'src/dom', 'src/player', 'src/views'],
  server: ['contract'],
  demo: [],
  /** Types of the server’s actions only, from which the client is made. */
  console: ['contract', 'locales', 'src/core', 'server', 'demo/host']
}

/** Packages that one file alone imports. */
const owners = {
  'hls.js': 'src/video/hls-engine.ts',
  redaxios: 'src/core/request/send.ts',
  'crypto-js': 'src/core/request/cipher-fallback.ts',
  'preact-router': 'src/core/router/route-match.ts',
  qr: 'src/views/account/qr-code.tsx'
}

const ours = `^(${Object.keys(layers)
  .map(layer => layer.split('/')[0])
  .join('|')}|test|tools)/`
const under = folders => `^(${folders.join('|')})/`

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...Object.entries(layers).map(([layer, allowed]) => ({
      name: `layer-${layer}`,
      severity: 'error',
      from: { path: under([layer]) },
      to: { path: ours, pathNot: under([layer, ...allowed]) }
    })),
    {
      name: 'no-cycle',
      comment: 'core/app.ts has interfaces only and is the one hub.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { pathNot: '^src/core/app\\.ts$', dependencyTypesNot: ['dynamic-import'] } }
    },
    {
      name: 'browser-takes-types-of-the-contract',
      severity: 'error',
      from: { path: under(['src', 'widget']) },
      to: { path: under(['contract']), dependencyTypesNot: ['type-only'] }
    },
    {
      name: 'console-takes-types-of-actions',
      severity: 'error',
      from: { path: under(['console']) },
      to: { path: under(['server', 'contract']), dependencyTypesNot: ['type-only'] }
    },
    {
      name: 'one-file-of-the-console-knows-the-server',
      severity: 'error',
      from: { path: under(['console']), pathNot: '^console/api/action-types\\.ts$' },
      to: { path: under(['server']) }
    },
    {
      name: 'no-react-below-views',
      severity: 'error',
      from: { path: under(['src/core', 'src/dom', 'src/video', 'src/player', 'server', 'contract']) },
      to: { path: 'node_modules/(react|preact|react-dom)/', dependencyTypesNot: ['type-only'] }
    },
    ...Object.entries(owners).map(([name, owner]) => ({
      name: `only-one-file-imports-${name}`,
      severity: 'error',
      from: { pathNot: `^${owner}$|\\.d\\.ts$|^(test|tools)/` },
      to: { path: `node_modules/${name}/` }
    }))
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] }
  }
}
