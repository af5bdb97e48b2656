import type { Context } from 'hono'
import type { HonoApp } from '../../http/app-environment.js'
import { readCaller } from '../../http/caller.js'
import { createErrorHandler } from '../../http/error-response.js'
import { sendEnvelope } from '../../http/respond.js'
import { describeError, describePlainRoute, type PlainRouteDocs } from '../../http/route-docs.js'
import type { Services } from '../../services.js'
import { hasCsrfToken, isSameOrigin, readConsoleSession, sendForbidden } from '../member/console-request.js'
import type { MemberRole } from '../member/member-role.js'
import type { AnswerUpload } from './tus-server.js'
import { UPLOAD_PATH } from './upload-path.js'

const UPLOAD_ROLES: readonly MemberRole[] = ['owner', 'editor']

/** Uploads of episodes, for members who may change dramas. */
export function registerUploads(app: HonoApp, services: Services): void {
  const sendError = createErrorHandler(services.log, null, services.config.trustedProxies)
  let tusServer: Promise<AnswerUpload> | undefined
  const loadTusServer = () => {
    tusServer ??= import('./tus-server.js').then(({ createTusServer }) => createTusServer(services))
    return tusServer
  }

  const answer = async (context: Context) => {
    const { raw: request } = context.req
    try {
      await services.limits.console.take(readCaller(context, services).address)
      // Hono answers HEAD by the route of GET.
      if (request.method === 'GET') return context.notFound()
      if (!isSameOrigin(context, services)) return sendForbidden(context, 'Not sent by the console')
      const session = await readConsoleSession(context, services)
      // Not 200 as elsewhere, because tus takes that for an answer.
      if (session === null)
        return await sendEnvelope(context, { code: 999, msg: 'No session', data: null }, { secret: null, status: 401 })
      if (request.method !== 'HEAD' && !hasCsrfToken(context, session))
        return sendForbidden(context, 'Wrong CSRF token')
      if (!UPLOAD_ROLES.includes(session.member.role)) return sendForbidden(context, 'Your role may not do this')
      const answerUpload = await loadTusServer()
      const { address } = readCaller(context, services)
      return await answerUpload(request, { email: session.member.email, address })
    } catch (error) {
      if (!(error instanceof Error)) throw error
      return sendError(error, context)
    }
  }
  // The docs belong to the function, so each route has one of its own.
  const describe = (docs: PlainRouteDocs) => describePlainRoute(docs, (context: Context) => answer(context))
  app.post(UPLOAD_PATH, describe(createDocs))
  app.get(`${UPLOAD_PATH}/:id`, describe(readDocs))
  app.patch(`${UPLOAD_PATH}/:id`, describe(writeDocs))
  app.delete(`${UPLOAD_PATH}/:id`, describe(removeDocs))
}

const refusals = {
  401: describeError('No session.'),
  403: describeError('The role may not do this, the CSRF token is wrong, or another page has sent it.'),
  429: describeError('Too many requests.')
}
const unknown = { 404: { description: 'No such upload.' } }
const parameters = { id: 'id of the upload' }

const createDocs: PlainRouteDocs = {
  tag: 'Console',
  description:
    'Begins the upload of an episode or its captions by the protocol of https://tus.io, version 1.0. `Upload-Metadata` has `drama_id` and `filename`.',
  answers: {
    ...refusals,
    201: { description: '`Location` is the address of the upload.' },
    413: { description: 'The file is larger than UPLOAD_MAX_BYTES.' },
    415: { description: 'Neither a video nor captions named `<episode>.<lang>.vtt`.' },
    507: { description: 'The disk of the server has too little room.' }
  }
}

const readDocs: PlainRouteDocs = {
  tag: 'Console',
  description: 'For HEAD: `Upload-Offset` is how many bytes the server has. Files cannot be read.',
  parameters,
  answers: {
    ...refusals,
    404: describeError('No such upload; a GET always gets this.'),
    200: { description: 'The upload goes on at `Upload-Offset`.' }
  }
}

const writeDocs: PlainRouteDocs = {
  tag: 'Console',
  description: 'Appends bytes to an upload.',
  parameters,
  body: { type: 'application/offset+octet-stream' },
  answers: {
    ...refusals,
    ...unknown,
    204: { description: '`Upload-Offset` is how many bytes the server has.' },
    409: { description: '`Upload-Offset` is not where the upload goes on.' }
  }
}

const removeDocs: PlainRouteDocs = {
  tag: 'Console',
  description: 'Ends an upload and removes its file.',
  parameters,
  answers: { ...refusals, ...unknown, 204: { description: 'It is removed.' }, 409: { description: 'A job needs it.' } }
}
