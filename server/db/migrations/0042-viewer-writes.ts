import { type Kysely, sql } from 'kysely'

/**
 * `lsn` is a position in the write-ahead log of the primary after the viewer's last write. What the row of the user `''`
 * says holds for everyone. Unlogged: after a crash the table is empty, which sends all reads to the primary.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table viewer_writes (user_id text primary key, lsn pg_lsn not null)`.execute(db)
}
