import type { Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { buildIndexRows } from '../indexing.js'
import type { PackageFolder } from '../package/package-folder.js'
import { lockDrama, storeWithEdits } from '../package/package-writes.js'
import { indexNames } from './drama-names.js'
import { type DramaEdits, lockEdits } from './edit-writes.js'

interface Publication {
  now: Date
  /** Publishes only what is due at `now`, so that the first of several servers does it. */
  isScheduled?: boolean
}

/** Returns false if it is not due, or not any more. */
export async function publishPackage(
  trx: Transaction<Database>,
  loaded: PackageFolder,
  { now, isScheduled = false }: Publication
): Promise<boolean> {
  const { id } = loaded.drama
  const before = await lockDrama(trx, id)
  const edits = await lockEdits(trx, id)
  if (isScheduled && !isDue(edits, now)) return false
  await endDraft(trx, id, now)
  await trx.updateTable('dramas').set({ withdrawn_at: null }).where('id', '=', id).execute()
  await storeWithEdits(trx, {
    loaded,
    before,
    edits: edits === null ? null : { ...edits, is_draft: false },
    isFirstPublication: edits?.is_draft === true,
    now
  })
  return true
}

/**
 * Publishes a draft from what the database has of its package, on a server that does not have the package itself. Returns
 * false if it is not due, or if the drama has been taken offline: then it needs its package.
 */
export async function publishStoredDraft(trx: Transaction<Database>, id: string, now: Date): Promise<boolean> {
  const before = await lockDrama(trx, id)
  const edits = await lockEdits(trx, id)
  const isStored = before !== undefined && before.package_hash !== '' && before.withdrawn_at === null
  if (!isStored || edits?.is_draft !== true || !isDue(edits, now)) return false
  await endDraft(trx, id, now)
  const row = await trx
    .updateTable('dramas')
    .set({ status: 'online', offline_at: null, online_at: now, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await buildIndexRows(trx, row)
  await indexNames(trx, id)
  return true
}

const isDue = (edits: DramaEdits | null, now: Date) =>
  edits !== null && edits.publish_at !== null && edits.publish_at <= now

async function endDraft(trx: Transaction<Database>, id: string, now: Date): Promise<void> {
  await trx
    .updateTable('drama_edits')
    .set({ is_draft: false, publish_at: null, scheduled_by: null, updated_at: now })
    .where('drama_id', '=', id)
    .execute()
}
