// The one way in for operators: a key from the environment, and no addresses at all where there is none.
import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { HonoApp } from '../../http/app-environment.js'
import { withDeadline } from '../../http/deadline.js'
import { callerOf } from '../../http/endpoints.js'
import { success } from '../../http/envelope.js'
import { type TrackExternalWait, trackExternalWaits, untracked } from '../../http/external-calls.js'
import { checkRequest, parseBody } from '../../http/request-body.js'
import { sendEnvelope } from '../../http/respond.js'
import { makeIdentifier } from '../../lib/identifier.js'
import { digest } from '../../lib/sha256.js'
import type { Services } from '../../services.js'
import { answerPicture } from '../upload/routes.js'
import {
  closingCampaign,
  createLinkAction,
  listingCampaigns,
  saveCampaignAction,
  showingCampaign
} from './actions/campaigns.js'
import { publishDramaAction, withdrawDramaAction } from './actions/dramas.js'
import { listingProducts, refundOrderAction, showingOrder } from './actions/orders.js'
import { partnerTokenDeeds } from './actions/partner-tokens.js'
import { partnerActions } from './actions/partners.js'
import { postbackDeeds } from './actions/postbacks.js'
import {
  imageOfSubmission,
  listSubmissionsAction,
  readAuditLogAction,
  reviewSubmissionAction
} from './actions/rewards.js'
import type { OperatorAction, OperatorContext } from './operator-action.js'

const actions = [
  listSubmissionsAction,
  reviewSubmissionAction,
  readAuditLogAction,
  publishDramaAction,
  withdrawDramaAction,
  showingOrder,
  refundOrderAction,
  listingProducts,
  listingCampaigns,
  showingCampaign,
  saveCampaignAction,
  closingCampaign,
  createLinkAction,
  ...partnerActions,
  ...partnerTokenDeeds,
  ...postbackDeeds
] as const

/** Registers what operators may do. */
export function registerOperator(app: HonoApp, services: Services): void {
  for (const deed of actions as readonly OperatorAction[]) {
    app.on(deed.method, deed.path, async context => {
      const { waitElsewhere, isElsewhere } = trackExternalWaits()
      const office = authenticate(context, services, waitElsewhere)
      if (office === null) return refuse(context, services)
      const request = await requestOf(context, deed)
      const work = (async () => {
        if (deed.subject !== null) await writeAuditLog(office, deed, deed.subject(request), request)
        return deed.run(office, request)
      })()
      const answer = success(await withDeadline(work, services.liveness, isElsewhere))
      return sendEnvelope(context, answer, { secret: null })
    })
  }
  app.get('/operator/reward_image', async context => {
    const office = authenticate(context, services, untracked)
    if (office === null) return refuse(context, services)
    const id = await withDeadline(imageOfSubmission(office, context.req.query('id') ?? ''), services.liveness)
    return answerPicture(context, services, id)
  })
}

const NAME = /^[\w .@-]{1,64}$/

/** Lets in who has the key; every try counts for its network address. */
function authenticate(context: Context, services: Services, waitElsewhere: TrackExternalWait): OperatorContext | null {
  const { operatorKey } = services.config
  if (operatorKey === null) return null
  services.limits.operator.take(callerOf(context, services).address)
  const sent = (context.req.header('Authorization') ?? '').replace(/^Bearer /i, '').trim()
  // Digests are of one length, and say nothing of how much was right.
  if (!timingSafeEqual(Buffer.from(digest(sent)), Buffer.from(digest(operatorKey)))) return null
  const name = context.req.header('X-Operator') ?? ''
  return {
    ...services,
    waitElsewhere,
    now: new Date(services.clock.now()),
    operator: NAME.test(name) ? name : 'operator'
  }
}

function refuse(context: Context, { config }: Services): Response | Promise<Response> {
  if (config.operatorKey === null) return context.notFound()
  return sendEnvelope(context, { code: 403, msg: 'Wrong key', data: null }, { secret: null, status: 403 })
}

async function requestOf(context: Context, deed: OperatorAction): Promise<unknown> {
  const sent = deed.method === 'GET' ? context.req.query() : parseBody(await context.req.text())
  return checkRequest(deed.request, sent)
}

async function writeAuditLog(
  office: OperatorContext,
  deed: OperatorAction,
  subject: string,
  request: unknown
): Promise<void> {
  const id = makeIdentifier('l', office)
  const action = deed.path.replace('/operator/', '')
  const detail = JSON.stringify(request)
  await office.db
    .insertInto('operator_log')
    .values({ id, operator: office.operator, action, subject, detail, created_at: office.now })
    .execute()
  office.log.info({ operator: office.operator, action, subject }, 'operator')
}
