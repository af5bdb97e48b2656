import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const FILE = 'dist/chunks.json'

export function describeChunks(output) {
  const chunks = output.filter(({ type }) => type === 'chunk')
  return chunks.map(({ fileName, imports, modules }) => ({
    file: fileName,
    imports,
    modules: Object.entries(modules).flatMap(([id, { renderedLength }]) =>
      renderedLength > 0 ? path.relative('.', id) : []
    )
  }))
}

export async function writeManifest(builds) {
  await writeFile(FILE, JSON.stringify(builds, null, 1))
}

/**
 * Returns the absolute paths of the chunks that hold these modules, with their static imports, without the chunks that
 * `loaded` modules need. Throws for a module that is in no chunk.
 */
export async function filesOf(build, modules, loaded = []) {
  const chunks = JSON.parse(await readFile(FILE, 'utf8'))[build]
  const chunkOf = module => {
    const chunk = chunks.find(({ modules }) => modules.includes(module))
    if (!chunk) throw new Error(`${module} is in no chunk of dist/${build}`)
    return chunk
  }
  const withImports = (chunk, files) => {
    if (!chunk || files.has(chunk.file)) return files
    files.add(chunk.file)
    for (const file of chunk.imports)
      withImports(
        chunks.find(chunk => chunk.file === file),
        files
      )
    return files
  }
  const collectFiles = list => list.reduce((files, module) => withImports(chunkOf(module), files), new Set())
  const loadedFiles = collectFiles(loaded)
  return [...collectFiles(modules)]
    .filter(file => !loadedFiles.has(file))
    .map(file => path.resolve('dist', build, file))
}
