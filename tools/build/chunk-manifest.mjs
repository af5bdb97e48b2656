import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const FILE = 'dist/chunks.json'

/** Which chunk of a build holds which modules, and which chunks it imports at once. */
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

/** `builds` has the chunks of each build by its folder under `dist`. */
export async function writeManifest(builds) {
  await writeFile(FILE, JSON.stringify(builds, null, 1))
}

/**
 * Files of a build that hold these modules, and all that they import at once, as absolute paths; without the files that
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
  const reach = list => list.reduce((files, module) => withImports(chunkOf(module), files), new Set())
  const without = reach(loaded)
  return [...reach(modules)].filter(file => !without.has(file)).map(file => path.resolve('dist', build, file))
}
