// Builds the server and everything it serves into dist/. Does nothing if no source has changed.
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { rollup } from 'rollup'
import rollupConfig, { cliConfig, hostPageConfig, serverConfig } from '../../rollup.config.mjs'
import { assemblePackage } from '../package/assemble.mjs'
import { describeChunks, writeManifest } from './chunk-manifest.mjs'
import { copyPages, PICTURE_SOURCES } from './copy-pages.mjs'
import { compressTree, writeIntegrityFile } from './delivery-files.mjs'
import { sourceDigest } from './source-digest.mjs'
import { writeApiFiles } from './write-api-files.mjs'

const SOURCES = [
  'contract',
  'src',
  'widget',
  'demo',
  'locales',
  'server',
  ...PICTURE_SOURCES,
  'tools/build',
  'tools/backup',
  'tools/cli',
  'tools/ingest',
  'tools/media',
  'tools/operator',
  'tools/package',
  'LICENSE',
  'rollup.config.mjs',
  'package.json',
  'package-lock.json'
]
const STAMP = 'dist/build-digest'

const startedAt = performance.now()
const digest = `${await sourceDigest(SOURCES)} ${process.env.ENVELOPE_SECRET ?? ''}`
const built = await readFile(STAMP, 'utf8').catch(() => '')
if (built === digest && !process.argv.includes('--force')) {
  console.log('✓ build      up to date')
} else {
  await build().catch(error => {
    console.error(`✗ build     ${error instanceof Error ? error.message : error}`)
    process.exit(1)
  })
  console.log(`✓ build      ${Math.round(performance.now() - startedAt)} ms`)
}

async function build() {
  await Promise.all(
    ['cdn', 'react', 'host', 'site', 'partners', 'hostile', 'server', 'cli'].map(name =>
      rm(`dist/${name}`, { recursive: true, force: true })
    )
  )
  await mkdir('dist', { recursive: true })
  const builds = {}
  const caches = {}
  for (const config of await rollupConfig()) {
    const { output, cache } = await write(config)
    const name = path.basename(config.output.dir)
    builds[name] = describeChunks(output)
    caches[name] = cache
  }
  await writeManifest(builds)
  await writeIntegrityFile('dist/cdn')
  // The React 19 host page brings its own React.
  await write(hostPageConfig())
  await copyPages('dist')
  await write(serverConfig)
  await write(cliConfig)
  await chmod('dist/cli/drama.js', 0o755)
  await writeApiFiles()
  await assemblePackage(caches.cdn)
  await Promise.all(['cdn', 'react', 'host', 'site', 'partners', 'hostile'].map(name => compressTree(`dist/${name}`)))
  await writeFile(STAMP, digest)
}

async function write({ output, ...input }) {
  const bundle = await rollup(input)
  const { output: chunks } = await bundle.write(output)
  await bundle.close()
  return { output: chunks, cache: bundle.cache }
}
