import { hostname } from 'node:os'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { transaction } from '../../../db/transaction.js'
import { forEachIsolated, type JobMonitor, startBackgroundJob } from '../../../lib/background-job.js'
import type { Clock } from '../../../lib/clock.js'
import type { Log } from '../../../lib/log.js'
import type { Random } from '../../../lib/random.js'
import { recordChange } from '../../audit/record-change.js'
import { readTrustedTime } from '../../clock/trusted-time.js'
import { readEditedDrama } from '../../operator/actions/drama-response.js'
import type { AssetRegistry } from '../package/asset-registry.js'
import { BrokenPackage, checkObjects, type ListBucketFiles, readPackage } from '../package/package-folder.js'
import { lockDrama } from '../package/package-writes.js'
import { lockEdits } from './edit-writes.js'
import { publishPackage, publishStoredDraft } from './publish.js'

const INTERVAL_MS = 10_000
const MAX_DUE = 50

export interface PublishOptions {
  db: Kysely<Database>
  assets: AssetRegistry
  listBucketFiles?: ListBucketFiles | undefined
  log: Log
  clock: Clock
  random: Random
}

/** Returns the dramas that this server has published. The others stay due, for another server or the next run. */
export async function publishDue(options: PublishOptions, now: Date): Promise<string[]> {
  const { db, assets, listBucketFiles, log } = options
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
        if (await publishWithEntry(options, { id, now }, trx => publishStoredDraft(trx, id, now))) published.push(id)
        return
      }
      const loaded = await readPackage(folder)
      assets.refuseDuplicates(loaded)
      await checkObjects(loaded, listBucketFiles)
      const isPublished = await publishWithEntry(options, { id, now }, trx =>
        publishPackage(trx, loaded, { now, isScheduled: true })
      )
      if (isPublished) published.push(id)
    } catch (error) {
      if (!(error instanceof BrokenPackage)) throw error
      log.warn({ id, reason: error.message }, 'a drama cannot be published at its time')
    }
  })
  return published
}

/** Writes the entry of the audit log with the publication itself. False if `publish` has found it not due. */
async function publishWithEntry(
  { db, assets, clock, random }: PublishOptions,
  { id, now }: { id: string; now: Date },
  publish: (trx: Transaction<Database>) => Promise<boolean>
): Promise<boolean> {
  return transaction(db, async trx => {
    await lockDrama(trx, id)
    const edits = await lockEdits(trx, id)
    const readState = () => readEditedDrama({ db: trx, assets, origin: '' }, id)
    const before = await readState()
    if (!(await publish(trx))) return false
    await recordChange(
      trx,
      { clock, random },
      {
        operator: 'job:drama_publication',
        action: 'drama_publish',
        subject: id,
        detail: { id, publish_at: edits?.publish_at, scheduled_by: edits?.scheduled_by },
        address: hostname(),
        before,
        after: await readState(),
        now
      }
    )
    return true
  })
}

export function startPublishJob({ monitor, ...options }: PublishOptions & { monitor: JobMonitor }) {
  const { db, clock, log } = options
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
