import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { type JobMonitor, startBackgroundJob } from '../../../lib/background-job.js'
import type { Clock } from '../../../lib/clock.js'
import type { Log } from '../../../lib/log.js'
import { indexOutdatedNames } from '../edit/drama-names.js'
import { reindexOutdated, takeOffline } from '../indexing.js'
import type { AssetRegistry } from './asset-registry.js'
import { BrokenPackage, checkObjects, type ListBucketFiles, type PackageFolder, readPackage } from './package-folder.js'
import { readStoredHashes, storePackage } from './package-writes.js'

export interface ScanResult {
  dramas: number
  episodes: number
  broken: string[]
}

export interface PackageLoaderOptions {
  db: Kysely<Database>
  clock: Clock
  assets: AssetRegistry
  roots: string[]
  listBucketFiles?: ListBucketFiles | undefined
}

const REINDEX_BATCH = 500
const NAMES_BATCH = 5000

/**
 * Loads each package once by its hash. A drama goes offline when its package is removed, but not when a whole root is
 * missing.
 */
export class PackageLoader {
  private readonly signatures = new Map<string, string>()
  private readonly errors = new Map<string, string>()
  private readonly removedDramas = new Set<string>()
  private isIndexed = false
  private areNamesIndexed = false

  constructor(private readonly options: PackageLoaderOptions) {}

  async scan(): Promise<ScanResult> {
    const { db, assets, roots } = this.options
    const listed = (await Promise.all(roots.map(listPackages))).filter(root => root !== null)
    const found = listed.flatMap(({ packages }) => packages)
    this.forgetMissing(new Set(found.map(({ folder }) => folder)), new Set(listed.map(({ root }) => root)), assets)
    const result: ScanResult = { dramas: 0, episodes: 0, broken: [] }
    const changed = found.filter(({ folder, signature }) => this.signatures.get(folder) !== signature)
    const stored = changed.length === 0 ? new Map<string, string>() : await readStoredHashes(db)
    const listBucketFiles = failFast(this.options.listBucketFiles)
    for (const { folder, signature } of changed) await this.load({ folder, signature, stored, listBucketFiles }, result)
    await this.takeRemovedOffline()
    if (!this.isIndexed) this.isIndexed = (await reindexOutdated(db, REINDEX_BATCH)) < REINDEX_BATCH
    if (!this.areNamesIndexed) this.areNamesIndexed = (await indexOutdatedNames(db, NAMES_BATCH)) < NAMES_BATCH
    return result
  }

  private async takeRemovedOffline(): Promise<void> {
    const { db, clock, assets } = this.options
    for (const dramaId of this.removedDramas) {
      if (assets.folderOf(dramaId) === null) await takeOffline(db, dramaId, new Date(clock.now()))
      this.removedDramas.delete(dramaId)
    }
  }

  private forgetMissing(folders: ReadonlySet<string>, roots: ReadonlySet<string>, assets: AssetRegistry): void {
    for (const { folder, dramaId } of assets.keepOnly(folders))
      if (roots.has(dirname(folder))) this.removedDramas.add(dramaId)
    for (const folder of this.signatures.keys()) if (!folders.has(folder)) this.signatures.delete(folder)
    for (const folder of this.errors.keys()) if (!folders.has(folder)) this.errors.delete(folder)
  }

  private async load({ folder, signature, stored, listBucketFiles }: PackageToLoad, result: ScanResult): Promise<void> {
    try {
      const loaded = await readPackage(folder)
      this.options.assets.refuseDuplicates(loaded)
      if (stored.get(loaded.drama.id) !== loaded.hash) await this.store(loaded, listBucketFiles, result)
      this.options.assets.put(loaded)
      this.signatures.set(folder, signature)
      this.errors.delete(folder)
    } catch (error) {
      if (!(error instanceof BrokenPackage)) throw error
      if (this.errors.get(folder) !== error.message) result.broken.push(`${folder}: ${error.message}`)
      this.errors.set(folder, error.message)
    }
  }

  private async store(
    loaded: PackageFolder,
    listBucketFiles: PackageToLoad['listBucketFiles'],
    result: ScanResult
  ): Promise<void> {
    await checkObjects(loaded, listBucketFiles)
    if (!(await storePackage(this.options.db, loaded, new Date(this.options.clock.now())))) return
    result.dramas++
    result.episodes += loaded.drama.episodes.length
  }
}

interface PackageToLoad {
  folder: string
  signature: string
  stored: Map<string, string>
  listBucketFiles: ListBucketFiles | undefined
}

/** Stops after the first failure, because a scan of many packages must not wait for each timeout. */
function failFast(listFiles: ListBucketFiles | undefined): ListBucketFiles | undefined {
  if (listFiles === undefined) return undefined
  let failure: BrokenPackage | undefined
  return async dramaId => {
    if (failure !== undefined) throw failure
    try {
      return await listFiles(dramaId)
    } catch (error) {
      failure = new BrokenPackage(`objects cannot be looked up: ${error instanceof Error ? error.message : error}`)
      throw failure
    }
  }
}

interface ListedRoot {
  root: string
  packages: { folder: string; signature: string }[]
}

async function listPackages(root: string): Promise<ListedRoot | null> {
  const entries = await readdir(root, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (entries === null) return null
  const names = entries.filter(entry => entry.isDirectory() && !entry.name.startsWith('.')).map(entry => entry.name)
  const found = await Promise.all(names.sort().map(name => readSignature(join(root, name))))
  return { root, packages: found.filter(entry => entry !== null) }
}

async function readSignature(folder: string) {
  const file = await stat(join(folder, 'drama.json')).catch(() => null)
  return file === null ? null : { folder, signature: `${file.mtimeMs}:${file.size}:${file.ino}` }
}

const RESCAN_INTERVAL_MS = 5000

export const startRescanJob = (loader: PackageLoader, { log, monitor }: { log: Log; monitor: JobMonitor }) =>
  startBackgroundJob(
    { name: 'catalogue_rescan', pauseMs: RESCAN_INTERVAL_MS, failure: 'catalogue: scan failed', log, monitor },
    () => rescan(loader, log)
  )

async function rescan(loader: PackageLoader, log: Log): Promise<void> {
  const { dramas, episodes, broken } = await loader.scan()
  for (const line of broken) log.warn(`catalogue: skipped ${line}`)
  if (dramas > 0) log.info(`catalogue: ${dramas} dramas, ${episodes} episodes loaded`)
}
