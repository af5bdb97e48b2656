import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { SLOT_MS } from '../metrics.js'

/** Facts are queued for a week after the last server with an archive has stopped, so that a deploy loses none. */
export const isArchiveOn: RawBuilder<boolean> = sql`report_archive.renewed_at > now() - interval '7 days'`

const LEASE = sql`interval '10 minutes'`

/**
 * Turns the archive on, or keeps it on. It has all facts from the end of the next quarter of an hour on: by then no
 * server counts facts without queueing them.
 */
export async function renewArchive(db: Kysely<Database>, now: Date): Promise<void> {
  const since = new Date((Math.floor(now.getTime() / SLOT_MS) + 2) * SLOT_MS)
  await sql`insert into report_archive (since, renewed_at) values (${since}, now())
    on conflict (is_single) do update set renewed_at = now(),
      since = case when ${isArchiveOn} then report_archive.since else excluded.since end`.execute(db)
}

/** One server at a time writes files. Returns false if another one does. */
export async function takeWriteLease(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`update report_archive set leased_until = now() + ${LEASE}
    where leased_until is null or leased_until <= now() returning 1`.execute(db)
  return rows.length === 1
}

export async function releaseWriteLease(db: Kysely<Database>): Promise<void> {
  await sql`update report_archive set leased_until = null`.execute(db)
}
