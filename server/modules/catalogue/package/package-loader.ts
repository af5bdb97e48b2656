import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { startBackgroundJob } from '../../../lib/background-job.js'
import type { Clock } from '../../../lib/clock.js'
import { type Log, loggedError } from '../../../lib/log.js'
import { reindexOutdated, takeOffline } from '../indexing.js'
import type { AssetRegistry } from './asset-registry.js'
import { BrokenPackage, type BucketFiles, checkObjects, type PackageFolder, readPackage } from './package-folder.js'
import { storedHashes, storePackage } from './package-writes.js'

/** What one scan wrote to the database, and one line for every package it could not use. */
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
  /** What lies elsewhere than in the folders; an error of its own says that it cannot be looked at now. */
  elsewhere?: BucketFiles | undefined
}

/** How many dramas of an older version are indexed in one scan. */
const REINDEX_BATCH = 500

/**
 * Loads packages from the catalogue folders: each once by its hash, a changed one in one transaction. A drama whose
 * package is taken out of a folder goes offline; a folder that cannot be found at all takes nothing with it.
 */
export class PackageLoader {
  /** Packages in use, by folder, with what their drama.json looked like: an unchanged one is not read again. */
  private readonly seen = new Map<string, string>()
  /** What was wrong with a package, by folder: it is looked at again every time, and reported when that changes. */
  private readonly broken = new Map<string, string>()
  /** Dramas whose packages are gone and that are not offline yet. */
  private readonly gone = new Set<string>()
  private isIndexed = false

  constructor(private readonly surroundings: PackageLoaderOptions) {}

  /** Looks through all roots once. A database that cannot answer throws, and the packages are looked at again. */
  async scan(): Promise<ScanResult> {
    const { db, assets, roots } = this.surroundings
    const listed = (await Promise.all(roots.map(packagesIn))).filter(root => root !== null)
    const found = listed.flatMap(({ packages }) => packages)
    this.forgetAllBut(new Set(found.map(({ folder }) => folder)), new Set(listed.map(({ root }) => root)), assets)
    const result: ScanResult = { dramas: 0, episodes: 0, broken: [] }
    const changed = found.filter(({ folder, signature }) => this.seen.get(folder) !== signature)
    const stored = changed.length === 0 ? new Map<string, string>() : await storedHashes(db)
    const elsewhere = failFast(this.surroundings.elsewhere)
    for (const { folder, signature } of changed) await this.load({ folder, signature, stored, elsewhere }, result)
    await this.takeGoneOffline()
    if (!this.isIndexed) this.isIndexed = (await reindexOutdated(db, REINDEX_BATCH)) < REINDEX_BATCH
    return result
  }

  private async takeGoneOffline(): Promise<void> {
    const { db, clock, assets } = this.surroundings
    for (const dramaId of this.gone) {
      if (assets.folderOf(dramaId) === null) await takeOffline(db, dramaId, new Date(clock.now()))
      this.gone.delete(dramaId)
    }
  }

  private forgetAllBut(folders: ReadonlySet<string>, roots: ReadonlySet<string>, assets: AssetRegistry): void {
    for (const { folder, dramaId } of assets.keepOnly(folders)) if (roots.has(dirname(folder))) this.gone.add(dramaId)
    for (const folder of this.seen.keys()) if (!folders.has(folder)) this.seen.delete(folder)
    for (const folder of this.broken.keys()) if (!folders.has(folder)) this.broken.delete(folder)
  }

  private async load({ folder, signature, stored, elsewhere }: Found, result: ScanResult): Promise<void> {
    try {
      const loaded = await readPackage(folder)
      this.refuseTwice(loaded)
      if (stored.get(loaded.drama.id) !== loaded.hash) await this.store(loaded, elsewhere, result)
      this.surroundings.assets.put(loaded)
      this.seen.set(folder, signature)
      this.broken.delete(folder)
    } catch (error) {
      if (!(error instanceof BrokenPackage)) throw error
      if (this.broken.get(folder) !== error.message) result.broken.push(`${folder}: ${error.message}`)
      this.broken.set(folder, error.message)
    }
  }

  private async store(loaded: PackageFolder, elsewhere: Found['elsewhere'], result: ScanResult): Promise<void> {
    await checkObjects(loaded, elsewhere)
    if (!(await storePackage(this.surroundings.db, loaded, new Date(this.surroundings.clock.now())))) return
    result.dramas++
    result.episodes += loaded.drama.episodes.length
  }

  private refuseTwice({ folder, drama }: PackageFolder): void {
    const { assets } = this.surroundings
    const other = assets.folderOf(drama.id)
    if (other !== null && other !== folder) throw new BrokenPackage(`${drama.id} is already loaded from ${other}`)
    const owner = assets.ownerOfAssets(drama)
    if (owner !== null) throw new BrokenPackage(`an asset already belongs to ${owner}`)
  }
}

/** A package to be loaded, and what it needs. */
interface Found {
  folder: string
  signature: string
  stored: Map<string, string>
  elsewhere: BucketFiles | undefined
}

/** Asks until it fails for the first time: a scan of many packages must not wait for each of them. */
function failFast(ask: BucketFiles | undefined): BucketFiles | undefined {
  if (ask === undefined) return undefined
  let failure: BrokenPackage | undefined
  return async dramaId => {
    if (failure !== undefined) throw failure
    try {
      return await ask(dramaId)
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

/** The packages under a root; null when there is no such folder. */
async function packagesIn(root: string): Promise<ListedRoot | null> {
  const entries = await readdir(root, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (entries === null) return null
  const names = entries.filter(entry => entry.isDirectory() && !entry.name.startsWith('.')).map(entry => entry.name)
  const found = await Promise.all(names.sort().map(name => signatureOf(join(root, name))))
  return { root, packages: found.filter(entry => entry !== null) }
}

async function signatureOf(folder: string) {
  const file = await stat(join(folder, 'drama.json')).catch(() => null)
  return file === null ? null : { folder, signature: `${file.mtimeMs}:${file.size}:${file.ino}` }
}

const RESCAN_MS = 5000

/** Looks for new packages every 5 s, one scan at a time; gives the function that stops it. */
export const startRescanJob = (loader: PackageLoader, log: Log) =>
  startBackgroundJob(() => rescan(loader, log), RESCAN_MS)

async function rescan(loader: PackageLoader, log: Log): Promise<void> {
  try {
    const { dramas, episodes, broken } = await loader.scan()
    for (const line of broken) log.warn(`catalogue: skipped ${line}`)
    if (dramas > 0) log.info(`catalogue: ${dramas} dramas, ${episodes} episodes loaded`)
  } catch (error) {
    log.warn({ error: loggedError(error) }, 'catalogue: scan failed')
  }
}
