// Assembles the npm package in dist/npm from the two browser builds and a third bundle for bundlers.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { rollup } from 'rollup'
import { packageConfig } from '../../rollup.config.mjs'
import { manifestOf } from './manifest.mjs'

const TARGET = 'dist/npm'

await rm(TARGET, { recursive: true, force: true })
await mkdir(TARGET, { recursive: true })
const { output, ...input } = await packageConfig(TARGET)
const bundle = await rollup(input)
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
console.log(`✓ package    ${workspace.name} ${workspace.version} in ${TARGET}`)
