import type { Kysely } from 'kysely'
import type { Database } from './schema/schema.js'

/** A database to read everything of one moment from, without blocking others. */
export interface DatabaseSnapshot {
  db: Kysely<Database>
  close(): Promise<void>
}
