export function manifestOf({ name, version, description, license }) {
  return {
    name,
    version,
    description,
    license,
    keywords: ['video', 'streaming', 'short-drama', 'custom-element', 'web-component', 'react', 'hls'],
    type: 'module',
    main: './index.js',
    types: './types/drama-app.d.ts',
    typesVersions: { '*': { react: ['./types/react.d.ts'] } },
    unpkg: './cdn/drama-app.js',
    jsdelivr: './cdn/drama-app.js',
    customElements: './manifest/custom-elements.json',
    'web-types': './manifest/web-types.json',
    exports: {
      '.': { types: './types/drama-app.d.ts', default: './index.js' },
      './react': { types: './types/react.d.ts', default: './react/index.js' },
      './vue': { types: './types/vue.d.ts', default: './index.js' },
      './svelte': { types: './types/svelte.d.ts', default: './index.js' },
      './preact': { types: './types/preact.d.ts', default: './index.js' },
      './manifest/*': './manifest/*',
      './cdn/*': './cdn/*',
      './package.json': './package.json'
    },
    // Importing the package defines the element.
    sideEffects: true,
    files: ['index.js', 'chunks', 'react', 'cdn', 'types', 'manifest'],
    peerDependencies: { react: '^19.0.0', 'react-dom': '^19.0.0' },
    peerDependenciesMeta: { react: { optional: true }, 'react-dom': { optional: true } }
  }
}
