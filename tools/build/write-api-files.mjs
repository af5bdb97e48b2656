import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import esbuild from 'esbuild'

export async function writeApiFiles() {
  const { outputFiles } = await esbuild.build({
    entryPoints: ['tools/build/api-files/index.ts'],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning'
  })
  const [{ text }] = outputFiles
  const { generateApiFiles } = await import(`data:text/javascript,${encodeURIComponent(text)}`)
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  await Promise.all(['manifest', 'types'].map(name => rm(`dist/${name}`, { recursive: true, force: true })))
  for (const [file, content] of Object.entries(generateApiFiles(version))) {
    const target = path.join('dist', file)
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(target, content)
  }
}
