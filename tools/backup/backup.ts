import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { countRows, type DumpFooter, type DumpHeader } from '../../server/db/dump/dump-format.js'
import { readDump } from '../../server/db/dump/read-dump.js'
import { PACKAGE_VERSION } from '../../server/lib/package-version.js'
import { ARCHIVE_FORMAT, type Manifest, toDatabasePart } from './archive-format.js'
import { BackupFailure, toFileFailure } from './backup-failure.js'
import { isInside, readDataFiles } from './data-files.js'
import { openDatabaseSource } from './database-source.js'
import type { BackupSettings } from './settings.js'
import { type ArchiveEntry, writeArchive } from './write-archive.js'

const PART_BYTES = 4 * 1024 * 1024

export interface BackupOptions {
  /** The file to write, which ends in `.gz` or `.tgz`, or the folder to write it into, which is made if missing. */
  target: string
  hasPackages: boolean
  signal: AbortSignal
}

export interface BackupResult {
  file: string
  bytes: number
  database: string
  manifest: Manifest
  /** Folders of packages outside the data folder. */
  otherFolders: string[]
}

/** Writes database, keys, pictures, releases and packages. The server may run. Throws BackupFailure or ConfigError. */
export async function backup(settings: BackupSettings, options: BackupOptions): Promise<BackupResult> {
  const { dataDir, catalogueDirs } = settings
  const { hasPackages, signal } = options
  const createdAt = new Date()
  const file = toFile(options.target, createdAt)
  if (!existsSync(dataDir)) throw new BackupFailure(`DATA_DIR: ${dataDir} does not exist: set it as the server has it`)
  if (isInside(dataDir, file)) throw new BackupFailure(`the archive must lie outside DATA_DIR, which is ${dataDir}`)
  makeFolder(dirname(file))
  const packageFolders = catalogueDirs.filter(folder => isInside(dataDir, folder))
  const source = await openDatabaseSource(settings, signal)
  try {
    const database = createDatabaseEntries(source.text, createdAt)
    async function* readEverything() {
      yield* database.entries
      yield* readDataFiles(dataDir, hasPackages ? [] : packageFolders)
    }
    const createManifest = (entries: Manifest['entries']): Manifest => {
      const { header, footer } = database
      if (header === null || footer === null) throw new Error('the archive ends before the database')
      const files = entries.filter(({ name }) => name.startsWith('files/'))
      return {
        format: ARCHIVE_FORMAT,
        app_version: PACKAGE_VERSION,
        created_at: createdAt.toISOString(),
        has_packages: hasPackages,
        migrations: header.migrations,
        counts: {
          tables: header.tables.length,
          rows: countRows(footer.tables),
          files: files.length,
          bytes: files.reduce((sum, { bytes }) => sum + bytes, 0)
        },
        entries
      }
    }
    const manifest = await writeArchive(file, readEverything(), createManifest, signal)
    const otherFolders = catalogueDirs.filter(folder => !isInside(dataDir, folder) && existsSync(folder))
    return { file, bytes: statSync(file).size, database: source.label, manifest, otherFolders }
  } finally {
    await source.close()
  }
}

/** A target without the ending of an archive is a folder. */
function toFile(target: string, now: Date): string {
  const path = resolve(target)
  const isFolder = !/\.(gz|tgz)$/.test(path) || isExistingFolder(path)
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const file = isFolder ? join(path, `drama-${PACKAGE_VERSION}-${time}.tar.gz`) : path
  if (existsSync(file)) throw new BackupFailure(`${file} exists already`)
  return file
}

function isExistingFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  } catch (error) {
    throw toFileFailure(error, path)
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
  } catch (error) {
    throw toFileFailure(error, path)
  }
}

interface DatabaseEntries {
  entries: AsyncIterable<ArchiveEntry>
  /** Null until the entries are read. */
  header: DumpHeader | null
  footer: DumpFooter | null
}

/** Cuts the dump into parts, because an entry begins with its size, and checks that it is whole. */
function createDatabaseEntries(text: AsyncIterable<string>, modifiedAt: Date): DatabaseEntries {
  const result: DatabaseEntries = { entries: readParts(), header: null, footer: null }
  async function* readParts(): AsyncGenerator<ArchiveEntry> {
    let number = 0
    let chunks: Buffer[] = []
    let bytes = 0
    for await (const part of readDump(text)) {
      if (part.type === 'header') result.header = part.header
      if (part.type === 'footer') result.footer = part.footer
      const chunk = Buffer.from(part.type === 'rows' ? `${part.rows.join('\n')}\n` : `${part.line}\n`)
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes < PART_BYTES && part.type !== 'footer') continue
      number += 1
      yield { name: toDatabasePart(number), mode: 0o600, modifiedAt, content: { bytes, chunks } }
      chunks = []
      bytes = 0
    }
  }
  return result
}
