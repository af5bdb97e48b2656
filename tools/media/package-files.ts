// The files of packages, and what each is called in a bucket.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { digest } from '../../server/lib/sha256.js'
import { objectNames, readPackage } from '../../server/modules/catalogue/package/package-folder.js'

/** A file by its name under the drama's key, and where it lies here. */
export interface PackageFile {
  readonly name: string
  readonly path: string
}

export interface PackageFiles {
  readonly dramaId: string
  readonly folder: string
  readonly files: readonly PackageFile[]
}

const isPackage = (folder: string) =>
  stat(join(folder, 'drama.json')).then(
    file => file.isFile(),
    () => false
  )

/** The packages in these folders; each may be a package itself, or hold some. */
export async function packagesIn(folders: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const folder of folders) {
    if (await isPackage(folder)) {
      found.push(folder)
      continue
    }
    const entries = await readdir(folder, { withFileTypes: true })
    const names = entries.filter(entry => entry.isDirectory() && !entry.name.startsWith('.')).map(entry => entry.name)
    for (const name of names.sort()) if (await isPackage(join(folder, name))) found.push(join(folder, name))
  }
  return found
}

/** Throws BrokenPackage where the folder holds none that a server would take. */
export async function filesOf(folder: string): Promise<PackageFiles> {
  const { drama, cover, banner } = await readPackage(folder)
  const objects = [...objectNames(drama)].map(name => ({ name, path: join(folder, 'objects', name) }))
  const pictures = [cover, banner].map(({ name, file }) => ({ name, path: file }))
  return { dramaId: drama.id, folder, files: [...objects, ...pictures] }
}

/** Undefined where the file is not here; throws where it is not what its name says. */
export async function bytesOf({ name, path }: PackageFile): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (content === undefined) return undefined
  const bytes = new Uint8Array(content)
  if (!isNamedAfter(name, bytes)) throw new Error(`${path} is damaged: its content is not what its name says`)
  return bytes
}

/** Names hold the beginning of their content's SHA-256. */
export const isNamedAfter = (name: string, bytes: Uint8Array): boolean =>
  digest(bytes).startsWith(/([0-9a-f]{16,32})\.\w+$/.exec(name)?.[1] ?? '-')
