import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256Hex } from '../../server/lib/sha256.js'
import { listObjectNames, readPackage } from '../../server/modules/catalogue/package/package-folder.js'

export interface PackageFile {
  readonly name: string
  readonly path: string
}

export interface PackageFiles {
  readonly dramaId: string
  readonly files: readonly PackageFile[]
}

const isPackage = (folder: string) =>
  stat(join(folder, 'drama.json')).then(
    file => file.isFile(),
    () => false
  )

export async function findPackages(folders: readonly string[]): Promise<string[]> {
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

/** Throws BrokenPackage if a server would reject the package. */
export async function listPackageFiles(folder: string): Promise<PackageFiles> {
  const { drama, cover, banner } = await readPackage(folder)
  const objects = [...listObjectNames(drama)].map(name => ({ name, path: join(folder, 'objects', name) }))
  const pictures = [cover, banner].map(({ name, file }) => ({ name, path: file }))
  return { dramaId: drama.id, files: [...objects, ...pictures] }
}

/** Undefined if the file does not exist. Throws if its content does not match its name. */
export async function readPackageFile({ name, path }: PackageFile): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (content === undefined) return undefined
  const bytes = new Uint8Array(content)
  if (!isNamedAfter(name, bytes)) throw new Error(`${path} is damaged: its content is not what its name says`)
  return bytes
}

/** Names contain the first digits of the SHA-256 of their content. */
export const isNamedAfter = (name: string, bytes: Uint8Array): boolean =>
  sha256Hex(bytes).startsWith(/([0-9a-f]{16,32})\.\w+$/.exec(name)?.[1] ?? '-')
