// Loaded with the first upload.
import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdirSync } from 'node:fs'
import { FileStore } from '@tus/file-store'
import { Server, type Upload } from '@tus/server'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { createIdentifier } from '../../lib/identifier.js'
import { toLoggedError } from '../../lib/log.js'
import type { Services } from '../../services.js'
import { type RecordedChange, recordChange } from '../audit/record-change.js'
import { parseEpisodeFile } from './episode-file.js'
import { canGetEpisodes } from './find-drama.js'
import { isUploadId, toUploadFolder } from './upload-files.js'
import { createUploadLocker } from './upload-lock.js'
import { toUploadName } from './upload-name.js'
import { UPLOAD_PATH } from './upload-path.js'
import { readUploadRoom } from './upload-room.js'
import { deleteUpload, insertUpload, isUsedByJob, markUploaded } from './upload-writes.js'

/** Why an upload is refused, which the console says in the member's language. */
export type UploadRefusal =
  | 'unknown_drama'
  | 'not_an_episode'
  | 'empty_file'
  | 'too_large'
  | 'no_space'
  | 'unknown_upload'
  | 'in_use'
  | 'offset'
  | 'failed'

const createRefusal = (status: number, reason: UploadRefusal) => ({
  status_code: status,
  body: JSON.stringify({ code: status, msg: reason, data: { reason } })
})

export interface UploadingMember {
  email: string
  /** Network address of the member. */
  address: string
}

export type AnswerUpload = (request: Request, member: UploadingMember) => Promise<Response>

export function createTusServer(services: Services): AnswerUpload {
  const { db, config, clock, random, log } = services
  const now = () => new Date(clock.now())
  const directory = toUploadFolder(config)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const store = new FileStore({ directory })
  const members = new AsyncLocalStorage<UploadingMember>()

  async function recordUpload(
    trx: Kysely<Database>,
    { email, address }: UploadingMember,
    entry: Pick<RecordedChange, 'action' | 'subject' | 'detail' | 'before' | 'after'>
  ): Promise<void> {
    await recordChange(trx, services, { ...entry, operator: email, address, now: now() })
  }

  async function checkUpload(upload: Upload): Promise<void> {
    const { drama_id: dramaId, filename } = upload.metadata ?? {}
    const fileName = toUploadName(filename ?? '')
    const file = parseEpisodeFile(fileName)
    if (typeof dramaId !== 'string' || !(await canGetEpisodes(db, dramaId))) throw createRefusal(404, 'unknown_drama')
    if (file === null) throw createRefusal(415, 'not_an_episode')
    if (upload.size === undefined || upload.size === 0) throw createRefusal(400, 'empty_file')
    if (upload.size > (await readUploadRoom(services))) throw createRefusal(507, 'no_space')
    const member = members.getStore()
    if (member === undefined) throw new Error('every request has a member')
    const { id, size } = upload
    const row = { id, dramaId, fileName, file, size, createdBy: member.email, now: now() }
    await transaction(db, async trx => {
      await insertUpload(trx, row)
      const after = { drama_id: dramaId, file_name: fileName, size }
      await recordUpload(trx, member, { action: 'upload_create', subject: id, detail: after, before: null, after })
    })
    upload.metadata = { drama_id: dramaId, filename: fileName }
  }

  async function checkUse(request: Request, id: string): Promise<void> {
    if (request.method === 'POST') return
    const row = isUploadId(id)
      ? await db.selectFrom('uploads').select(isUsedByJob.as('is_used')).where('id', '=', id).executeTakeFirst()
      : undefined
    if (row === undefined) throw createRefusal(404, 'unknown_upload')
    if (row.is_used && request.method === 'DELETE') throw createRefusal(409, 'in_use')
  }

  const server = new Server({
    path: UPLOAD_PATH,
    datastore: store,
    relativeLocation: true,
    maxSize: config.uploadMaxBytes,
    allowedOrigins: () => false,
    locker: createUploadLocker({ db, log, clock, createHolder: () => random.bytes(16).toString('hex') }),
    namingFunction: () => createIdentifier('up', { clock, random }),
    onIncomingRequest: checkUse,
    async onUploadCreate(_request, upload) {
      await checkUpload(upload)
      return { metadata: upload.metadata }
    },
    async onUploadFinish(_request, { id }) {
      await markUploaded(db, id, now())
      return {}
    },
    onResponseError: (_request, error) => {
      if (!('status_code' in error)) {
        log.warn({ error: toLoggedError(error) }, 'an upload failed')
        return createRefusal(500, 'failed')
      }
      return isRefusal(error.body) ? error : createRefusal(error.status_code, reasons[error.status_code] ?? 'failed')
    }
  })

  return async (request, member) => {
    const response = await members.run(member, () => server.handleWeb(request))
    if (request.method === 'DELETE' && response.status === 204) {
      const id = new URL(request.url).pathname.slice(UPLOAD_PATH.length + 1)
      const before = await db
        .selectFrom('uploads')
        .select(['drama_id', 'file_name', 'episode_no', 'state'])
        .where('id', '=', id)
        .executeTakeFirst()
      const isDeleted = await deleteUpload(db, config, id)
      if (isDeleted && before !== undefined)
        await recordUpload(db, member, { action: 'upload_remove', subject: id, detail: { id }, before, after: null })
    }
    // The rest of a refused body stays unread, so the connection cannot be reused.
    if (request.method === 'PATCH' && response.status >= 400) response.headers.set('Connection', 'close')
    return response
  }
}

const reasons: Readonly<Record<number, UploadRefusal>> = {
  404: 'unknown_upload',
  409: 'offset',
  410: 'unknown_upload',
  413: 'too_large'
}

const isRefusal = (body: string) => body.startsWith('{')
