import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { forEachIsolated, type JobMonitor, startBackgroundJob } from '../../../lib/background-job.js'
import type { Clock } from '../../../lib/clock.js'
import type { Log } from '../../../lib/log.js'
import { readTrustedTime } from '../../clock/trusted-time.js'
import type { AssetRegistry } from '../package/asset-registry.js'
import { BrokenPackage, checkObjects, type ListBucketFiles, readPackage } from '../package/package-folder.js'
import { publishPackage, publishStoredDraft } from './publish.js'

const INTERVAL_MS = 10_000
const MAX_DUE = 50

export interface PublishOptions {
  db: Kysely<Database>
  assets: AssetRegistry
  listBucketFiles?: ListBucketFiles | undefined
  log: Log
}

/** Returns the dramas that this server has published. The others stay due, for another server or the next run. */
export async function publishDue({ db, assets, listBucketFiles, log }: PublishOptions, now: Date): Promise<string[]> {
  const due = await db
    .selectFrom('drama_edits')
    .select('drama_id')
    .where('publish_at', '<=', now)
    .orderBy('publish_at')
    .limit(MAX_DUE)
    .execute()
  const published: string[] = []
  await forEachIsolated(due, async ({ drama_id: id }) => {
    const folder = assets.folderOf(id)
    try {
      if (folder === null) {
        if (await publishStoredDraft(db, id, now)) published.push(id)
        return
      }
      const loaded = await readPackage(folder)
      assets.refuseDuplicates(loaded)
      await checkObjects(loaded, listBucketFiles)
      if (await publishPackage(db, loaded, { now, isScheduled: true })) published.push(id)
    } catch (error) {
      if (!(error instanceof BrokenPackage)) throw error
      log.warn({ id, reason: error.message }, 'a drama cannot be published at its time')
    }
  })
  return published
}

export function startPublishJob({
  clock,
  monitor,
  ...options
}: PublishOptions & { clock: Clock; monitor: JobMonitor }) {
  const { db, log } = options
  return startBackgroundJob(
    {
      name: 'drama_publication',
      pauseMs: INTERVAL_MS,
      failure: 'dramas cannot be published at their time',
      log,
      monitor
    },
    async () => {
      const published = await publishDue(options, await readTrustedTime(db, new Date(clock.now())))
      if (published.length > 0) log.info({ dramas: published }, 'dramas published at their time')
    }
  )
}
