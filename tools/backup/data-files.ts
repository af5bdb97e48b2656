import type { Stats } from 'node:fs'
import { open, readdir, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { dataFolderNames } from '../../server/config/data-folder-names.js'
import { toFileEntry } from './archive-format.js'
import { BackupFailure, hasCode } from './backup-failure.js'
import type { ArchiveEntry } from './write-archive.js'

const READ_BYTES = 1024 * 1024

export const isInside = (folder: string, path: string) => path.startsWith(folder + sep)

const isNotBackedUp = (name: string) =>
  Object.values<string>(dataFolderNames).includes(name) || name.startsWith(`${dataFolderNames.lock}.`)

/** Everything in the data folder but the database and `leftOut`, so that no new kind of file is forgotten. */
export async function* readDataFiles(dataDir: string, leftOut: readonly string[]): AsyncGenerator<ArchiveEntry> {
  const excluded = new Set(leftOut)
  const names = (await readdir(dataDir)).filter(name => !isNotBackedUp(name) && name !== 'lost+found')
  for (const name of names.toSorted()) yield* readTree(dataDir, join(dataDir, name), excluded, new Set())
}

async function* readTree(
  dataDir: string,
  path: string,
  excluded: ReadonlySet<string>,
  parents: ReadonlySet<string>
): AsyncGenerator<ArchiveEntry> {
  // Drafts become files by a rename.
  if (excluded.has(path) || path.endsWith('.part')) return
  const stats = await stat(path).catch(ignoreMissing)
  if (stats?.isFile()) yield* readFile(dataDir, path)
  if (!stats?.isDirectory()) return
  const folder = await realpath(path)
  if (parents.has(folder)) throw new BackupFailure(`${path} is a link to a folder that it lies in`)
  yield toEntry(dataDir, path, stats, null)
  for (const name of (await readdir(path)).toSorted())
    yield* readTree(dataDir, join(path, name), excluded, new Set([...parents, folder]))
}

/** A file that was removed since it was listed is left out. */
async function* readFile(dataDir: string, path: string): AsyncGenerator<ArchiveEntry> {
  const file = await open(path).catch(ignoreMissing)
  if (file === null) return
  try {
    const stats = await file.stat()
    const chunks = stats.size === 0 ? [] : readOneOfExactly(path, file.createReadStream(toRange(stats)), stats.size)
    yield toEntry(dataDir, path, stats, { bytes: stats.size, chunks })
  } finally {
    await file.close()
  }
}

const toRange = ({ size }: Stats) => ({ end: size - 1, highWaterMark: READ_BYTES, autoClose: false })

async function* readOneOfExactly(
  path: string,
  stream: AsyncIterable<Uint8Array>,
  size: number
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    yield chunk
  }
  if (bytes !== size) throw new BackupFailure(`${path} was changed while it was read: run the backup again`)
}

function toEntry(dataDir: string, path: string, stats: Stats, content: ArchiveEntry['content']): ArchiveEntry {
  const name = toFileEntry(relative(dataDir, path).split(sep).join('/'))
  const mode = stats.mode & 0o777
  return { name: content === null ? `${name}/` : name, mode, modifiedAt: stats.mtime, content }
}

function ignoreMissing(error: unknown): null {
  if (hasCode(error, 'ENOENT')) return null
  throw error
}
