import type { Kysely } from 'kysely'
import type { Config } from '../../config/config.js'
import type { Database } from '../../db/schema/schema.js'
import type { Log } from '../../lib/log.js'
import { createPostgresBucketStore } from './postgres-bucket-store.js'
import type { BucketStore } from './shared-buckets.js'

export interface OpenBucketStore {
  /** Null if this process is the only server. */
  store: BucketStore | null
  close(): void
}

export async function openBucketStore(
  { databaseUrl, redisUrl }: Config,
  db: Kysely<Database>,
  log: Log
): Promise<OpenBucketStore> {
  if (redisUrl !== null) {
    // Imported here, because most servers do not need it.
    const { openValkeyBucketStore } = await import('./valkey-bucket-store.js')
    const store = openValkeyBucketStore(redisUrl, log)
    return { store, close: store.close }
  }
  return { store: databaseUrl === null ? null : createPostgresBucketStore(db), close: () => undefined }
}
