// The one way in for partners: a key of theirs, and nothing of anybody else's behind it.
import type { Context } from 'hono'
import type { App } from '../../http/app-environment.js'
import { withDeadline } from '../../http/deadline.js'
import { callerOf } from '../../http/endpoints.js'
import { success } from '../../http/envelope.js'
import { watchWaits } from '../../http/external-calls.js'
import { RateLimit } from '../../http/rate-limit.js'
import { checkRequest, parseBody } from '../../http/request-body.js'
import { answerEnvelope } from '../../http/respond.js'
import type { Services } from '../../services.js'
import { listing, resending } from '../postback/list.js'
import { selfTesting } from '../postback/self-test/self-test.js'
import { reportRequest } from '../report/report.js'
import { answerReport } from '../report/response.js'
import { partnerOf } from './api-keys.js'
import { listingRoots } from './ledger-roots.js'
import type { PartnerDeed, PartnerDesk } from './partner-action.js'
import { listingSponsored } from './sponsored-unlocks.js'

const deeds = [listing, resending, selfTesting, listingSponsored, listingRoots] as const
const MINUTE_MS = 60_000

/** Registers what partners may do. */
export function registerPartner(app: App, services: Services): void {
  const calls = new RateLimit({ burst: 120, perMs: MINUTE_MS }, services.clock)
  const tests = new RateLimit({ burst: 6, perMs: MINUTE_MS }, services.clock)

  /** Lets in who has a key; every try counts for its network address. */
  async function behindDoor(
    context: Context,
    work: (desk: PartnerDesk) => Promise<Response>,
    { waitElsewhere }: Pick<PartnerDesk, 'waitElsewhere'>
  ): Promise<Response> {
    const { address, origin } = callerOf(context, services)
    calls.take(address)
    const sent = (context.req.header('Authorization') ?? '').replace(/^Bearer /i, '').trim()
    const partner = await partnerOf(services.db, sent)
    if (partner === null) {
      return answerEnvelope(context, { code: 403, msg: 'Wrong key', data: null }, { secret: null, status: 403 })
    }
    return work({ ...services, partner, origin, waitElsewhere, tests, now: new Date(services.clock.now()) })
  }

  for (const deed of deeds as readonly PartnerDeed[]) {
    app.on(deed.method, deed.path, context => {
      const { waitElsewhere, isElsewhere } = watchWaits()
      const work = behindDoor(
        context,
        async desk => {
          const request = checkRequest(deed.request, await sentBy(context, deed.method))
          return answerEnvelope(context, success(await deed.run(desk, request)), { secret: null })
        },
        { waitElsewhere }
      )
      return withDeadline(work, services.pulse, isElsewhere)
    })
  }
  app.get('/partner/report', context => {
    const { waitElsewhere, isElsewhere } = watchWaits()
    const work = behindDoor(
      context,
      desk => answerReport(context, desk, checkRequest(reportRequest, context.req.query())),
      { waitElsewhere }
    )
    return withDeadline(work, services.pulse, isElsewhere)
  })
}

async function sentBy(context: Context, method: PartnerDeed['method']): Promise<object> {
  return method === 'GET' ? context.req.query() : parseBody(await context.req.text())
}
