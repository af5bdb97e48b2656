// What the server keeps in memory of what operators publish (dramas, campaigns, products). The triggers of
// `migrations/0040-content-version.ts` change the version in the transaction that changes the content. A request reads
// the version after it arrived, so it never gets older content, with any number of servers.
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { shareNext } from '../lib/share-next.js'
import type { Database } from './schema/schema.js'

const MAX_KEPT_BYTES = 64 * 1024 * 1024
/** Of the value as JSON: an estimate of what its objects take. */
const BYTES_PER_CHARACTER = 4

/** Of one request. */
export interface Content {
  version(): Promise<string>
  /** `read` must depend on the content and on `key` only, and nobody may change what it returns. */
  keep<Value>(key: string, read: () => Promise<Value>): Promise<Value>
}

export interface ContentStore {
  /** `version` was read after the request arrived. Null reads it when it is needed. */
  open(version: string | null): Content
}

interface Kept {
  version: string
  bytes: number
  value: Promise<unknown>
}

export function createContentStore(db: Kysely<Database>): ContentStore {
  const readVersion = shareNext(async () => {
    const row = await db.selectFrom('content_version').select('version').executeTakeFirst()
    return row?.version ?? ''
  })
  const kept = new LRUCache<string, Kept>({ maxSize: MAX_KEPT_BYTES, sizeCalculation: ({ bytes }) => bytes })

  function keep<Value>(version: string, key: string, read: () => Promise<Value>): Promise<Value> {
    const known = kept.get(key)
    // The types hold because a key belongs to one call of `keep`.
    if (known?.version === version) return known.value as Promise<Value>
    const value = read()
    kept.set(key, { version, bytes: 1, value })
    const isNewest = () => kept.peek(key)?.value === value
    value.then(
      found => {
        if (isNewest())
          kept.set(key, { version, bytes: BYTES_PER_CHARACTER * JSON.stringify(found ?? null).length, value })
      },
      () => {
        if (isNewest()) kept.delete(key)
      }
    )
    return value
  }

  return {
    open: knownVersion => {
      let pending = knownVersion === null ? null : Promise.resolve(knownVersion)
      const version = () => {
        pending ??= readVersion()
        return pending
      }
      return { version, keep: async (key, read) => keep(await version(), key, read) }
    }
  }
}
