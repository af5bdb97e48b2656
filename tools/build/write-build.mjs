import { chmod, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { rollup } from 'rollup'
import rollupConfig, { cliConfig, consoleConfig, hostPageConfig, serverConfig } from '../../rollup.config.mjs'
import { assemblePackage } from '../package/assemble.mjs'
import { describeChunks, writeManifest } from './chunk-manifest.mjs'
import { copyApiReader } from './copy-api-reader.mjs'
import { copyPages } from './copy-pages.mjs'
import { compressTree, writeIntegrityFile } from './delivery-files.mjs'
import { writeApiFiles } from './write-api-files.mjs'

export async function writeBuild() {
  await Promise.all(
    ['cdn', 'react', 'host', 'console', 'site', 'partners', 'hostile', 'docs', 'server', 'cli'].map(name =>
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
  builds.console = describeChunks((await write(consoleConfig())).output)
  await writeManifest(builds)
  await writeIntegrityFile('dist/cdn')
  // The React 19 host page brings its own React.
  await write(hostPageConfig())
  await copyPages('dist')
  await copyApiReader('dist/docs')
  await write(serverConfig)
  await write(cliConfig)
  await chmod('dist/cli/drama.js', 0o755)
  await writeApiFiles()
  await assemblePackage(caches.cdn)
  await Promise.all(
    ['cdn', 'react', 'host', 'console', 'site', 'partners', 'hostile', 'docs'].map(name => compressTree(`dist/${name}`))
  )
}

async function write({ output, ...input }) {
  const bundle = await rollup(input)
  const { output: chunks } = await bundle.write(output)
  await bundle.close()
  return { output: chunks, cache: bundle.cache }
}
