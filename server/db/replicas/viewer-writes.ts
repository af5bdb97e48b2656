// Where in the write-ahead log a viewer's last write is, so that a replica is asked only once it has replayed it.
import { type Expression, type Kysely, sql } from 'kysely'
import { createGroupCommit } from '../../lib/group-commit.js'
import type { Database } from '../schema/schema.js'

const EVERYONE = ''
const MAX_USERS_PER_STATEMENT = 500
const STATEMENT_INTERVAL_MS = 5

/** A log sequence number as Postgres writes it, such as `16/B374D848`. */
export type WalPosition = string

/** https://www.postgresql.org/docs/current/datatype-pg-lsn.html */
export function isWalPositionAtLeast(position: WalPosition, least: WalPosition): boolean {
  const toNumber = (text: string) => {
    const [high = '', low = ''] = text.split('/')
    return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
  }
  return toNumber(position) >= toNumber(least)
}

/** Null if nothing is known of the viewer. */
export const selectWrittenPosition = (userId: Expression<string>) =>
  sql<WalPosition | null>`(select max(lsn)::text from viewer_writes where user_id in (${userId}, ${EVERYONE}))`

/** Notes the writes of several requests together. Call it after the commit. */
export function createViewerWrites(db: Kysely<Database>): (userId: string) => Promise<void> {
  const writes = createGroupCommit<string, void>({
    keyOf: userId => userId,
    maxGroupSize: MAX_USERS_PER_STATEMENT,
    intervalMs: STATEMENT_INTERVAL_MS,
    mayFailAlone: () => false,
    async writeAll(userIds) {
      await sql`insert into viewer_writes (user_id, lsn)
        select user_id, pg_current_wal_insert_lsn() from unnest(${[...userIds].sort()}::text[]) as writer (user_id)
        on conflict (user_id) do update set lsn = greatest(viewer_writes.lsn, excluded.lsn)`.execute(db)
      return userIds.map(() => undefined)
    }
  })
  return userId => writes.write(userId)
}

/**
 * From now on every reader needs `position`, so earlier writes of viewers need no rows. In an empty table, where a crash
 * may have lost rows, every reader needs all that was written until now.
 */
export async function forgetWritesBefore(db: Kysely<Database>, position: WalPosition): Promise<void> {
  await sql`with everyone as (
      insert into viewer_writes (user_id, lsn) values (${EVERYONE}, pg_current_wal_insert_lsn())
      on conflict (user_id) do update set lsn = greatest(viewer_writes.lsn, ${position}::pg_lsn)
    )
    delete from viewer_writes where user_id <> ${EVERYONE} and lsn <= ${position}::pg_lsn`.execute(db)
}
