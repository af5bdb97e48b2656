import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { type JobMonitor, startBackgroundJob } from '../../lib/background-job.js'
import type { Log } from '../../lib/log.js'
import { deleteOldServedMedia } from './served-media.js'

const INTERVAL_MS = 60 * 60_000

export function startServedMediaCleanupJob({
  db,
  log,
  monitor
}: {
  db: Kysely<Database>
  log: Log
  monitor: JobMonitor
}) {
  return startBackgroundJob(
    {
      name: 'served_media_cleanup',
      pauseMs: INTERVAL_MS,
      failure: 'old rows of served segments cannot be deleted',
      log,
      monitor
    },
    async () => {
      await deleteOldServedMedia(db)
    }
  )
}
