import { readFile } from 'node:fs/promises'
import path from 'node:path'
import alias from '@rollup/plugin-alias'
import commonjs from '@rollup/plugin-commonjs'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import replace from '@rollup/plugin-replace'
import { transform } from 'esbuild'
import esbuild from 'rollup-plugin-esbuild'
import { envelopeSecret } from './tools/build/envelope-secret.mjs'
import { onlyUsed } from './tools/build/preact-router-exec.mjs'
import { importAgain, retryImports } from './tools/build/retry-imports.mjs'
import { shareEntry } from './tools/build/share-entry.mjs'
import { sourceDigest } from './tools/build/source-digest.mjs'

const cssTarget = ['chrome100', 'safari15.4', 'firefox101']

/** Style files become strings: they reach the page through adopted sheets. */
const cssText = {
  name: 'css-text',
  async load(id) {
    if (!id.endsWith('.css')) return null
    const { code } = await transform(await readFile(id, 'utf8'), { loader: 'css', minify: true, target: cssTarget })
    return { code: `export default ${JSON.stringify(code.trim())}`, map: null }
  }
}

const toPreact = alias({
  entries: [
    { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
    { find: 'react-dom/client', replacement: 'preact/compat/client' },
    { find: 'react-dom', replacement: 'preact/compat' },
    { find: /^react$/, replacement: 'preact/compat' }
  ]
})

/** nanostores counts on a property of the page's global object, for bundles loaded twice; ours is loaded once. */
const withoutGlobal = {
  name: 'without-global',
  transform(code, id) {
    if (!id.endsWith('nanostores/atom/index.js')) return null
    const [before, after] = code.split('globalThis.nanostoresGlobal ||= ')
    if (after === undefined) this.error('nanostores keeps its counter elsewhere now')
    return { code: before + after, map: null }
  }
}

const shared = secret => [
  onlyUsed,
  withoutGlobal,
  replace({
    preventAssignment: true,
    'process.env.NODE_ENV': JSON.stringify('production'),
    ENVELOPE_SECRET: JSON.stringify(secret)
  }),
  cssText,
  nodeResolve({ browser: true, extensions: ['.mjs', '.js', '.ts', '.tsx'] }),
  commonjs(),
  esbuild({ target: 'es2022', minify: true, jsx: 'automatic' })
]

const onwarn = warning => {
  if (warning.code === 'MODULE_LEVEL_DIRECTIVE') return
  throw new Error(`${warning.code}: ${warning.message}`)
}

/**
 * A chunk that imports a chunk costs the viewer a round trip: what several pages share travels with the entry where it
 * is needed at once, with the app or with the views, what a page shares with what comes later to it travels with the page.
 */
const chunks = {
  entry: /src\/core\/playback\/(play-answer|stored-settings)\.ts$/,
  sheet: /src\/views\/ui\/overlay\/(sheet|dialog-keys)\./,
  play: /src\/views\/player\/player-page\.tsx$/,
  opening:
    /widget\/chunks\/instant-start\.ts$|src\/(player\/instant-start\/instant-start|video\/(video-slot|source|fast-start|media-playlist))\.ts$/,
  campaign: /widget\/chunks\/campaign-theme\.ts$|src\/core\/campaign\/campaign(-storage)?\.ts$/,
  home: /src\/views\/(catalogue\/home-page\.tsx|ui\/(drama\/hero|list\/swiper)\.)/,
  views:
    /widget\/chunks\/views\.tsx$|src\/views\/(app\/use-page|ui\/(drama\/(poster|drama-card)|list\/(infinite-list|grid|smooth-scroll|pull-to-refresh))[^/]*\.tsx?$)|node_modules\/(preact|@nanostores\/react)\//,
  core: /widget\/chunks\/app\.ts$|src\/core\/(loading\/(loadable|paged-list)|ui\/infinite-scroll)\.ts$/
}

const together = entry => {
  /** What the entry cannot do without, what the app cannot, and what the views cannot. */
  const needed = { entry: new Set(), core: new Set(), views: new Set() }
  return (id, { getModuleInfo }) => {
    const reach = (module, name) => {
      if (Object.values(needed).some(modules => modules.has(module))) return
      needed[name].add(module)
      for (const imported of getModuleInfo(module).importedIds) reach(imported, name)
    }
    if (id.endsWith(entry)) {
      reach(id, 'entry')
      reach(path.resolve('widget/chunks/app.ts'), 'core')
      reach(path.resolve('widget/chunks/views.tsx'), 'views')
    }
    const isPart = name => chunks[name].test(id) || needed[name]?.has(id)
    return Object.keys(chunks).find(isPart) ?? null
  }
}

/** Files of texts are named after their language: their chunks get the name of their part in front. */
function chunkFileNames({ facadeModuleId }) {
  const [, part] = /locales\/([^/]+)\/[^/]+$/.exec(facadeModuleId ?? '') ?? []
  return part ? `chunks/${part}-[name]-[hash].js` : 'chunks/[name]-[hash].js'
}

const output = (dir, entry) => ({
  dir,
  format: 'es',
  manualChunks: together(entry),
  chunkFileNames,
  entryFileNames: '[name].js'
})

export default async () => {
  const secret = await envelopeSecret()
  const build = await sourceDigest([
    'contract',
    'src',
    'widget',
    'locales',
    'tools/build',
    'rollup.config.mjs',
    'package-lock.json'
  ])
  return [
    {
      input: { 'drama-app': 'widget/drama-app.ts' },
      plugins: [
        toPreact,
        ...shared(secret),
        retryImports,
        shareEntry({ entry: 'drama-app.js', gates: ['core', 'views', 'opening'], build })
      ],
      output: { ...output('dist/cdn', 'widget/drama-app.ts'), intro: importAgain({ build }) },
      onwarn
    },
    {
      input: { index: 'widget/react.tsx' },
      external: [/^react(-dom)?($|\/)/],
      plugins: shared(secret),
      output: output('dist/react', 'widget/react.tsx'),
      onwarn
    }
  ]
}

/** The element for bundlers of hosts: relative imports that each of them follows. */
export const packageConfig = async dir => ({
  input: { index: 'widget/npm.ts' },
  // What its chunks want of one another is nobody else's to import.
  preserveEntrySignatures: 'strict',
  plugins: [toPreact, ...shared(await envelopeSecret())],
  output: output(dir, 'widget/npm.ts'),
  onwarn
})
