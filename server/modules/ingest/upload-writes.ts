import { type Kysely, sql } from 'kysely'
import { MAX_EPISODE_NO } from '../../../contract/episode.js'
import type { Database } from '../../db/schema/schema.js'
import { type EpisodeFile, parseEpisodeNo } from './episode-file.js'
import { readReceivedBytes, removeUploadFile } from './upload-files.js'

interface NewUpload {
  id: string
  dramaId: string
  fileName: string
  file: EpisodeFile
  size: number
  createdBy: string
  now: Date
}

/** The number of the episode is the one that the name says, unless another file of the drama has it. */
export async function insertUpload(
  db: Kysely<Database>,
  { id, dramaId, fileName, file, size, createdBy, now }: NewUpload
): Promise<void> {
  const { kind, lang } = file
  const row = {
    id,
    drama_id: dramaId,
    file_name: fileName,
    kind,
    lang,
    size,
    state: 'uploading' as const,
    created_by: createdBy,
    created_at: now,
    updated_at: now
  }
  const inserted = await db
    .insertInto('uploads')
    .values({ ...row, episode_no: parseEpisodeNo(fileName, MAX_EPISODE_NO) })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted === undefined)
    await db
      .insertInto('uploads')
      .values({ ...row, episode_no: null })
      .execute()
}

export async function markUploaded(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  await db.updateTable('uploads').set({ state: 'uploaded', updated_at: now }).where('id', '=', id).execute()
}

/** A server may have ended between the last byte of a file and `markUploaded`. */
export async function markCompleteUploads(
  db: Kysely<Database>,
  config: { dataDir: string },
  { dramaId, now }: { dramaId: string; now: Date }
): Promise<void> {
  const unfinished = await db
    .selectFrom('uploads')
    .select(['id', 'size'])
    .where('drama_id', '=', dramaId)
    .where('state', '=', 'uploading')
    .execute()
  for (const { id, size } of unfinished)
    if ((await readReceivedBytes(config, id)) === Number(size)) await markUploaded(db, id, now)
}

/** Whether a job that waits or runs needs the file. */
export const isUsedByJob = sql<boolean>`exists (select 1 from ingest_jobs where ingest_jobs.id = uploads.job_id
  and ingest_jobs.state in ('queued', 'running'))`

/** False if there is no such upload, or a job needs it. */
export async function deleteUpload(db: Kysely<Database>, config: { dataDir: string }, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where(isUsedByJob, '=', false)
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return false
  await removeUploadFile(config, id)
  return true
}
