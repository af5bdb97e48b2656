// Which server runs which job. Leases are on the clock of the database, which all servers share.
import { type Kysely, sql } from 'kysely'
import type { IngestFailureKind, IngestJobRow } from '../../db/schema/ingest-tables.js'
import type { Database } from '../../db/schema/schema.js'

const LEASE_S = 30
/** A job that ends its server each time is not tried for ever. */
const MAX_ATTEMPTS = 3

const leaseEnd = sql<Date>`now() + make_interval(secs => ${sql.lit(LEASE_S)})`

/** Jobs of servers that ended: they wait again, or have failed if this happened too often. Returns those that have ended. */
export async function endExpiredLeases(db: Kysely<Database>, now: Date): Promise<IngestJobRow[]> {
  const { rows } = await sql<IngestJobRow>`update ingest_jobs set lease_holder = null, leased_until = null,
    state = case when is_cancel_wanted then 'cancelled' when attempt >= ${sql.lit(MAX_ATTEMPTS)} then 'failed' else 'queued' end,
    failure_kind = case when is_cancel_wanted or attempt < ${sql.lit(MAX_ATTEMPTS)} then null else 'server_ended' end,
    finished_at = case when is_cancel_wanted or attempt >= ${sql.lit(MAX_ATTEMPTS)} then ${now}::timestamptz end
    where state = 'running' and leased_until < now() returning *`.execute(db)
  return rows.filter(({ state }) => state !== 'queued')
}

/** The oldest job that waits; undefined without one. */
export async function claimJob(
  db: Kysely<Database>,
  { holder, now }: { holder: string; now: Date }
): Promise<IngestJobRow | undefined> {
  return db
    .updateTable('ingest_jobs')
    .set({
      state: 'running',
      lease_holder: holder,
      leased_until: leaseEnd,
      started_at: now,
      attempt: sql<number>`attempt + 1`,
      episodes_done: 0,
      episodes_total: 0,
      current_file: null,
      percent: 0,
      log: '[]'
    })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('ingest_jobs')
        .select('id')
        .where('state', '=', 'queued')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked()
    )
    .returningAll()
    .executeTakeFirst()
}

export interface JobProgress {
  episodesDone: number
  episodesTotal: number
  currentFile: string | null
  percent: number
  log: readonly string[]
}

/** `lost`: another server has the job. */
export type LeaseState = 'kept' | 'cancel' | 'lost'

export async function writeProgress(
  db: Kysely<Database>,
  { id, holder }: { id: string; holder: string },
  { episodesDone, episodesTotal, currentFile, percent, log }: JobProgress
): Promise<LeaseState> {
  const row = await db
    .updateTable('ingest_jobs')
    .set({
      leased_until: leaseEnd,
      episodes_done: episodesDone,
      episodes_total: episodesTotal,
      current_file: currentFile,
      percent,
      log: JSON.stringify(log)
    })
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .where('state', '=', 'running')
    .returning('is_cancel_wanted')
    .executeTakeFirst()
  if (row === undefined) return 'lost'
  return row.is_cancel_wanted ? 'cancel' : 'kept'
}

export type JobEnd =
  | { state: 'done' | 'cancelled' }
  | { state: 'failed'; kind: IngestFailureKind; failure: string; uploadId: string | null }
  /** The server ends before the job does. */
  | { state: 'queued' }

/** Null if another server has the job. */
export async function endJob(
  db: Kysely<Database>,
  { id, holder }: { id: string; holder: string },
  end: JobEnd,
  now: Date
): Promise<IngestJobRow | null> {
  const isFailure = end.state === 'failed'
  const row = await db
    .updateTable('ingest_jobs')
    .set({
      state: end.state,
      lease_holder: null,
      leased_until: null,
      finished_at: end.state === 'queued' ? null : now,
      failure_kind: isFailure ? end.kind : null,
      failure: isFailure ? end.failure : null,
      failed_upload_id: isFailure ? end.uploadId : null,
      ...(end.state === 'queued' && { attempt: sql<number>`attempt - 1` })
    })
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}
