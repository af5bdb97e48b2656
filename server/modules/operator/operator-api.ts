// Operator API. Needs OPERATOR_KEY; without it, every route responds with 404.
import type { Context } from 'hono'
import { z } from 'zod'
import type { HonoApp } from '../../http/app-environment.js'
import { parseBearerToken } from '../../http/bearer-token.js'
import { createFieldError } from '../../http/business-error.js'
import { readCaller } from '../../http/caller.js'
import { withDeadline } from '../../http/deadline.js'
import { createSuccessEnvelope } from '../../http/envelope.js'
import { type TrackExternalWait, trackExternalWaits, untracked } from '../../http/external-calls.js'
import { checkRequest, readParameters } from '../../http/request-body.js'
import { sendEnvelope, sendWrongKey } from '../../http/respond.js'
import { type ActionDocs, describeHandler } from '../../http/route-docs.js'
import { constantTimeEqual } from '../../lib/constant-time-equal.js'
import { sha256Hex } from '../../lib/sha256.js'
import type { Services } from '../../services.js'
import { sendStoredImage } from '../upload/routes.js'
import { runWithAuditLog } from './actions/audit-log.js'
import { findSubmissionImage } from './actions/rewards.js'
import { createDatabaseExport, databaseExportPath, databaseExportRequest } from './database-export.js'
import type { OperatorAction, OperatorContext } from './operator-action.js'
import { operatorActions } from './operator-actions.js'
import { OPERATOR_NAME_PATTERN } from './operator-name.js'
import { runOperatorAction } from './run-operator-action.js'

export function registerOperatorApi(app: HonoApp, services: Services): void {
  for (const action of operatorActions as readonly OperatorAction[]) {
    const answer = async (context: Context) => {
      const { trackExternalWait, isWaitingExternally } = trackExternalWaits()
      const operatorContext = await authenticate(context, services, trackExternalWait)
      if (operatorContext === null) return refuse(context, services)
      const request = checkRequest(action.request, await readParameters(context, action.method))
      const work = runOperatorAction(operatorContext, action, request)
      const response = createSuccessEnvelope(await withDeadline(work, services.liveness, isWaitingExternally))
      return sendEnvelope(context, response, { secret: null })
    }
    app.on(action.method, action.path, describeHandler({ kind: 'operator', action }, answer))
  }
  const sendImage = async (context: Context) => {
    const operatorContext = await authenticate(context, services, untracked)
    if (operatorContext === null) return refuse(context, services)
    const id = await withDeadline(
      findSubmissionImage(operatorContext, context.req.query('id') ?? ''),
      services.liveness
    )
    return sendStoredImage(context, services, id)
  }
  app.get('/operator/reward_image', describeHandler({ kind: 'operator', action: imageDocs }, sendImage))
  const exportDatabase = createDatabaseExport(services)
  const sendDatabase = async (context: Context) => {
    const operatorContext = await authenticate(context, services, untracked)
    if (operatorContext === null) return refuse(context, services)
    const request = checkRequest(databaseExportRequest, await readParameters(context, 'POST'))
    if (request.pid !== undefined && request.pid !== process.pid) throw createFieldError('pid', 'other_server')
    const logged = { action: { path: databaseExportPath }, subject: 'database', request: {} }
    return context.body(await runWithAuditLog(operatorContext, logged, exportDatabase), 200, {
      'Content-Type': 'application/x-ndjson',
      'Content-Disposition': 'attachment; filename="database.ndjson"',
      'Cache-Control': 'private, no-store'
    })
  }
  app.post(databaseExportPath, describeHandler({ kind: 'operator', action: databaseDocs }, sendDatabase))
}

const imageDocs: ActionDocs = {
  description: 'Returns the screenshot of a submission.',
  request: z.object({ id: z.string() }),
  files: [{ type: 'image/jpeg' }]
}

const databaseDocs: ActionDocs = {
  description: 'Returns the database as lines of JSON, for `drama backup`.',
  request: databaseExportRequest,
  files: [{ type: 'application/x-ndjson' }]
}

async function authenticate(
  context: Context,
  services: Services,
  trackExternalWait: TrackExternalWait
): Promise<OperatorContext | null> {
  const { operatorKey } = services.config
  if (operatorKey === null) return null
  const { address, origin } = readCaller(context, services)
  await withDeadline(services.limits.operator.take(address), services.liveness)
  const sent = parseBearerToken(context.req.header('Authorization'))
  // Compares digests, because the time of a comparison must not depend on the length of the key.
  if (sent === null || !constantTimeEqual(sha256Hex(operatorKey), sha256Hex(sent))) return null
  return {
    ...services,
    trackExternalWait,
    now: new Date(services.clock.now()),
    member: null,
    address,
    origin,
    operator: parseName(context.req.header('X-Operator') ?? '')
  }
}

/** Percent-encoded, because a header holds ASCII only. */
function parseName(header: string): string {
  try {
    const name = decodeURIComponent(header)
    return OPERATOR_NAME_PATTERN.test(name) ? name : 'operator'
  } catch {
    return 'operator'
  }
}

function refuse(context: Context, { config }: Services): Response | Promise<Response> {
  return config.operatorKey === null ? context.notFound() : sendWrongKey(context)
}
