import type { z } from 'zod'
import { SUCCESS_CODE } from '../../../contract/protocol/envelope.js'
import { type CreatedOrder, createOrder } from '../../../contract/store.js'
import type { OrderRow } from '../../db/schema/store-tables.js'
import { transaction } from '../../db/transaction.js'
import { BusinessError, createFieldError, createParameterError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import { findCreditedLpid } from '../campaign/attribution.js'
import { findLastPaywall } from '../event/event-writes.js'
import { type MoneyWriteContext, runIdempotentWrite } from '../ledger/idempotent-write.js'
import { isPassAllowed } from '../pass/passes.js'
import { type PaymentProvider, ProviderUnavailable } from '../payment/provider.js'
import { recordOrderScopes } from '../reward/earning/allowance.js'
import { toEarnerOrigin } from '../reward/earning/earner-origin.js'
import { formatProductTitle } from '../store/product-titles.js'
import { requireOrder, toPayAction } from './orders.js'

type CreateOrderRequest = z.output<typeof createOrder.request>

/** How long an order can be paid. Stripe allows 30 minutes to 24 hours. */
const ORDER_LIFETIME_MS = 60 * 60_000

/**
 * Writes the order, creates a checkout at the provider, then stores the checkout. A request with the same
 * Idempotency-Key continues after the last step that succeeded.
 */
export async function postOrder(context: RequestContext, request: CreateOrderRequest): Promise<CreatedOrder> {
  await context.limits.order.take(context)
  const provider = context.payments.find(request.provider)
  if (provider === null) throw createParameterError('provider')
  if (request.return_url !== undefined && !isWebUrl(request.return_url)) throw createParameterError('return_url')
  const onDecided = (code: number) => {
    if (code === SUCCESS_CODE) context.metrics.orders.inc({ provider: provider.id, result: 'created' })
  }
  const write = { path: createOrder.path, request, onDecided }
  const { order_no } = await runIdempotentWrite(context, write, moneyWrite =>
    writeOrder(context, moneyWrite, request, provider)
  )
  const created = await requireOrder(context.db, order_no)
  const order = await beginCheckout(context, provider, created)
  const { status, event_id, is_test } = order
  return { order_no, status, pay: toPayAction(order, provider), event_id, is_test }
}

function isWebUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  // Rejects user names, because `https://bank.example@elsewhere` looks like another host.
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

async function writeOrder(
  context: RequestContext,
  { trx, wallet }: MoneyWriteContext,
  { product_id, return_url, expect_amount }: CreateOrderRequest,
  provider: PaymentProvider
): Promise<{ order_no: string }> {
  const { config, random, now, lang } = context
  const product = await trx
    .selectFrom('products')
    .selectAll()
    .where('id', '=', product_id)
    .where('currency', '=', config.currency)
    .where('status', '=', 'on_sale')
    .executeTakeFirst()
  if (product === undefined) throw createFieldError('product_id', 'not_on_sale')
  const { title, kind, coins, bonus, days, amount, currency } = product
  if (expect_amount !== undefined && expect_amount !== Number(amount)) {
    throw new BusinessError(4202, { amount: Number(amount), currency })
  }
  if (days !== null && !(await isPassAllowed(trx, wallet.userId, days, now))) {
    throw createFieldError('product_id', 'pass_limit')
  }
  const lpid = await findCreditedLpid(trx, wallet.userId, now)
  const paywall = await findLastPaywall(trx, wallet.userId, now)
  const order_no = `o_${random.bytes(16).toString('base64url')}`
  await trx
    .insertInto('orders')
    .values({
      order_no,
      event_id: `p_${order_no}`,
      user_id: wallet.userId,
      product_id,
      kind,
      coins,
      bonus,
      days,
      title: JSON.stringify(title),
      amount: Number(amount),
      currency,
      status: 'created',
      provider: provider.id,
      is_test: provider.isTest,
      return_url: return_url ?? null,
      lang,
      lpid,
      created_at: now,
      ...paywall,
      expires_at: new Date(now.getTime() + ORDER_LIFETIME_MS)
    })
    .execute()
  const earner = toEarnerOrigin(context, lpid ?? '')
  await recordOrderScopes(trx, { userId: wallet.userId, orderNo: order_no, earner, now })
  return { order_no }
}

async function beginCheckout(context: RequestContext, provider: PaymentProvider, order: OrderRow): Promise<OrderRow> {
  const { db, log, trackExternalWait, origin, now } = context
  if (order.status !== 'created' || order.expires_at <= now) return order
  const checkoutInput = { title: formatProductTitle(order, order.lang), origin }
  const checkout = await trackExternalWait(provider.createCheckout(order, checkoutInput)).catch(error => {
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ order_no: order.order_no, reason: error.message }, 'a checkout cannot be begun')
    throw new BusinessError(5000)
  })
  await transaction(db, trx =>
    trx
      .updateTable('orders')
      .set({ status: 'pending', provider_ref: checkout.ref, pay_url: checkout.pay.url })
      .where('order_no', '=', order.order_no)
      .where('status', '=', 'created')
      .execute()
  )
  return requireOrder(db, order.order_no)
}
