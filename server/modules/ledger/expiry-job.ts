import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { repeat } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import { type Log, loggedError } from '../../lib/log.js'
import { expireBonus } from './bonus-expiry.js'

const EVERY_MS = 5 * 60_000

/** Writes off ended bonus every five minutes; several servers of one database may do so side by side. */
export function startExpiry({ db, clock, log }: { db: Kysely<Database>; clock: Clock; log: Log }): () => Promise<void> {
  return repeat(async () => {
    try {
      const users = await expireBonus(db, new Date(clock.now()))
      if (users > 0) log.info({ users }, 'bonus ended')
    } catch (error) {
      log.warn({ error: loggedError(error) }, 'ended bonus cannot be written off')
    }
  }, EVERY_MS)
}
