import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { startBackgroundJob } from '../../lib/background-job.js'
import { type Log, toLoggedError } from '../../lib/log.js'
import { deleteOldServedMedia } from './served-media.js'

const INTERVAL_MS = 60 * 60_000

export function startServedMediaCleanupJob({ db, log }: { db: Kysely<Database>; log: Log }) {
  return startBackgroundJob(async () => {
    try {
      await deleteOldServedMedia(db)
    } catch (error) {
      log.warn({ error: toLoggedError(error) }, 'old rows of served segments cannot be deleted')
    }
  }, INTERVAL_MS)
}
