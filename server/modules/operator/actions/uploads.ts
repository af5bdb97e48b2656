import { z } from 'zod'
import { dramaId } from '../../../../contract/drama.js'
import { episodeNo } from '../../../../contract/episode.js'
import { langs } from '../../../../contract/protocol/language.js'
import { listOf } from '../../../../contract/protocol/list.js'
import { isUniqueViolation } from '../../../db/database-error.js'
import type { UploadRow } from '../../../db/schema/ingest-tables.js'
import { createFieldError } from '../../../http/business-error.js'
import { cutToPage, formatCursor, parseCursor } from '../../../lib/cursor.js'
import { captionExtensions, videoExtensions } from '../../ingest/episode-file.js'
import { readReceivedBytes } from '../../ingest/upload-files.js'
import { readUploadRoom } from '../../ingest/upload-room.js'
import { deleteUpload, isUsedByJob, markCompleteUploads } from '../../ingest/upload-writes.js'
import { defineOperatorAction, type OperatorContext } from '../operator-action.js'

const uploadResponse = z.object({
  id: z.string(),
  file_name: z.string(),
  kind: z.enum(['video', 'captions']),
  episode_no: z.number().int().nullable(),
  lang: z.enum(langs).nullable(),
  size: z.number(),
  received: z.number(),
  state: z.enum(['uploading', 'uploaded']),
  created_by: z.string(),
  created_at: z.date(),
  updated_at: z.date(),
  job_id: z.string().nullable()
})

const toResponse = async ({ config }: OperatorContext, row: UploadRow) => ({
  id: row.id,
  file_name: row.file_name,
  kind: row.kind,
  episode_no: row.episode_no,
  lang: row.lang,
  size: Number(row.size),
  received: row.state === 'uploaded' ? Number(row.size) : await readReceivedBytes(config, row.id),
  state: row.state,
  created_by: row.created_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
  job_id: row.job_id
})

const listRequest = z.object({
  drama_id: dramaId,
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(200).default(200)
})

export const listUploadsAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/upload_list',
  roles: ['editor'],
  description: 'Lists the files of a drama that are uploaded or on their way, oldest first.',
  request: listRequest,
  response: listOf(uploadResponse),
  subject: null,
  run: async (context, { drama_id, cursor, page_size: size }) => {
    const { db, config, now } = context
    const after = parseCursor('uploads', ['text'], cursor)
    await markCompleteUploads(db, config, { dramaId: drama_id, now })
    const rows = await db
      .selectFrom('uploads')
      .selectAll()
      .where('drama_id', '=', drama_id)
      .$if(after !== null, query => query.where('id', '>', after?.[0] ?? ''))
      .orderBy('id')
      .limit(size + 1)
      .execute()
    const page = cutToPage(rows, size, last => formatCursor('uploads', [last.id]))
    return { ...page, list: await Promise.all(page.list.map(row => toResponse(context, row))) }
  }
})

const setRequest = z.strictObject({ id: z.string().max(64), episode_no: episodeNo.nullable() })
const idRequest = z.strictObject({ id: z.string().max(64) })

export const setUploadAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/upload_set',
  roles: ['editor'],
  description: 'Says which episode an uploaded file is; null for none.',
  request: setRequest,
  response: z.object({ upload: uploadResponse }),
  subject: ({ id }) => id,
  readState: readUploadState,
  run: async (context, { id, episode_no }) => {
    const row = await context.db
      .updateTable('uploads')
      .set({ episode_no })
      .where('id', '=', id)
      .where(isUsedByJob, '=', false)
      .returningAll()
      .executeTakeFirst()
      .catch(error => {
        throw isUniqueViolation(error) ? createFieldError('episode_no', 'number_taken') : error
      })
    if (row === undefined) throw await explainRefusal(context, id)
    return { upload: await toResponse(context, row) }
  }
})

export const removeUploadAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/upload_remove',
  roles: ['editor'],
  description: 'Removes an uploaded file, or ends its upload.',
  request: idRequest,
  response: z.object({ id: z.string() }),
  subject: ({ id }) => id,
  readState: readUploadState,
  run: async (context, { id }) => {
    if (!(await deleteUpload(context.db, context.config, id))) throw await explainRefusal(context, id)
    return { id }
  }
})

export const showIngestSetupAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/ingest_setup',
  roles: ['editor'],
  description: 'Says whether this server can make episodes of files, and which files it takes.',
  request: z.object({}),
  response: z.object({
    problem: z.enum(['no_ffmpeg', 'no_program']).nullable(),
    max_bytes: z.number(),
    room_bytes: z.number(),
    video_extensions: z.array(z.string()),
    caption_extensions: z.array(z.string())
  }),
  subject: null,
  run: async (context, _request) => ({
    problem: await context.ingestProgram.findProblem(),
    max_bytes: context.config.uploadMaxBytes,
    room_bytes: await readUploadRoom(context),
    video_extensions: [...videoExtensions],
    caption_extensions: [...captionExtensions]
  })
})

export const uploadActions = [listUploadsAction, setUploadAction, removeUploadAction, showIngestSetupAction] as const

async function explainRefusal({ db }: OperatorContext, id: string) {
  const row = await db.selectFrom('uploads').select('id').where('id', '=', id).executeTakeFirst()
  return createFieldError('id', row === undefined ? 'unknown_upload' : 'in_use')
}

async function readUploadState({ db }: OperatorContext, { id }: { id: string }) {
  const row = await db
    .selectFrom('uploads')
    .select(['id', 'drama_id', 'file_name', 'episode_no', 'state'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
