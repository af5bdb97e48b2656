import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { dramaId } from '../../../../contract/drama.js'
import { listOf } from '../../../../contract/protocol/list.js'
import { isUniqueViolation } from '../../../db/database-error.js'
import { failureKinds, type IngestJobRow, ingestStates } from '../../../db/schema/ingest-tables.js'
import type { Database } from '../../../db/schema/schema.js'
import { transaction } from '../../../db/transaction.js'
import { createFieldError } from '../../../http/business-error.js'
import { cutToPage, formatCursor, parseCursor } from '../../../lib/cursor.js'
import { createIdentifier } from '../../../lib/identifier.js'
import { canGetEpisodes } from '../../ingest/find-drama.js'
import { markCompleteUploads } from '../../ingest/upload-writes.js'
import { defineOperatorAction, type OperatorContext } from '../operator-action.js'

const jobRow = z.object({
  id: z.string(),
  drama_id: z.string(),
  state: z.enum(ingestStates),
  created_by: z.string(),
  created_at: z.date(),
  started_at: z.date().nullable(),
  finished_at: z.date().nullable(),
  attempt: z.number().int(),
  episodes_done: z.number().int(),
  episodes_total: z.number().int(),
  current_file: z.string().nullable(),
  percent: z.number().int(),
  failure_kind: z.enum(failureKinds).nullable(),
  failure: z.string().nullable(),
  failed_upload_id: z.string().nullable()
})

const jobResponse = z.object({ job: jobRow.extend({ log: z.array(z.string()) }) })

const toRow = ({ id, drama_id, state, created_by, created_at, started_at, finished_at, ...job }: IngestJobRow) => ({
  id,
  drama_id,
  state,
  created_by,
  created_at,
  started_at,
  finished_at,
  attempt: job.attempt,
  episodes_done: job.episodes_done,
  episodes_total: job.episodes_total,
  current_file: job.current_file,
  percent: job.percent,
  failure_kind: job.failure_kind,
  failure: job.failure,
  failed_upload_id: job.failed_upload_id
})

const toResponse = (job: IngestJobRow) => ({ job: { ...toRow(job), log: job.log } })

const listRequest = z.object({
  drama_id: dramaId.optional(),
  state: z.enum(ingestStates).optional(),
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(100).default(50)
})

export const listIngestJobsAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/ingest_list',
  roles: ['editor', 'support', 'analyst'],
  description: 'Lists ingest jobs, newest first.',
  request: listRequest,
  response: listOf(jobRow),
  subject: null,
  run: async ({ db }, { drama_id, state, cursor, page_size: size }) => {
    const after = parseCursor('ingest_jobs', ['text'], cursor)
    const rows = await db
      .selectFrom('ingest_jobs')
      .selectAll()
      .$if(drama_id !== undefined, query => query.where('drama_id', '=', drama_id ?? ''))
      .$if(state !== undefined, query => query.where('state', '=', state ?? 'queued'))
      .$if(after !== null, query => query.where('id', '<', after?.[0] ?? ''))
      .orderBy('id', 'desc')
      .limit(size + 1)
      .execute()
    return cutToPage(rows.map(toRow), size, last => formatCursor('ingest_jobs', [last.id]))
  }
})

const idRequest = z.strictObject({ id: z.string().max(64) })

export const showIngestJobAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/ingest_show',
  roles: ['editor', 'support', 'analyst'],
  description: 'Returns an ingest job with the last 200 lines of its log.',
  request: idRequest,
  response: jobResponse,
  subject: null,
  run: async ({ db }, { id }) => toResponse(await requireJob(db, id))
})

export const startIngestJobAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/ingest_start',
  roles: ['editor'],
  description: 'Makes episodes of all uploaded files of a drama that have a number.',
  request: z.strictObject({ drama_id: dramaId }),
  response: jobResponse,
  subject: ({ drama_id }) => drama_id,
  readState: async ({ db }, { drama_id }) => {
    const row = await db
      .selectFrom('ingest_jobs')
      .select(['id', 'drama_id', 'state', 'failure'])
      .where('drama_id', '=', drama_id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    return row ?? null
  },
  run: async (context, { drama_id }) => {
    const { db, now, operator } = context
    await requireProgram(context)
    const id = createIdentifier('ij', context)
    return transaction(db, async trx => {
      await lockDraft(trx, drama_id)
      if (!(await canGetEpisodes(trx, drama_id))) throw createFieldError('drama_id', 'unknown_drama')
      const job = await trx
        .insertInto('ingest_jobs')
        .values({ id, drama_id, state: 'queued', created_by: operator, created_at: now })
        .returningAll()
        .executeTakeFirstOrThrow()
      await takeUploads(trx, context, job)
      return toResponse(job)
    }).catch(explainRunningJob)
  }
})

export const retryIngestJobAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/ingest_retry',
  roles: ['editor'],
  description: 'Runs a job again that failed or was cancelled, with the files that its drama has now.',
  request: idRequest,
  response: jobResponse,
  subject: ({ id }) => id,
  readState: readJobState,
  run: async (context, { id }) => {
    const { db } = context
    await requireProgram(context)
    return transaction(db, async trx => {
      const job = await trx
        .updateTable('ingest_jobs')
        .set({
          state: 'queued',
          attempt: 0,
          is_cancel_wanted: false,
          finished_at: null,
          failure_kind: null,
          failure: null,
          failed_upload_id: null
        })
        .where('id', '=', id)
        .where('state', 'in', ['failed', 'cancelled'])
        .returningAll()
        .executeTakeFirst()
      if (job === undefined) {
        await requireJob(trx, id)
        throw createFieldError('id', 'not_ended')
      }
      await takeUploads(trx, context, job)
      return toResponse(job)
    }).catch(explainRunningJob)
  }
})

export const cancelIngestJobAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/ingest_cancel',
  roles: ['editor'],
  description: 'Cancels a job: one that runs stops within seconds, and one that failed needs nobody any more.',
  request: idRequest,
  response: jobResponse,
  subject: ({ id }) => id,
  readState: readJobState,
  run: async (context, { id }) => {
    const { db, now } = context
    const ended = await db
      .updateTable('ingest_jobs')
      .set({ state: 'cancelled', finished_at: now })
      .where('id', '=', id)
      .where('state', 'in', ['queued', 'failed'])
      .returningAll()
      .executeTakeFirst()
    if (ended !== undefined) return toResponse(ended)
    await db
      .updateTable('ingest_jobs')
      .set({ is_cancel_wanted: true })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .execute()
    return toResponse(await requireJob(db, id))
  }
})

export const ingestJobActions = [
  listIngestJobsAction,
  showIngestJobAction,
  startIngestJobAction,
  retryIngestJobAction,
  cancelIngestJobAction
] as const

/** A draft that has a job is not deleted meanwhile. */
async function lockDraft(trx: Transaction<Database>, dramaId: string): Promise<void> {
  await trx.selectFrom('drama_edits').select('drama_id').where('drama_id', '=', dramaId).forShare().execute()
}

/** Gives the job all files that are complete and have a number. */
async function takeUploads(
  trx: Transaction<Database>,
  { config, now }: OperatorContext,
  { id, drama_id }: IngestJobRow
): Promise<void> {
  await markCompleteUploads(trx, config, { dramaId: drama_id, now })
  const taken = await trx
    .updateTable('uploads')
    .set({ job_id: id })
    .where('drama_id', '=', drama_id)
    .where('state', '=', 'uploaded')
    .where('episode_no', 'is not', null)
    .returning('id')
    .execute()
  if (taken.length === 0) throw createFieldError('drama_id', 'nothing_to_process')
}

async function requireProgram({ ingestProgram }: OperatorContext): Promise<void> {
  const problem = await ingestProgram.findProblem()
  if (problem !== null) throw createFieldError('drama_id', problem)
}

function explainRunningJob(error: unknown): never {
  throw isUniqueViolation(error) ? createFieldError('drama_id', 'job_running') : error
}

async function requireJob(db: Kysely<Database>, id: string): Promise<IngestJobRow> {
  const row = await db.selectFrom('ingest_jobs').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw createFieldError('id', 'no_job')
  return row
}

async function readJobState({ db }: OperatorContext, { id }: { id: string }) {
  const row = await db
    .selectFrom('ingest_jobs')
    .select(['id', 'drama_id', 'state', 'failure'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
