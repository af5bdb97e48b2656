import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { LAST_PLACE } from '../../../contract/drama-defaults.js'
import type { Config } from '../../config/config.js'
import type { IngestFailureKind, IngestJobRow, UploadRow } from '../../db/schema/ingest-tables.js'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import type { Clock } from '../../lib/clock.js'
import { type Log, toLoggedError } from '../../lib/log.js'
import type { Random } from '../../lib/random.js'
import { extensionOf } from './episode-file.js'
import { createFilmFinder, findDraftTitle } from './find-drama.js'
import type { IngestProgram, IngestProgress } from './ingest-program.js'
import { endJob, type JobEnd, type JobProgress, type LeaseState, writeProgress } from './ingest-queue.js'
import { recordJobEnd } from './job-entry.js'
import { removeUploadFile, toUploadFile } from './upload-files.js'

export interface IngestJobContext {
  db: Kysely<Database>
  config: Pick<Config, 'dataDir' | 'catalogueDirs'>
  clock: Clock
  random: Random
  log: Log
  ingestProgram: IngestProgram
  /** Folder of a drama's package; null without one. */
  findPackageFolder(dramaId: string): string | null
  /** How often the progress is written, and a wish to cancel read. */
  progressIntervalMs: number
}

const MAX_LOG_LINES = 200
const MAX_LINE_LENGTH = 500

/** Runs a job that this server has claimed. Gives it back if `signal` is aborted, because the server ends. */
export async function runIngestJob(
  context: IngestJobContext,
  { job, holder }: { job: IngestJobRow; holder: string },
  signal: AbortSignal
): Promise<void> {
  const { db, config, log } = context
  const uploads = await db
    .selectFrom('uploads')
    .selectAll()
    .where('job_id', '=', job.id)
    .orderBy('episode_no')
    .execute()
  const folder = join(config.dataDir, 'ingest', job.id)
  try {
    const end = await encode(context, { job, holder, uploads, folder }, signal)
    if (end === null) return
    const isOwn = await endWithEntry(context, { job, holder }, end)
    if (isOwn && end.state === 'done') await removeUploads(context, job.id)
    if (end.state === 'failed') log.warn({ drama: job.drama_id, failure: end.failure }, 'ingest failed')
  } catch (error) {
    log.warn({ error: toLoggedError(error) }, 'an ingest job cannot be run')
    const failure = error instanceof Error ? error.message : String(error)
    const end = { state: 'failed', kind: toFailureKind(failure, false), failure, uploadId: null } as const
    await endWithEntry(context, { job, holder }, end)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** False if another server has the job. */
async function endWithEntry(
  { db, clock, random }: IngestJobContext,
  { job, holder }: Pick<ClaimedJob, 'job' | 'holder'>,
  end: JobEnd
): Promise<boolean> {
  return transaction(db, async trx => {
    const ended = await endJob(trx, { id: job.id, holder }, end, new Date(clock.now()))
    if (ended !== null && end.state !== 'queued') await recordJobEnd(trx, { clock, random }, ended)
    return ended !== null
  })
}

interface ClaimedJob {
  job: IngestJobRow
  holder: string
  uploads: readonly UploadRow[]
  folder: string
}

/** Null if another server has taken the job. */
async function encode(
  context: IngestJobContext,
  { job, holder, uploads, folder }: ClaimedJob,
  signal: AbortSignal
): Promise<JobEnd | null> {
  const { db, log, ingestProgram, progressIntervalMs } = context
  const findFilm = await createFilmFinder(db, job.drama_id)
  const names = new Map(uploads.map(upload => [toWorkName(upload, findFilm(upload.episode_no ?? 0)), upload]))
  const target = await writeSource(context, { job, names, folder })
  const stopped = new AbortController()
  const progress = createProgress(line => toMemberText(line, names))
  const lease: { state: LeaseState } = { state: 'kept' }
  let written: Promise<void> = Promise.resolve()
  const write = async () => {
    const state = await writeProgress(db, { id: job.id, holder }, progress.read())
    if (state === 'kept' || lease.state !== 'kept') return
    lease.state = state
    stopped.abort()
  }
  const timer = setInterval(() => {
    written = written.then(write).catch(error => log.warn({ error: toLoggedError(error) }, 'ingest: no progress'))
  }, progressIntervalMs)
  const { failure } = await ingestProgram
    .run({ source: folder, target, signal: AbortSignal.any([signal, stopped.signal]), onProgress: progress.add })
    .finally(() => clearInterval(timer))
  await written
  if (failure === null) progress.finish()
  await write()
  if (lease.state === 'lost') return null
  if (failure === null) return { state: 'done' }
  if (lease.state === 'cancel') return { state: 'cancelled' }
  if (signal.aborted) return { state: 'queued' }
  const [workName, upload] = [...names].find(([name]) => failure.startsWith(`${name}:`)) ?? []
  return {
    state: 'failed',
    kind: toFailureKind(failure, workName !== undefined),
    failure: toMemberText(failure, names),
    uploadId: upload?.id ?? null
  }
}

interface SourceFolder {
  job: IngestJobRow
  names: ReadonlyMap<string, UploadRow>
  folder: string
}

/** Links the files under their numbers. Returns the folder of the package. */
async function writeSource(
  { db, config, findPackageFolder }: IngestJobContext,
  { job, names, folder }: SourceFolder
): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const [name, { id }] of names) await symlink(toUploadFile(config, id), join(folder, name))
  const existing = findPackageFolder(job.drama_id)
  if (existing !== null) return existing
  const slug = job.drama_id.slice('d_'.length)
  const title = (await findDraftTitle(db, job.drama_id)) ?? slug
  // What editors have not chosen stays empty, or is what the console says of an empty field.
  const description = { slug, title, age_rating: '', is_finished: false, sort: LAST_PLACE }
  await writeFile(join(folder, 'drama.json'), JSON.stringify(description))
  const own = join(config.dataDir, 'catalogue')
  return join(config.catalogueDirs.includes(own) ? own : (config.catalogueDirs.at(-1) ?? own), slug)
}

/** `007.mp4`, or `007.pt.vtt` for captions. */
function toWorkName({ lang, file_name: name }: UploadRow, film: number): string {
  return `${String(film).padStart(3, '0')}${lang === null ? '' : `.${lang}`}${extensionOf(name)}`
}

function createProgress(toText: (line: string) => string) {
  const progress: { -readonly [Key in keyof JobProgress]: JobProgress[Key] } & { log: string[] } = {
    episodesDone: 0,
    episodesTotal: 0,
    currentFile: null,
    percent: 0,
    log: []
  }
  return {
    read: (): JobProgress => ({ ...progress, log: [...progress.log] }),
    finish() {
      progress.episodesDone = progress.episodesTotal
      progress.currentFile = null
      progress.percent = 100
    },
    add(change: IngestProgress) {
      switch (change.event) {
        case 'begin':
          progress.episodesTotal = change.episodes
          break
        case 'episode':
          progress.episodesDone = change.done
          progress.currentFile = toText(change.file)
          progress.percent = 0
          break
        case 'percent':
          progress.percent = change.percent
          break
        case 'log':
          progress.log = [...progress.log, toText(change.line).slice(0, MAX_LINE_LENGTH)].slice(-MAX_LOG_LINES)
      }
    }
  }
}

/** With the names that the member gave the files. */
function toMemberText(text: string, names: ReadonlyMap<string, UploadRow>): string {
  let shown = text
  for (const [name, upload] of names) shown = shown.replaceAll(name, () => upload.file_name)
  return shown
}

function toFailureKind(failure: string, isAboutFile: boolean): IngestFailureKind {
  if (failure.includes('not found on PATH')) return 'no_ffmpeg'
  if (/ENOSPC|No space left/i.test(failure)) return 'no_space'
  if (/EACCES|EROFS|EPERM/.test(failure)) return 'not_writable'
  return isAboutFile ? 'broken_file' : 'other'
}

async function removeUploads({ db, config }: IngestJobContext, jobId: string): Promise<void> {
  const removed = await db.deleteFrom('uploads').where('job_id', '=', jobId).returning('id').execute()
  for (const { id } of removed) await removeUploadFile(config, id)
}
