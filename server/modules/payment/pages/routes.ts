import type { Context } from 'hono'
import { z } from 'zod'
import { orderNo as orderNoSchema } from '../../../../contract/store.js'
import type { OrderRow } from '../../../db/schema/store-tables.js'
import type { AppEnvironment, HonoApp } from '../../../http/app-environment.js'
import { withDeadline } from '../../../http/deadline.js'
import { type TrackExternalWait, trackExternalWaits } from '../../../http/external-calls.js'
import { describePlainRoute, type PlainRouteDocs } from '../../../http/route-docs.js'
import type { Services } from '../../../services.js'
import { findOrderByNo, toCheckoutPath } from '../../order/orders.js'
import { refreshOrder } from '../../order/provider-poll.js'
import { type PaymentForm, ProviderUnavailable } from '../provider.js'
import { signNotice } from '../sandbox.js'
import {
  type CheckoutResultName,
  type PageFrame,
  renderResultPage,
  renderSandboxPage,
  renderStripePage,
  renderUnknownPage
} from './checkout-page.js'
import { createCheckoutPolicy } from './style.js'

const decisions = ['approve', 'decline', 'leave'] as const

/** Needs no session, because order numbers cannot be guessed. */
export function registerCheckout(app: HonoApp, services: Services): void {
  const findOrder = async (provider: string, orderNo: string): Promise<OrderRow | null> => {
    if (!orderNoSchema.safeParse(orderNo).success) return null
    const found = await findOrderByNo(services.db, orderNo)
    return found?.provider === provider && services.payments.find(provider) !== null ? found : null
  }
  const showPage = async (context: Context<AppEnvironment, '/pay/:provider/:order'>) => {
    const { trackExternalWait, isWaitingExternally } = trackExternalWaits()
    const { provider, order } = context.req.param()
    const now = new Date(services.clock.now())
    const loadOrder = async (): Promise<LoadedOrder | null> => {
      const found = await findOrder(provider, order)
      if (found === null) return null
      const refreshed = await refreshOrder({ ...services, trackExternalWait }, found, now)
      return { order: refreshed, form: await loadForm(services, refreshed, now, trackExternalWait) }
    }
    return renderPage(context, await withDeadline(loadOrder(), services.liveness, isWaitingExternally), now)
  }
  app.get('/pay/:provider/:order', describePlainRoute(pageDocs, showPage))
  const decide = async (context: Context<AppEnvironment, '/pay/sandbox/:order'>) => {
    const order = await withDeadline(findOrder('sandbox', context.req.param('order')), services.liveness)
    if (order === null) return renderPage(context, null, new Date(services.clock.now()))
    const sent = new URLSearchParams(await context.req.text()).get('decision')
    const decision = decisions.find(known => known === sent)
    if (decision === undefined)
      return context.text(`decision is missing or unknown: send one of ${decisions.join(', ')} as a form\n`, 400)
    if (decision !== 'leave') await recordDecision(app, services, order, decision)
    const { theme } = readFrame(context)
    const query = new URLSearchParams({
      ...(decision === 'leave' && { left: '1' }),
      ...(theme !== null && { embedded: '1', theme })
    }).toString()
    return context.redirect(query === '' ? toCheckoutPath(order) : `${toCheckoutPath(order)}?${query}`, 303)
  }
  app.post('/pay/sandbox/:order', describePlainRoute(decisionDocs, decide))
}

const frameQuery = z.object({
  embedded: z.literal('1').optional(),
  theme: z.enum(['dark', 'light']).optional(),
  left: z.literal('1').optional()
})

const pageDocs: PlainRouteDocs = {
  tag: 'Payment pages',
  description: 'The checkout page of the sandbox, or the page that Stripe leads back to.',
  parameters: { provider: '`sandbox` or `stripe`', order: '`order_no` of `/store/order`' },
  query: frameQuery,
  answers: {
    200: { description: 'The page.', bodies: [{ type: 'text/html' }] },
    404: { description: 'A page that says so.', bodies: [{ type: 'text/html' }] }
  }
}

const decisionDocs: PlainRouteDocs = {
  tag: 'Payment pages',
  description: 'Pays an order of the sandbox, declines it, or leaves the page.',
  parameters: { order: '`order_no` of `/store/order`' },
  query: frameQuery.omit({ left: true }),
  body: { type: 'application/x-www-form-urlencoded', schema: z.object({ decision: z.enum(decisions) }) },
  answers: {
    303: { description: 'Leads back to the page.' },
    400: { description: '`decision` is missing or unknown.', bodies: [{ type: 'text/plain' }] },
    404: { description: 'A page that says so.', bodies: [{ type: 'text/html' }] }
  }
}

interface LoadedOrder {
  order: OrderRow
  form: PaymentForm | null
}

const isPayable = ({ status, expires_at }: OrderRow, now: Date) => status === 'pending' && expires_at > now

async function loadForm(
  { payments, log }: Services,
  order: OrderRow,
  now: Date,
  trackExternalWait: TrackExternalWait
): Promise<PaymentForm | null> {
  const provider = payments.find(order.provider)
  if (provider === null || !isPayable(order, now)) return null
  try {
    return await trackExternalWait(provider.getPaymentForm(order))
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ order_no: order.order_no, reason: error.message }, 'a payment form cannot be shown')
    return null
  }
}

function readFrame({ req }: Context): PageFrame {
  if (req.query('embedded') === undefined) return { theme: null }
  return { theme: req.query('theme') === 'light' ? 'light' : 'dark' }
}

function renderPage(context: Context, loaded: LoadedOrder | null, now: Date): Response | Promise<Response> {
  const frame = readFrame(context)
  const policy = createCheckoutPolicy({ isEmbedded: frame.theme !== null, hasForm: Boolean(loaded?.form) })
  const headers = { 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' }
  if (loaded === null) return context.html(renderUnknownPage('pt', frame), 404, headers)
  const { order, form } = loaded
  if (form !== null) return context.html(renderStripePage(order, form, frame), 200, headers)
  const isSandbox = order.provider === 'sandbox' && isPayable(order, now)
  if (isSandbox && context.req.query('left') === undefined)
    return context.html(renderSandboxPage(order, frame), 200, headers)
  return context.html(renderResultPage(order, toResultName(order, now), frame), 200, headers)
}

function toResultName({ status, kind, provider, expires_at }: OrderRow, now: Date): CheckoutResultName {
  switch (status) {
    case 'paid':
      return kind === 'coins' ? 'paid' : 'pass'
    case 'failed':
    case 'closed':
      return status
    case 'refunded':
    case 'disputed':
      return 'moneyBack'
    case 'created':
    case 'pending':
      if (provider === 'sandbox') return expires_at > now ? 'left' : 'closed'
      return 'waiting'
  }
}

/**
 * Stores the first decision, then sends the webhook that a provider would send. If the webhook fails, the next poll
 * finds the decision.
 */
async function recordDecision(
  app: HonoApp,
  { clock, config, db, log }: Services,
  order: OrderRow,
  decision: 'approve' | 'decline'
): Promise<void> {
  const now = clock.now()
  if (order.status !== 'pending' || order.expires_at.getTime() <= now) return
  const values = { decision: decision === 'approve' ? 'approved' : 'declined', decided_at: new Date(now) } as const
  const { numInsertedOrUpdatedRows: count } = await db
    .insertInto('sandbox_payments')
    .values({ order_no: order.order_no, ...values })
    .onConflict(conflict => conflict.column('order_no').doNothing())
    .executeTakeFirst()
  if (Number(count) === 0) return
  const outcome = decision === 'approve' ? 'paid' : 'failed'
  const payment = { order_no: order.order_no, amount: Number(order.amount), currency: order.currency }
  const notice = { ...payment, event_id: `sandbox_${order.order_no}_${outcome}`, outcome } as const
  const init = { method: 'POST', ...signNotice(notice, config.mediaSecrets, now) }
  const { status } = await app.request('/store/notify/sandbox', init)
  if (status !== 200) log.warn({ order_no: order.order_no, status }, 'a sandbox notice was not taken')
}
