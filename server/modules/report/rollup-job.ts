import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import { type Log, loggedError } from '../../lib/log.js'
import { BATCH_SIZE, rollUpFacts } from './rollup.js'

const LEAST = 50
const MOST = 20_000
/** A statement that takes this long, in ms, is near to being given up. */
const SLOW_MS = 700

/** More at once cost less each; on a machine that is too busy for so many, a few get through. */
export function nextBatch(size: number, tookMs: number): number {
  return Math.max(LEAST, Math.min(MOST, Math.floor(tookMs > SLOW_MS ? size / 2 : size * 1.5)))
}

const EVERY_MS = 5_000
/** What browsers tell again after this long is not known any more, in ms. */
const KEPT_MS = 35 * 86_400_000
const FORGOTTEN_AT_ONCE = 5_000

/** Rolls facts up every five seconds until none are left; several servers of one database may do so side by side. */
export function startRolling({ db, clock, log }: { db: Kysely<Database>; clock: Clock; log: Log }) {
  let isStopped = false
  let most = BATCH_SIZE
  const stop = startBackgroundJob(async () => {
    try {
      for (let moved = most; moved > 0 && !isStopped; ) {
        const startedAt = performance.now()
        moved = await rollUpFacts(db, most)
        most = nextBatch(most, performance.now() - startedAt)
      }
      await forgetOld(db, new Date(clock.now() - KEPT_MS))
    } catch (error) {
      most = nextBatch(most, Number.POSITIVE_INFINITY)
      log.warn({ error: loggedError(error) }, 'the report cannot be rolled up')
    }
  }, EVERY_MS)
  return () => {
    isStopped = true
    return stop()
  }
}

/** What was told so long ago is only counted any more. */
export async function forgetOld(db: Kysely<Database>, before: Date): Promise<void> {
  await sql`delete from collected_events where (user_id, event_id) in (
    select user_id, event_id from collected_events where received_at < ${before}
    order by received_at limit ${FORGOTTEN_AT_ONCE} for update skip locked
  )`.execute(db)
}
