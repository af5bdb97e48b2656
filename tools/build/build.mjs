// Builds the server and everything it serves into dist/. Does nothing if no source has changed.
import { readFile, writeFile } from 'node:fs/promises'
import { PICTURE_SOURCES } from './copy-pages.mjs'
import { sourceDigest } from './source-digest.mjs'

const SOURCES = [
  'contract',
  'console',
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
    if (error.code === 'ERR_MODULE_NOT_FOUND') console.error('✗ build     needs the development packages: npm ci')
    process.exit(1)
  })
  console.log(`✓ build      ${Math.round(performance.now() - startedAt)} ms`)
}

async function build() {
  // Not imported at the top, because a finished build starts without the development packages.
  const { writeBuild } = await import('./write-build.mjs')
  await writeBuild()
  await writeFile(STAMP, digest)
}
