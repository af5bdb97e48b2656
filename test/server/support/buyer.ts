import { untracked } from '../../../server/http/external-calls.js'
import { createLog } from '../../../server/lib/log.js'
import type { ProviderPollContext } from '../../../server/modules/order/provider-poll.js'
import { type RefundRequest, refundOrder } from '../../../server/modules/order/refund/refund-order.js'
import { createProviders } from '../../../server/modules/payment/providers.js'
import { type SandboxNotice, signNotice } from '../../../server/modules/payment/sandbox.js'
import { createApiClient, signIn } from './api-client.js'
import { newKey } from './money.js'
import type { TestServer } from './open-test-server.js'

/** A viewer who buys on `server`; `on` gives a client for another server. */
export async function openBuyer(server: TestServer, body: object = {}, own: Record<string, string> = {}) {
  const viewer = await signIn(server, body, own)
  return {
    ...viewer,
    on: (other: TestServer) => createApiClient(other, viewer.token),
    order: (product_id: string, more: object = {}, key = newKey()) =>
      viewer.post('/store/order', { product_id, provider: 'sandbox', ...more }, key),
    status: (order_no: string) => viewer.get('/store/order_status', { order_no }),
    decide: (order_no: string, decision: string) =>
      server.fetch(`/pay/sandbox/${order_no}`, { method: 'POST', body: new URLSearchParams({ decision }) }),
    buy: async (product_id: string) => {
      const { data } = await viewer.post('/store/order', { product_id, provider: 'sandbox' }, newKey())
      await server.fetch(`/pay/sandbox/${data.order_no}`, {
        method: 'POST',
        body: new URLSearchParams({ decision: 'approve' })
      })
      return data.order_no
    }
  }
}

let notices = 0

export async function notify(server: TestServer, notice: Partial<SandboxNotice> & Pick<SandboxNotice, 'order_no'>) {
  notices += 1
  const whole = { event_id: `evt_${notices}`, outcome: 'paid', amount: 990, currency: 'BRL', ...notice } as const
  const init = signNotice(whole, server.config.mediaSecrets, server.clock.now())
  const answer = await server.fetch('/store/notify/sandbox', { method: 'POST', ...init })
  return { status: answer.status, text: await answer.text() }
}

export function createPollContext({ config, db, metrics }: TestServer): ProviderPollContext {
  return {
    config,
    db,
    metrics,
    payments: createProviders({ config, db }),
    trackExternalWait: untracked,
    log: createLog('silent')
  }
}

export interface RefundOptions extends Partial<RefundRequest> {
  context?: ProviderPollContext
  /** When the request arrived, epoch ms. */
  arrived?: number
}

export function refundByHand(server: TestServer, orderNo: string, options: RefundOptions = {}) {
  const { context = createPollContext(server), arrived = server.clock.now(), ...more } = options
  const request = {
    orderNo,
    amount: null,
    spent: 'refuse',
    reason: null,
    operator: 'ana',
    key: null,
    limit: null,
    ...more
  } as const
  return refundOrder({ ...context, clock: server.clock }, request, new Date(arrived))
}
