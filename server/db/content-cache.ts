// What the server keeps in memory of what operators publish (dramas, campaigns, products). The triggers of
// `migrations/0040-content-version.ts` change the version in the transaction that changes the content. A request reads
// the version after it arrived, so it never gets older content, with any number of servers.
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { coalesceCalls } from '../lib/coalesce-calls.js'
import type { CacheCounts } from './cache-counts.js'
import type { Database } from './schema/schema.js'

const MAX_CACHE_BYTES = 64 * 1024 * 1024
/** Of the value as JSON: an estimate of what its objects take. */
const BYTES_PER_CHARACTER = 4
/** So that names which nothing has do not fill the memory. */
const ENTRY_BYTES = 500

/** Of one request. */
export interface Content {
  version(): Promise<string>
  /** `read` must depend on the content and on `key` only, and nobody may change what it returns. */
  cached<Value>(key: string, read: () => Promise<Value>): Promise<Value>
}

export interface ContentCache {
  /** `version` was read after the request arrived. Null reads it when it is needed. */
  open(version: string | null): Content
  counts: CacheCounts
}

interface CacheEntry {
  version: string
  bytes: number
  value: Promise<unknown>
}

export function createContentCache(db: Kysely<Database>): ContentCache {
  const readVersion = coalesceCalls(async () => {
    const row = await db.selectFrom('content_version').select('version').executeTakeFirst()
    return row?.version ?? ''
  })
  const entries = new LRUCache<string, CacheEntry>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ bytes }, key) => bytes + 2 * key.length + ENTRY_BYTES
  })

  const counts: CacheCounts = { hits: 0, misses: 0, bytes: () => entries.calculatedSize }

  function findOrRead<Value>(version: string, key: string, read: () => Promise<Value>): Promise<Value> {
    const known = entries.get(key)
    const isHit = known?.version === version
    counts[isHit ? 'hits' : 'misses']++
    // The types hold because a key belongs to one call of `cached`.
    if (isHit) return known.value as Promise<Value>
    const value = read()
    entries.set(key, { version, bytes: 0, value })
    const isNewest = () => entries.peek(key)?.value === value
    value.then(
      found => {
        if (isNewest())
          entries.set(key, { version, bytes: BYTES_PER_CHARACTER * JSON.stringify(found ?? null).length, value })
      },
      () => {
        if (isNewest()) entries.delete(key)
      }
    )
    return value
  }

  return {
    counts,
    open: knownVersion => {
      let pending = knownVersion === null ? null : Promise.resolve(knownVersion)
      const version = () => {
        pending ??= readVersion()
        return pending
      }
      return { version, cached: async (key, read) => findOrRead(await version(), key, read) }
    }
  }
}
