import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Config } from '../../../config/config.js'
import type { Database } from '../../../db/schema/schema.js'
import { transaction } from '../../../db/transaction.js'
import { BusinessError, createFieldError } from '../../../http/business-error.js'
import { type Log, toLoggedError } from '../../../lib/log.js'
import { removeUploadFile } from '../../ingest/upload-files.js'
import type { AssetRegistry } from '../package/asset-registry.js'
import { lockDrama } from '../package/package-writes.js'
import { lockEdits } from './edit-writes.js'

export interface DraftDeletion {
  db: Kysely<Database>
  config: Pick<Config, 'dataDir'>
  assets: AssetRegistry
  log: Log
}

export interface DeletedDraft {
  id: string
  /** What the editor saw. */
  version: number
}

/**
 * Deletes a drama that was never published, with its package on this server, its uploads and its jobs. Throws 4204, or 4001
 * with the reason why it stays. Pictures that editors chose stay, because another drama may have the same.
 */
export async function deleteDraft({ db, config, assets, log }: DraftDeletion, draft: DeletedDraft): Promise<void> {
  const { id } = draft
  const folder = assets.folderOf(id)
  const packageMove = folder === null ? null : createPackageMove(folder)
  const uploads = await transaction(db, async trx => {
    await checkDraft(trx, draft)
    const ids = await deleteIngest(trx, id)
    const stored = await trx.deleteFrom('dramas').where('id', '=', id).returning('id').execute()
    // Another server may have the package. Once it loads that again, the drama would be online, as one without a draft.
    if (stored.length > 0 && packageMove === null) throw createFieldError('id', 'no_package')
    await trx.deleteFrom('episodes').where('drama_id', '=', id).execute()
    await trx.deleteFrom('drama_edits').where('drama_id', '=', id).execute()
    // Before the locks end: what waits for them stores a package only if it is still there.
    await packageMove?.hide()
    return ids
  }).catch(async error => {
    await packageMove?.restore()
    throw error
  })
  assets.remove(id)
  const removals = [...uploads.map(upload => removeUploadFile(config, upload)), packageMove?.remove()]
  for (const removal of await Promise.allSettled(removals))
    if (removal.status === 'rejected')
      log.warn({ id, error: toLoggedError(removal.reason) }, 'a file of a deleted draft stays')
}

async function checkDraft(trx: Transaction<Database>, { id, version }: DeletedDraft): Promise<void> {
  const drama = await lockDrama(trx, id)
  const edits = await lockEdits(trx, id)
  if (drama === undefined && edits === null) throw new BusinessError(4204)
  if (edits?.is_draft !== true) throw createFieldError('id', 'was_published')
  if (edits.version !== version) throw createFieldError('version', 'changed_meanwhile')
  const { rows } = await sql<{ is_unlocked: boolean; is_watched: boolean; has_campaign: boolean }>`select
      exists (select 1 from unlocks where episode_id in (select episodes.id from episodes where drama_id = ${id})) as is_unlocked,
      exists (select 1 from drama_progress where drama_id = ${id}) as is_watched,
      exists (select 1 from campaigns where start_drama_id = ${id})
        or exists (select 1 from experiment_variants where start_drama_id = ${id}) as has_campaign`.execute(trx)
  const [use] = rows
  if (use?.is_unlocked) throw createFieldError('id', 'is_unlocked')
  if (use?.is_watched) throw createFieldError('id', 'is_watched')
  if (use?.has_campaign) throw createFieldError('id', 'has_campaign')
}

/** Returns the ids of the uploads, whose files stay until the transaction has ended. */
async function deleteIngest(trx: Transaction<Database>, dramaId: string): Promise<string[]> {
  const uploads = await trx.deleteFrom('uploads').where('drama_id', '=', dramaId).returning('id').execute()
  await trx
    .deleteFrom('ingest_jobs')
    .where('drama_id', '=', dramaId)
    .where('state', 'not in', ['queued', 'running'])
    .execute()
  const left = await trx.selectFrom('ingest_jobs').select('id').where('drama_id', '=', dramaId).executeTakeFirst()
  if (left !== undefined) throw createFieldError('id', 'job_running')
  return uploads.map(({ id }) => id)
}

/** `hide` may be called again, because a transaction is repeated after a conflict. It throws 4001 for a folder that cannot be changed. */
function createPackageMove(folder: string) {
  // A name with a dot is not scanned.
  const hidden = join(dirname(folder), `.deleted-${basename(folder)}`)
  let isHidden = false
  const remove = () => rm(hidden, { recursive: true, force: true })
  return {
    async hide() {
      if (isHidden) return
      try {
        await remove()
        await rename(folder, hidden)
      } catch (error) {
        throw isRefused(error) ? createFieldError('id', 'not_writable') : error
      }
      isHidden = true
    },
    async restore() {
      if (isHidden) await rename(hidden, folder)
    },
    remove
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code))
