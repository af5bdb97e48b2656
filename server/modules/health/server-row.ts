import { hostname } from 'node:os'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { PACKAGE_VERSION } from '../../lib/package-version.js'

export interface ServerState {
  id: string
  startedAt: Date
  /** Requests that wait for a connection to the database. */
  databaseWaiting: number
  /** Jobs whose last run failed. */
  failedJobs: number
}

const ROW_LIFETIME_MS = 24 * 60 * 60_000

/** One statement, which also deletes the rows of servers that have not written theirs for a day. */
export async function writeServerRow(db: Kysely<Database>, state: ServerState, now: Date): Promise<void> {
  const { id, startedAt, databaseWaiting, failedJobs } = state
  await sql`with gone as (
      delete from servers where seen_at < ${new Date(now.getTime() - ROW_LIFETIME_MS)} and id <> ${id}
    )
    insert into servers (id, host, pid, version, started_at, seen_at, memory_bytes, database_waiting, failed_jobs)
    values (${id}, ${hostname()}, ${process.pid}, ${PACKAGE_VERSION}, ${startedAt}, ${now}, ${process.memoryUsage.rss()},
      ${databaseWaiting}, ${failedJobs})
    on conflict (id) do update set seen_at = excluded.seen_at, memory_bytes = excluded.memory_bytes,
      database_waiting = excluded.database_waiting, failed_jobs = excluded.failed_jobs`.execute(db)
}

export const deleteServerRow = (db: Kysely<Database>, id: string) =>
  db.deleteFrom('servers').where('id', '=', id).execute()

/** A server that stopped without notice is listed for this time. */
const LISTED_MS = 15 * 60_000
const MAX_SERVERS = 200

/** Those that were seen within a quarter of an hour, the newest start first. */
export const listServers = (db: Kysely<Database>, now: Date) =>
  db
    .selectFrom('servers')
    .selectAll()
    .where('seen_at', '>', new Date(now.getTime() - LISTED_MS))
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(MAX_SERVERS)
    .execute()
