// Partner API. Every route needs a key and gives access only to the data of that partner.
import type { Context } from 'hono'
import type { HonoApp } from '../../http/app-environment.js'
import { withDeadline } from '../../http/deadline.js'
import { callerOf } from '../../http/endpoints.js'
import { success } from '../../http/envelope.js'
import { trackExternalWaits } from '../../http/external-calls.js'
import { RateLimit } from '../../http/rate-limit.js'
import { checkRequest, parseBody } from '../../http/request-body.js'
import { sendEnvelope } from '../../http/respond.js'
import type { Services } from '../../services.js'
import { listing, resending } from '../postback/list.js'
import { selfTesting } from '../postback/self-test/self-test.js'
import { reportRequest } from '../report/report.js'
import { answerReport } from '../report/response.js'
import { partnerOf } from './api-keys.js'
import { listingRoots } from './ledger-roots.js'
import type { PartnerAction, PartnerContext } from './partner-action.js'
import { listingSponsored } from './sponsored-unlocks.js'

const partnerActions = [listing, resending, selfTesting, listingSponsored, listingRoots] as const
const MINUTE_MS = 60_000

export function registerPartner(app: HonoApp, services: Services): void {
  const callLimit = new RateLimit({ burst: 120, perMs: MINUTE_MS }, services.clock)
  const selfTestLimit = new RateLimit({ burst: 6, perMs: MINUTE_MS }, services.clock)

  async function runAsPartner(
    context: Context,
    handle: (partnerContext: PartnerContext) => Promise<Response>,
    { waitElsewhere }: Pick<PartnerContext, 'waitElsewhere'>
  ): Promise<Response> {
    const { address, origin } = callerOf(context, services)
    callLimit.take(address)
    const sent = (context.req.header('Authorization') ?? '').replace(/^Bearer /i, '').trim()
    const partner = await partnerOf(services.db, sent)
    if (partner === null) {
      return sendEnvelope(context, { code: 403, msg: 'Wrong key', data: null }, { secret: null, status: 403 })
    }
    return handle({
      ...services,
      partner,
      origin,
      waitElsewhere,
      tests: selfTestLimit,
      now: new Date(services.clock.now())
    })
  }

  for (const action of partnerActions as readonly PartnerAction[]) {
    app.on(action.method, action.path, context => {
      const { waitElsewhere, isElsewhere } = trackExternalWaits()
      const work = runAsPartner(
        context,
        async partnerContext => {
          const request = checkRequest(action.request, await readParameters(context, action.method))
          return sendEnvelope(context, success(await action.run(partnerContext, request)), { secret: null })
        },
        { waitElsewhere }
      )
      return withDeadline(work, services.liveness, isElsewhere)
    })
  }
  app.get('/partner/report', context => {
    const { waitElsewhere, isElsewhere } = trackExternalWaits()
    const work = runAsPartner(
      context,
      partnerContext => answerReport(context, partnerContext, checkRequest(reportRequest, context.req.query())),
      { waitElsewhere }
    )
    return withDeadline(work, services.liveness, isElsewhere)
  })
}

async function readParameters(context: Context, method: PartnerAction['method']): Promise<object> {
  return method === 'GET' ? context.req.query() : parseBody(await context.req.text())
}
