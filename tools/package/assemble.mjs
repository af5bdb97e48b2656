import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { rollup } from 'rollup'
import { packageConfig } from '../../rollup.config.mjs'
import { manifestOf } from './manifest.mjs'
import { packFolder } from './pack-folder.mjs'

const TARGET = 'dist/npm'
const PACKED = 'dist/packed'

/**
 * Assembles the npm package in dist/npm from the two browser builds and a third bundle for bundlers, and packs it into
 * dist/packed. `cache` of the script tag's bundle saves the time of transforming the same modules again.
 */
export async function assemblePackage(cache) {
  await Promise.all([TARGET, PACKED].map(folder => rm(folder, { recursive: true, force: true })))
  await mkdir(TARGET, { recursive: true })
  const { output, ...input } = await packageConfig(TARGET)
  const bundle = await rollup({ ...input, cache })
  await bundle.write(output)
  await bundle.close()
  const isPlain = file => !/\.(br|gz)$/.test(file)
  for (const build of ['cdn', 'react']) {
    await cp(`dist/${build}`, path.join(TARGET, build), { recursive: true, filter: isPlain })
  }
  for (const folder of ['types', 'manifest']) await cp(`dist/${folder}`, path.join(TARGET, folder), { recursive: true })
  const workspace = JSON.parse(await readFile('package.json', 'utf8'))
  await writeFile(path.join(TARGET, 'package.json'), `${JSON.stringify(manifestOf(workspace), null, 2)}\n`)
  await cp('LICENSE', path.join(TARGET, 'LICENSE'))
  const readme = await readFile('tools/package/README.md', 'utf8')
  await writeFile(path.join(TARGET, 'README.md'), readme.replaceAll('{version}', workspace.version))
  await mkdir(PACKED, { recursive: true })
  const file = path.join(PACKED, `${workspace.name}-${workspace.version}.tgz`)
  await packFolder(TARGET, file)
  return { name: workspace.name, version: workspace.version, file }
}
