// The one way in for partners: a key of theirs, and nothing of anybody else's behind it.
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

const deeds = [listing, resending, selfTesting, listingSponsored, listingRoots] as const
const MINUTE_MS = 60_000

/** Registers what partners may do. */
export function registerPartner(app: HonoApp, services: Services): void {
  const calls = new RateLimit({ burst: 120, perMs: MINUTE_MS }, services.clock)
  const tests = new RateLimit({ burst: 6, perMs: MINUTE_MS }, services.clock)

  /** Lets in who has a key; every try counts for its network address. */
  async function behindDoor(
    context: Context,
    work: (desk: PartnerContext) => Promise<Response>,
    { waitElsewhere }: Pick<PartnerContext, 'waitElsewhere'>
  ): Promise<Response> {
    const { address, origin } = callerOf(context, services)
    calls.take(address)
    const sent = (context.req.header('Authorization') ?? '').replace(/^Bearer /i, '').trim()
    const partner = await partnerOf(services.db, sent)
    if (partner === null) {
      return sendEnvelope(context, { code: 403, msg: 'Wrong key', data: null }, { secret: null, status: 403 })
    }
    return work({ ...services, partner, origin, waitElsewhere, tests, now: new Date(services.clock.now()) })
  }

  for (const deed of deeds as readonly PartnerAction[]) {
    app.on(deed.method, deed.path, context => {
      const { waitElsewhere, isElsewhere } = trackExternalWaits()
      const work = behindDoor(
        context,
        async desk => {
          const request = checkRequest(deed.request, await partnerOfRequest(context, deed.method))
          return sendEnvelope(context, success(await deed.run(desk, request)), { secret: null })
        },
        { waitElsewhere }
      )
      return withDeadline(work, services.liveness, isElsewhere)
    })
  }
  app.get('/partner/report', context => {
    const { waitElsewhere, isElsewhere } = trackExternalWaits()
    const work = behindDoor(
      context,
      desk => answerReport(context, desk, checkRequest(reportRequest, context.req.query())),
      { waitElsewhere }
    )
    return withDeadline(work, services.liveness, isElsewhere)
  })
}

async function partnerOfRequest(context: Context, method: PartnerAction['method']): Promise<object> {
  return method === 'GET' ? context.req.query() : parseBody(await context.req.text())
}
