import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir, statfs, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { dataFolderNames } from '../../server/config/data-folder-names.js'
import { findUnknownMigration } from '../../server/db/migrate.js'
import { lockDirectory } from '../../server/db/pglite/directory-lock.js'
import { MIN_FREE_BYTES } from '../../server/db/pglite/free-space-guard.js'
import { type Manifest, parseFileEntry } from './archive-format.js'
import { BackupFailure, toFileFailure } from './backup-failure.js'
import { type FillResult, fillPGlite, fillPostgres } from './database-target.js'
import { readChunks, readDatabaseText, readEntries, verifyArchive } from './read-archive.js'
import type { BackupSettings } from './settings.js'

export interface RestoreOptions {
  archive: string
  signal: AbortSignal
}

export interface RestoreResult extends FillResult {
  manifest: Manifest
}

/**
 * Fills an empty data folder, and the empty database of DATABASE_URL or a new one in the folder: everything or nothing.
 * Throws BackupFailure or ConfigError.
 */
export async function restore(settings: BackupSettings, options: RestoreOptions): Promise<RestoreResult> {
  const { dataDir } = settings
  const isNew = !existsSync(dataDir)
  const staging = join(dataDir, dataFolderNames.restoring)
  let unlock = () => {}
  try {
    unlock = lockFolder(dataDir)
    await refuseUsedFolder(dataDir)
    const manifest = await verifyArchive(options.archive, options.signal)
    refuseNewerVersion(options.archive, manifest)
    await refuseFullDisk(settings, manifest)
    await rm(staging, { recursive: true, force: true })
    await mkdir(staging, { mode: 0o700 })
    const filled = await fill(settings, options, staging)
    return { ...filled, manifest }
  } finally {
    await rm(staging, { recursive: true, force: true })
    unlock()
    if (isNew) await rmdir(dataDir).catch(() => undefined)
  }
}

function lockFolder(dataDir: string): () => void {
  try {
    return lockDirectory(join(dataDir, dataFolderNames.lock))
  } catch (error) {
    throw toFileFailure(error, dataDir)
  }
}

const ignoredNames: readonly string[] = [dataFolderNames.lock, dataFolderNames.restoring, 'lost+found']

async function refuseUsedFolder(dataDir: string): Promise<void> {
  const used = (await readdir(dataDir)).find(name => !ignoredNames.includes(name))
  if (used !== undefined) throw new BackupFailure(`DATA_DIR: ${dataDir} is not empty, it holds “${used}”`)
}

function refuseNewerVersion(archive: string, { migrations, app_version }: Manifest): void {
  if (findUnknownMigration(migrations) === null) return
  throw new BackupFailure(`${archive} is from version ${app_version}, which is newer: restore it with that version`)
}

/** The database takes about as much as its text; its indexes and log come to that. */
const DATABASE_SHARE = 3
/** PGlite without tables, measured with `du`. */
const NEW_DATABASE_BYTES = 40_000_000

async function refuseFullDisk({ dataDir, databaseUrl }: BackupSettings, manifest: Manifest): Promise<void> {
  const { counts, entries } = manifest
  const textBytes = entries.reduce((sum, { bytes }) => sum + bytes, 0) - counts.bytes
  const databaseBytes = databaseUrl === null ? textBytes * DATABASE_SHARE + NEW_DATABASE_BYTES + MIN_FREE_BYTES : 0
  const needed = counts.bytes + databaseBytes
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize > needed) return
  throw new BackupFailure(`DATA_DIR: the disk of ${dataDir} has less than ${Math.ceil(needed / 1e6)} MB free`)
}

async function fill(
  { dataDir, databaseUrl }: BackupSettings,
  { archive, signal }: RestoreOptions,
  staging: string
): Promise<FillResult> {
  await extractFiles(archive, staging, signal)
  const text = stopOn(signal, readDatabaseText(archive))
  if (databaseUrl === null) {
    const filled = await fillPGlite(staging, { text, beforeCommit: async () => signal.throwIfAborted() })
    await moveFiles(await readdir(staging), staging, dataDir)
    return filled
  }
  const names = await readdir(staging)
  let isMoved = false
  const beforeCommit = async () => {
    signal.throwIfAborted()
    await moveFiles(names, staging, dataDir)
    isMoved = true
  }
  return fillPostgres(databaseUrl, 'DATABASE_URL', { text, beforeCommit }).catch(async error => {
    if (isMoved) await moveFiles(names, dataDir, staging)
    throw error
  })
}

async function* stopOn(signal: AbortSignal, text: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const chunk of text) {
    signal.throwIfAborted()
    yield chunk
  }
}

async function extractFiles(archive: string, staging: string, signal: AbortSignal): Promise<void> {
  for await (const entry of readEntries(archive)) {
    signal.throwIfAborted()
    const { name, type, mode = 0o600, mtime = new Date() } = entry.header
    const path = parseFileEntry(name)
    if (path === null) {
      entry.resume()
      continue
    }
    const file = join(staging, path)
    try {
      await mkdir(type === 'directory' ? file : dirname(file), {
        recursive: true,
        mode: type === 'directory' ? mode : 0o700
      })
      if (type === 'directory') entry.resume()
      else {
        await pipeline(readChunks(entry, archive), createWriteStream(file, { flags: 'wx', mode }), { signal })
        // Pictures that nobody refers to are deleted by their age.
        await utimes(file, mtime, mtime)
      }
    } catch (error) {
      throw toFileFailure(error, file)
    }
  }
}

/** The database comes last: without it, a server that starts would make a new one. */
async function moveFiles(names: readonly string[], from: string, to: string): Promise<void> {
  const isDatabase = (name: string) => Number(name === dataFolderNames.database)
  const moved: string[] = []
  try {
    for (const name of names.toSorted((a, b) => isDatabase(a) - isDatabase(b))) {
      await rename(join(from, name), join(to, name))
      moved.push(name)
    }
  } catch (error) {
    for (const name of moved) await rename(join(to, name), join(from, name))
    throw error
  }
}
