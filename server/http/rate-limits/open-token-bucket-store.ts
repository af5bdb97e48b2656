import type { Kysely } from 'kysely'
import type { Config } from '../../config/config.js'
import type { Database } from '../../db/schema/schema.js'
import type { Log } from '../../lib/log.js'
import { createPostgresTokenBucketStore } from './postgres-token-buckets.js'
import type { TokenBucketStore } from './shared-token-buckets.js'

export interface OpenTokenBucketStore {
  /** Null if this process is the only server. */
  store: TokenBucketStore | null
  close(): void
}

export async function openTokenBucketStore(
  { databaseUrl, redisUrl }: Config,
  db: Kysely<Database>,
  log: Log
): Promise<OpenTokenBucketStore> {
  if (redisUrl !== null) {
    // Imported here, because most servers do not need it.
    const { openValkeyTokenBucketStore } = await import('./valkey-token-buckets.js')
    const store = openValkeyTokenBucketStore(redisUrl, log)
    return { store, close: store.close }
  }
  return { store: databaseUrl === null ? null : createPostgresTokenBucketStore(db), close: () => undefined }
}
