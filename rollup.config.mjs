import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import alias from '@rollup/plugin-alias'
import commonjs from '@rollup/plugin-commonjs'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import replace from '@rollup/plugin-replace'
import { transform } from 'esbuild'
import esbuild from 'rollup-plugin-esbuild'
import { esbuildTarget, LOADER_SYNTAX } from './tools/build/browser-support/oldest-browsers.mjs'
import { chunkRegistry } from './tools/build/chunk-registry.mjs'
import { groupConsoleChunks } from './tools/build/console-groups.mjs'
import { consoleImports } from './tools/build/console-imports.mjs'
import { consolePreloads } from './tools/build/console-preloads.mjs'
import { envelopeSecret } from './tools/build/envelope-secret.mjs'
import { isMantineStyles, selectMantineStyles } from './tools/build/mantine-styles.mjs'
import { preactRouterExec } from './tools/build/preact-router-exec.mjs'
import { sourceDigest } from './tools/build/source-digest.mjs'

/** Imports style files as strings, because the app adopts them as constructed style sheets. */
const cssText = {
  name: 'css-text',
  async load(id) {
    if (!id.endsWith('.css')) return null
    const { code } = await transform(await readFile(id, 'utf8'), { loader: 'css', minify: true, target: esbuildTarget })
    return { code: `export default ${JSON.stringify(code.trim())}`, map: null }
  }
}

export const preactAliases = {
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  react: 'preact/compat'
}
const toPreact = alias({
  entries: Object.entries(preactAliases).map(([name, replacement]) => ({ find: new RegExp(`^${name}$`), replacement }))
})

/** Replaces a text in one file of a package. The build fails if the text is missing. */
const replaceIn = (file, text, replacement) => ({
  name: 'replace-in',
  transform(code, id) {
    if (!id.endsWith(file)) return null
    if (!code.includes(text)) this.error(`${file} no longer contains ${text}`)
    return { code: code.replace(text, replacement), map: null }
  }
})

const shared = secret => [
  preactRouterExec,
  // Browsers without class fields must parse the script tag, see `oldSyntax`.
  replaceIn(
    '@r2wc/core/dist/core.js',
    '[y] = !0;\n    [h];\n    [p] = {};\n    container;\n    constructor() {\n      super(),',
    'constructor() {\n      super(), this[y] = !0, this[p] = {},'
  ),
  // crypto-js requires Node's crypto module, which bundlers of host pages cannot resolve.
  replaceIn('crypto-js/core.js', "if (!crypto && typeof require === 'function')", 'if (false)'),
  // nanostores stores a counter on the global object for pages that load it twice. The app loads it only once.
  replaceIn('nanostores/atom/index.js', 'globalThis.nanostoresGlobal ||= ', ''),
  replace({
    preventAssignment: true,
    'process.env.NODE_ENV': JSON.stringify('production'),
    ENVELOPE_SECRET: JSON.stringify(secret)
  }),
  cssText,
  nodeResolve({ browser: true, extensions: ['.mjs', '.js', '.ts', '.tsx'] }),
  commonjs(),
  // Leaves characters unescaped, because module scripts are always decoded as UTF-8.
  esbuild({ target: esbuildTarget, minify: true, jsx: 'automatic', charset: 'utf8' })
]

/** Lets browsers that are too old for the app parse what says so. */
const oldSyntax = {
  name: 'old-syntax',
  async renderChunk(code, chunk) {
    if (!chunk.isEntry && chunk.facadeModuleId !== path.resolve('widget/chunks/old-browser.ts')) return null
    const result = await transform(code, { target: LOADER_SYNTAX, format: 'esm', minify: true, charset: 'utf8' })
    return { code: result.code.trim(), map: null }
  }
}

const onwarn = warning => {
  if (warning.code === 'MODULE_LEVEL_DIRECTIVE') return
  throw new Error(`${warning.code}: ${warning.message}`)
}

/**
 * Each group is one chunk: its modules with all their imports, without those of earlier groups. Rollup's own chunking
 * needs 42 files for Home instead of 6, and a fifth more bytes.
 */
const groups = {
  loader: ['src/core/playback/play-response.ts', 'src/core/playback/stored-settings.ts'],
  'instant-start': ['widget/chunks/instant-start.ts'],
  app: ['widget/chunks/app.ts', 'src/core/loading/loadable.ts', 'src/core/loading/paged-list.ts'],
  views: [
    'widget/chunks/views.tsx',
    'src/views/app/use-page-model.ts',
    'src/views/ui/drama/drama-card.tsx',
    // The player needs it too, and must not load Home.
    'src/views/ui/list/prefers-reduced-motion.ts'
  ],
  campaign: ['widget/chunks/campaign-theme.ts'],
  home: ['src/views/catalogue/home-page.tsx'],
  deferred: [
    'src/views/app/overlays.tsx',
    'src/views/catalogue/home-deferred.ts',
    'src/views/ui/list/swiper-autoplay.ts',
    'src/views/ui/list/smooth-scroll.ts',
    'src/core/loading/error-message.ts',
    'src/core/request/extended-request.ts',
    'src/core/library/favorites.ts',
    'src/core/ui/image-preview.ts',
    'src/core/format/price-and-date-format.ts',
    'src/views/ui/icon/action-icon.tsx'
  ],
  play: ['src/views/player/player-page.tsx'],
  sheet: ['src/views/ui/overlay/sheet.tsx', 'src/views/ui/overlay/sheet.css']
}

/** The entry and its imports belong to the first group, `loader`. */
function groupChunks(entry) {
  const groupOf = new Map()
  return (id, { getModuleInfo }) => {
    const add = (module, group) => {
      if (groupOf.has(module)) return
      groupOf.set(module, group)
      const info = getModuleInfo(module)
      if (!info) throw new Error(`the group ${group} names ${module}, which is not in the bundle`)
      for (const imported of info.importedIds) add(imported, group)
    }
    if (groupOf.size === 0) {
      add(path.resolve(entry), 'loader')
      for (const [group, modules] of Object.entries(groups)) {
        for (const module of modules) add(path.resolve(module), group)
      }
    }
    return groupOf.get(id)
  }
}

/** Puts the folder name before text chunks, because their files are named only after a language. */
function chunkFileNames({ facadeModuleId }) {
  const [, part] = /locales\/([^/]+)\/[^/]+$/.exec(facadeModuleId ?? '') ?? []
  return part ? `chunks/${part}-[name]-[hash].js` : 'chunks/[name]-[hash].js'
}

const output = (dir, entry) => ({
  dir,
  format: 'es',
  manualChunks: groupChunks(entry),
  chunkFileNames,
  entryFileNames: '[name].js'
})

export default async ({ dist = 'dist' } = {}) => {
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
        chunkRegistry({
          awaited: ['instant-start', 'app', 'views'],
          build: build.slice(0, 12)
        }),
        ...shared(secret),
        oldSyntax
      ],
      output: output(`${dist}/cdn`, 'widget/drama-app.ts'),
      onwarn
    },
    {
      input: { index: 'widget/react.tsx' },
      external: [/^react(-dom)?($|\/)/],
      plugins: shared(secret),
      // Frameworks that render components on the server would otherwise never load the element in the browser.
      output: {
        ...output(`${dist}/react`, 'widget/react.tsx'),
        banner: ({ isEntry }) => (isEntry ? "'use client'" : '')
      },
      onwarn
    }
  ]
}

/** One file of all styles, in the order of their imports. `file` has a `fileName`, or a `name` that gets a hash. */
function cssFile(file) {
  const styles = new Map()
  return {
    name: 'css-file',
    async transform(code, id) {
      if (!id.endsWith('.css')) return null
      styles.set(id, (await transform(code, { loader: 'css', minify: true, target: esbuildTarget })).code)
      return { code: '', map: null, moduleSideEffects: true }
    },
    async generateBundle(_, bundle) {
      const seen = new Set()
      const ordered = []
      const visit = id => {
        if (seen.has(id)) return
        seen.add(id)
        const { importedIds, dynamicallyImportedIds } = this.getModuleInfo(id)
        for (const imported of [...importedIds, ...dynamicallyImportedIds]) visit(imported)
        ordered.push(id)
      }
      for (const id of this.getModuleIds()) if (this.getModuleInfo(id).isEntry) visit(id)
      const moduleIds = Object.values(bundle).flatMap(chunk => Object.keys(chunk.modules ?? {}))
      const mantine = ordered.find(isMantineStyles)
      if (mantine !== undefined) {
        const { code } = await transform(await selectMantineStyles(moduleIds), {
          loader: 'css',
          minify: true,
          target: esbuildTarget
        })
        styles.set(mantine, code)
      }
      const source = ordered.flatMap(id => styles.get(id) ?? []).join('')
      this.emitFile({ type: 'asset', ...file, source })
    }
  }
}

/** The React 19 page of `demo/host`, on the built React entry. */
export const hostPageConfig = (dist = 'dist') => ({
  input: { main: 'demo/host/main.tsx' },
  plugins: [
    alias({ entries: [{ find: 'drama-app/react', replacement: path.resolve(`${dist}/react/index.js`) }] }),
    replace({ preventAssignment: true, 'process.env.NODE_ENV': JSON.stringify('production') }),
    cssFile({ fileName: 'main.css' }),
    nodeResolve({ browser: true, extensions: ['.mjs', '.js', '.ts', '.tsx'] }),
    commonjs(),
    esbuild({ target: esbuildTarget, minify: true, jsx: 'automatic', charset: 'utf8' })
  ],
  output: { dir: `${dist}/host`, format: 'es', chunkFileNames: 'chunks/[name]-[hash].js' },
  onwarn
})

/** Writes `index.html`, with the addresses of the two entries and of the styles. */
const consolePage = {
  name: 'console-page',
  async generateBundle(_, bundle) {
    const files = Object.values(bundle)
    const entryOf = name => files.find(file => file.type === 'chunk' && file.isEntry && file.name === name)
    const style = files.find(file => file.type === 'asset' && file.fileName.endsWith('.css'))
    const template = await readFile('console/index.html', 'utf8')
    const source = template
      .replace('%START%', `/console/${entryOf('start').fileName}`)
      .replace('%SCRIPT%', `/console/${entryOf('console').fileName}`)
      .replace('%STYLE%', `/console/${style.fileName}`)
    this.emitFile({ type: 'asset', fileName: 'index.html', source })
  }
}

/** Styles of a lazy chunk, which it adopts: `import styles from 'package/styles.css?text'`. */
const cssTextOfChunk = {
  name: 'css-text-of-chunk',
  async resolveId(source, importer) {
    if (!source.endsWith('.css?text')) return null
    const { id } = await this.resolve(source.replace(/\?text$/, ''), importer, { skipSelf: true })
    return `\0${id}?text`
  },
  async load(id) {
    const [, file] = /^\0(.*\.css)\?text$/.exec(id) ?? []
    if (file === undefined) return null
    const { code } = await transform(await readFile(file, 'utf8'), {
      loader: 'css',
      minify: true,
      target: esbuildTarget
    })
    return { code: `export default ${JSON.stringify(code.trim())}`, map: null }
  }
}

/** The console, on React itself. Its files have hashes, because they are kept for a year. */
/** Uppy reads its version from its package.json. */
const packageJson = {
  name: 'package-json',
  transform: (code, id) =>
    id.endsWith('package.json')
      ? { code: `export default ${JSON.stringify({ version: JSON.parse(code).version })}`, map: null }
      : null
}

export const consoleConfig = (dist = 'dist') => ({
  input: { start: 'console/start.ts', console: 'console/main.tsx' },
  plugins: [
    replace({ preventAssignment: true, 'process.env.NODE_ENV': JSON.stringify('production') }),
    cssTextOfChunk,
    cssFile({ name: 'console.css' }),
    nodeResolve({ browser: true, extensions: ['.mjs', '.js', '.ts', '.tsx'] }),
    commonjs(),
    packageJson,
    esbuild({ target: esbuildTarget, minify: true, jsx: 'automatic', charset: 'utf8' }),
    consoleImports,
    consolePage,
    consolePreloads
  ],
  output: {
    dir: `${dist}/console`,
    format: 'es',
    entryFileNames: '[name]-[hash].js',
    chunkFileNames,
    assetFileNames: '[name]-[hash][extname]',
    manualChunks: groupConsoleChunks,
    // Otherwise a module of the console's own brings all that Mantine's index exports into its group.
    onlyExplicitManualChunks: true
  },
  onwarn: warning => isAboutPackage(warning) || onwarn(warning)
})

/** Code for Node. Packages stay in node_modules, except those of `bundled` with what they import. */
const nodeConfig = (dir, input, bundled = []) => ({
  input,
  external: (id, importer = '') => {
    if (isBuiltin(id)) return true
    const isFile = id.startsWith('.') || path.isAbsolute(id)
    const packageName = id.split('/', id.startsWith('@') ? 2 : 1).join('/')
    return !isFile && !isInPackage(importer) && !bundled.includes(packageName)
  },
  plugins: [nodeResolve({ extensions: ['.ts', '.js'], exportConditions: ['node'] }), esbuild({ target: 'node20' })],
  output: { dir, format: 'es', sourcemap: true, chunkFileNames: '[name]-[hash].js' },
  onwarn: warning => isAboutPackage(warning) || onwarn(warning)
})

const isInPackage = file => file.split(path.sep).includes('node_modules')

/** Circular imports and misplaced annotations of packages, which do no harm. */
const isAboutPackage = ({ code, id = '', ids = [id] }) =>
  ['CIRCULAR_DEPENDENCY', 'INVALID_ANNOTATION'].includes(code) && ids.every(isInPackage)

export const serverEntries = [
  'server/index.ts',
  'server/db/pglite/pglite-worker.ts',
  'server/modules/upload/image-worker.ts',
  'server/modules/preview/preview-worker.ts',
  'server/modules/reward/duplicate-image/comparer-worker.ts'
]

/** Packages of many small modules: Node needs half a second to load them one by one. */
const bundledPackages = ['@hono/node-server', 'aws4fetch', 'hono', 'htmlparser2', 'jose', 'kysely', 'lru-cache', 'zod']

/** The server and its worker threads. */
export const serverConfig = nodeConfig('dist/server', serverEntries, bundledPackages)

/** The command-line program `drama`. */
export const cliConfig = nodeConfig('dist/cli', ['tools/cli/drama.ts'])

/** Builds the element for bundlers of host pages, with relative imports that all of them support. */
export const packageConfig = async dir => ({
  input: { index: 'widget/npm.ts' },
  // Keeps the entry's exports as written, because rollup may add internal ones that host pages could import.
  preserveEntrySignatures: 'strict',
  plugins: [toPreact, ...shared(await envelopeSecret())],
  output: output(dir, 'widget/npm.ts'),
  onwarn
})
