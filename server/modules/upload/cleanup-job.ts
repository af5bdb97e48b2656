import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { type JobMonitor, startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import type { Log } from '../../lib/log.js'
import { readTrustedTime } from '../clock/trusted-time.js'
import type { ImageStore } from './image-store.js'

const CLEANUP_INTERVAL_MS = 10 * 60_000
const HOUR_MS = 3_600_000
const REVIEWED_RETENTION_MS = 30 * 24 * HOUR_MS

interface CleanupOptions {
  images: ImageStore
  db: Kysely<Database>
  now: Date
}

/**
 * Deletes pictures that were not submitted within a day, were reviewed 30 days ago or belong to deleted users, and
 * files without a row. Returns the number of deleted files.
 */
export async function deleteExpiredImages({ images, db, now }: CleanupOptions): Promise<number> {
  const reviewedBefore = new Date(now.getTime() - REVIEWED_RETENTION_MS)
  await sql`update reward_images set removed_at = ${now},
    prints = regexp_replace(prints, '"small":"[^"]*"', '"small":null')
    where removed_at is null and (
    (submission_id is null and expires_at <= ${now})
    or exists (select 1 from reward_submissions where id = reward_images.submission_id and status <> 0
      and reviewed_at <= ${reviewedBefore})
    or exists (select 1 from users where id = reward_images.user_id and deleted_at is not null)
  )`.execute(db)
  const oldFiles = (await images.list()).filter(({ changedAt }) => now.getTime() - changedAt > HOUR_MS)
  const storedIds = await findStoredIds(
    db,
    oldFiles.map(({ id }) => id)
  )
  const orphans = oldFiles.filter(({ id }) => !storedIds.has(id))
  for (const file of orphans) await file.remove()
  return orphans.length
}

async function findStoredIds(db: Kysely<Database>, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('reward_images')
    .select('id')
    .where('removed_at', 'is', null)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export function startImageCleanupJob({
  images,
  db,
  clock,
  log,
  monitor
}: Omit<CleanupOptions, 'now'> & { clock: Clock; log: Log; monitor: JobMonitor }) {
  return startBackgroundJob(
    { name: 'image_cleanup', pauseMs: CLEANUP_INTERVAL_MS, failure: 'pictures cannot be removed', log, monitor },
    async () => {
      const now = await readTrustedTime(db, new Date(clock.now()))
      const files = await deleteExpiredImages({ images, db, now })
      if (files > 0) log.info({ files }, 'pictures removed')
    }
  )
}
