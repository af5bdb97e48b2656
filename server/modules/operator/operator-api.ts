// Operator API. Needs OPERATOR_KEY; without it, every route responds with 404.
import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { HonoApp } from '../../http/app-environment.js'
import { withDeadline } from '../../http/deadline.js'
import { readCaller } from '../../http/endpoints.js'
import { createSuccessEnvelope } from '../../http/envelope.js'
import { type TrackExternalWait, trackExternalWaits, untracked } from '../../http/external-calls.js'
import { checkRequest, parseBody } from '../../http/request-body.js'
import { sendEnvelope } from '../../http/respond.js'
import { createIdentifier } from '../../lib/identifier.js'
import { sha256Hex } from '../../lib/sha256.js'
import type { Services } from '../../services.js'
import { sendStoredImage } from '../upload/routes.js'
import {
  closeCampaignAction,
  createLinkAction,
  listCampaignsAction,
  saveCampaignAction,
  showCampaignAction
} from './actions/campaigns.js'
import { publishDramaAction, withdrawDramaAction } from './actions/dramas.js'
import { listProductsAction, refundOrderAction, showOrderAction } from './actions/orders.js'
import { partnerTokenActions } from './actions/partner-tokens.js'
import { partnerActions } from './actions/partners.js'
import { postbackActions } from './actions/postbacks.js'
import {
  findSubmissionImage,
  listSubmissionsAction,
  readAuditLogAction,
  reviewSubmissionAction
} from './actions/rewards.js'
import type { OperatorAction, OperatorContext } from './operator-action.js'

export const operatorActions = [
  listSubmissionsAction,
  reviewSubmissionAction,
  readAuditLogAction,
  publishDramaAction,
  withdrawDramaAction,
  showOrderAction,
  refundOrderAction,
  listProductsAction,
  listCampaignsAction,
  showCampaignAction,
  saveCampaignAction,
  closeCampaignAction,
  createLinkAction,
  ...partnerActions,
  ...partnerTokenActions,
  ...postbackActions
] as const

export function registerOperatorApi(app: HonoApp, services: Services): void {
  for (const action of operatorActions as readonly OperatorAction[]) {
    app.on(action.method, action.path, async context => {
      const { trackExternalWait, isWaitingExternally } = trackExternalWaits()
      const operatorContext = authenticate(context, services, trackExternalWait)
      if (operatorContext === null) return refuse(context, services)
      const request = await parseRequest(context, action)
      const work = (async () => {
        if (action.subject !== null) await writeAuditLog(operatorContext, action, action.subject(request), request)
        return action.run(operatorContext, request)
      })()
      const response = createSuccessEnvelope(await withDeadline(work, services.liveness, isWaitingExternally))
      return sendEnvelope(context, response, { secret: null })
    })
  }
  app.get('/operator/reward_image', async context => {
    const operatorContext = authenticate(context, services, untracked)
    if (operatorContext === null) return refuse(context, services)
    const id = await withDeadline(
      findSubmissionImage(operatorContext, context.req.query('id') ?? ''),
      services.liveness
    )
    return sendStoredImage(context, services, id)
  })
}

const NAME_PATTERN = /^[\w .@-]{1,64}$/

function authenticate(
  context: Context,
  services: Services,
  trackExternalWait: TrackExternalWait
): OperatorContext | null {
  const { operatorKey } = services.config
  if (operatorKey === null) return null
  services.limits.operator.take(readCaller(context, services).address)
  const sent = (context.req.header('Authorization') ?? '').replace(/^Bearer /i, '').trim()
  // Compares digests, because `timingSafeEqual` needs equal lengths.
  if (!timingSafeEqual(Buffer.from(sha256Hex(sent)), Buffer.from(sha256Hex(operatorKey)))) return null
  const name = context.req.header('X-Operator') ?? ''
  return {
    ...services,
    trackExternalWait,
    now: new Date(services.clock.now()),
    operator: NAME_PATTERN.test(name) ? name : 'operator'
  }
}

function refuse(context: Context, { config }: Services): Response | Promise<Response> {
  if (config.operatorKey === null) return context.notFound()
  return sendEnvelope(context, { code: 403, msg: 'Wrong key', data: null }, { secret: null, status: 403 })
}

async function parseRequest(context: Context, action: OperatorAction): Promise<unknown> {
  const sent = action.method === 'GET' ? context.req.query() : parseBody(await context.req.text())
  return checkRequest(action.request, sent)
}

async function writeAuditLog(
  operatorContext: OperatorContext,
  operatorAction: OperatorAction,
  subject: string,
  request: unknown
): Promise<void> {
  const id = createIdentifier('l', operatorContext)
  const action = operatorAction.path.replace('/operator/', '')
  const detail = JSON.stringify(request)
  await operatorContext.db
    .insertInto('operator_log')
    .values({ id, operator: operatorContext.operator, action, subject, detail, created_at: operatorContext.now })
    .execute()
  operatorContext.log.info({ operator: operatorContext.operator, action, subject }, 'operator')
}
