import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Config } from '../../config/config.js'
import type { Database } from '../../db/schema/schema.js'
import { type JobMonitor, startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import type { Log } from '../../lib/log.js'
import { readTrustedTime } from '../clock/trusted-time.js'
import { isUploadId, removeUploadFile, toUploadFolder } from './upload-files.js'
import { deleteUpload, isUsedByJob } from './upload-writes.js'

const CLEANUP_INTERVAL_MS = 10 * 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** An upload that got no byte in this time does not go on. */
const UNFINISHED_RETENTION_MS = 3 * DAY_MS
/** For a file that nobody has processed. */
const UPLOADED_RETENTION_MS = 30 * DAY_MS
const MAX_UPLOADS_PER_RUN = 500

interface CleanupContext {
  db: Kysely<Database>
  config: Pick<Config, 'dataDir'>
  now: Date
}

/** Removes old uploads that no job needs, and files without an upload. Returns how many uploads and files. */
export async function deleteOldUploads(context: CleanupContext): Promise<number> {
  const { db, config, now } = context
  const before = (ageMs: number) => new Date(now.getTime() - ageMs)
  const old = await db
    .selectFrom('uploads')
    .select('id')
    .where('updated_at', '<', before(UNFINISHED_RETENTION_MS))
    .where(({ or, eb }) => or([eb('state', '=', 'uploading'), eb('updated_at', '<', before(UPLOADED_RETENTION_MS))]))
    .where(isUsedByJob, '=', false)
    .orderBy('updated_at')
    .limit(MAX_UPLOADS_PER_RUN)
    .execute()
  let count = 0
  for (const { id } of old) if (await deleteUpload(db, config, id)) count++
  return count + (await deleteOrphans(context)) + (await deleteLeftFolders(context))
}

/** Files whose upload could not be stored, or was removed while they were written. */
async function deleteOrphans({ db, config, now }: CleanupContext): Promise<number> {
  const folder = toUploadFolder(config)
  const names = await readdir(folder).catch(() => [])
  const ids = [...new Set(names.map(name => name.replace(/\.json$/, '')))].filter(isUploadId)
  if (ids.length === 0) return 0
  const rows = await db.selectFrom('uploads').select('id').where('id', 'in', ids).execute()
  const known = new Set(rows.map(({ id }) => id))
  let count = 0
  for (const id of ids) {
    if (known.has(id) || !(await isOlderThanHour(join(folder, id), now))) continue
    await removeUploadFile(config, id)
    count++
  }
  return count
}

/** Of jobs whose server ended. */
async function deleteLeftFolders({ db, config, now }: CleanupContext): Promise<number> {
  const folder = join(config.dataDir, 'ingest')
  let count = 0
  for (const id of await readdir(folder).catch(() => [])) {
    const row = await db.selectFrom('ingest_jobs').select('state').where('id', '=', id).executeTakeFirst()
    if (row?.state === 'running' || !(await isOlderThanHour(join(folder, id), now))) continue
    await rm(join(folder, id), { recursive: true, force: true })
    count++
  }
  return count
}

const isOlderThanHour = (path: string, now: Date): Promise<boolean> =>
  stat(path).then(
    ({ mtimeMs }) => now.getTime() - mtimeMs > HOUR_MS,
    () => true
  )

interface CleanupJobOptions {
  db: Kysely<Database>
  config: Pick<Config, 'dataDir'>
  clock: Clock
  log: Log
  monitor: JobMonitor
}

export function startUploadCleanupJob({ db, config, clock, log, monitor }: CleanupJobOptions): () => Promise<void> {
  return startBackgroundJob(
    { name: 'upload_cleanup', pauseMs: CLEANUP_INTERVAL_MS, failure: 'uploads cannot be removed', log, monitor },
    async () => {
      const now = await readTrustedTime(db, new Date(clock.now()))
      const uploads = await deleteOldUploads({ db, config, now })
      if (uploads > 0) log.info({ uploads }, 'old uploads of episodes removed')
    }
  )
}
