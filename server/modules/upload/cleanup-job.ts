import { type Kysely, sql } from 'kysely'
import type { Config } from '../../config/config.js'
import type { Database } from '../../db/schema/schema.js'
import { startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import { type Log, loggedError } from '../../lib/log.js'
import { orphanFiles } from './image-folder.js'

const EVERY_MS = 10 * 60_000
const HOUR_MS = 3_600_000
const KEPT_AFTER_REVIEW_MS = 30 * 24 * HOUR_MS

interface Surroundings {
  config: Config
  db: Kysely<Database>
  now: Date
}

/**
 * Removes pictures that nobody handed in within a day, those reviewed 30 days ago, those of who is gone, and files that
 * no row speaks of, and what is small enough to be kept with the looks; gives how many files went.
 */
export async function deleteExpiredImages({ config, db, now }: Surroundings): Promise<number> {
  const reviewedBefore = new Date(now.getTime() - KEPT_AFTER_REVIEW_MS)
  await sql`update reward_images set removed_at = ${now},
    prints = regexp_replace(prints, '"small":"[^"]*"', '"small":null')
    where removed_at is null and (
    (submission_id is null and expires_at <= ${now})
    or exists (select 1 from reward_submissions where id = reward_images.submission_id and status <> 0
      and reviewed_at <= ${reviewedBefore})
    or exists (select 1 from users where id = reward_images.user_id and deleted_at is not null)
  )`.execute(db)
  const old = (await orphanFiles(config)).filter(({ changedAt }) => now.getTime() - changedAt > HOUR_MS)
  const kept = await keptAmong(
    db,
    old.map(({ id }) => id)
  )
  const gone = old.filter(({ id }) => !kept.has(id))
  for (const file of gone) await file.remove()
  return gone.length
}

async function keptAmong(db: Kysely<Database>, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('reward_images')
    .select('id')
    .where('removed_at', 'is', null)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Sweeps every ten minutes; every server sweeps its own folder. */
export function startImageCleanupJob({
  config,
  db,
  clock,
  log
}: Omit<Surroundings, 'now'> & { clock: Clock; log: Log }) {
  return startBackgroundJob(async () => {
    try {
      const files = await deleteExpiredImages({ config, db, now: new Date(clock.now()) })
      if (files > 0) log.info({ files }, 'pictures removed')
    } catch (error) {
      log.warn({ error: loggedError(error) }, 'pictures cannot be removed')
    }
  }, EVERY_MS)
}
