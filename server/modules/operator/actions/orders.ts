import { z } from 'zod'
import type { OrderRefundRow } from '../../../db/schema/store-tables.js'
import { BusinessError, createFieldError } from '../../../http/business-error.js'
import { cutToPage, formatCursor, parseCursor } from '../../../lib/cursor.js'
import { findAssistingLpids } from '../../campaign/attribution.js'
import { orderFilters } from '../../order/order-filters.js'
import { findOrderByNo, type OrderListRow, readOrderList } from '../../order/orders.js'
import { readRefundEffect } from '../../order/refund/refund-effect.js'
import { type RefundResult, refundOrder } from '../../order/refund/refund-order.js'
import { computeReversedAmount } from '../../order/refund/refund-state.js'
import { readRefunds } from '../../order/refund/requested-refunds.js'
import { ProviderUnavailable } from '../../payment/provider.js'
import { findUserIdsOfPerson } from '../../user/queries.js'
import { defineOperatorAction, type OperatorContext } from '../operator-action.js'
import { operatorReason, requestKey } from './operator-reason.js'
import { orderListResponse, orderResponse, refundResponse } from './order-response.js'

const listRequest = z.object({
  user: z.string().trim().min(1).max(254).optional(),
  status: z.enum(['all', ...orderFilters]).default('all'),
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(100).default(50)
})

export const listOrdersAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/order_list',
  roles: ['support', 'analyst'],
  description:
    'Lists orders, or those of one viewer, newest first. `refund_waiting`: the provider has not answered. `refund_failed`: the money did not reach the buyer.',
  request: listRequest,
  response: orderListResponse,
  subject: null,
  run: async ({ db }, { user, status: filter, cursor, page_size: size }) => {
    const userIds = user === undefined ? null : await findUserIdsOfPerson(db, user)
    if (userIds?.length === 0) throw createFieldError('user', 'unknown_user')
    const cursorName = `orders ${filter} ${user ?? ''}`
    const after = parseCursor(cursorName, ['instant', 'text'], cursor)
    const rows = await readOrderList(db, { userIds, filter, after, limit: size + 1 })
    const page = cutToPage(rows, size, last => formatCursor(cursorName, [last.created_at, last.order_no]))
    return { ...page, list: page.list.map(toOrderListEntry) }
  }
})

export const toOrderListEntry = ({ amount, refunded_amount, disputed_amount, ...row }: OrderListRow) => ({
  ...row,
  amount: Number(amount),
  refunded: computeReversedAmount({ ...row, amount, refunded_amount, disputed_amount })
})

const orderRequest = z.object({ order_no: z.string().min(1).max(64) })

export const showOrderAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/order_show',
  roles: ['support', 'analyst'],
  description:
    'Returns an order with its refunds, with the campaigns that assisted it, and with the coins that a refund would take.',
  request: orderRequest,
  response: orderResponse,
  errors: { 4301: 'Unknown order' },
  subject: null,
  run: async ({ db, now }, { order_no }) => {
    const order = await findOrderByNo(db, order_no)
    if (order === undefined) throw new BusinessError(4301)
    const refund_effect = await readRefundEffect(db, order, now)
    const { user_id: userId, lpid, created_at: by } = order
    const assisting_lpids = await findAssistingLpids(db, { userId, lpid, by })
    const refunds = (await readRefunds(db, order_no)).map(toRefundResponse)
    const { pay_url: _, ...shown } = order
    return { order: { ...shown, assisting_lpids, refund_effect }, refunds }
  }
})

/** The rule of `amount` is in refund-order.ts, which knows what is left. */
const refundRequest = orderRequest
  .extend({
    amount: z.number().optional(),
    spent: z.enum(['refuse', 'debt', 'waive']).default('refuse'),
    reason: operatorReason.optional(),
    key: requestKey.optional()
  })
  .refine(({ spent, reason: given }) => spent !== 'waive' || given !== undefined, { path: ['reason'] })

export const refundOrderAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/order_refund',
  roles: ['support'],
  description: 'Refunds an order, or a part of it.',
  request: refundRequest,
  response: refundResponse,
  errors: { 5000: 'The payment provider does not respond' },
  errorData: { 5000: z.object({ reason: z.literal('provider') }) },
  subject: ({ order_no }) => order_no,
  readState: async ({ db }, { order_no }) => readRefundState(db, order_no),
  run: async (context, { order_no, amount = null, spent, reason: given = null, key = null }) => {
    const { now, operator, member, config } = context
    const limit = member?.role === 'support' ? { amount: config.support.refundLimit, currency: config.currency } : null
    const request = { orderNo: order_no, amount, spent, reason: given, operator, key, limit }
    const result = await refundOrder(context, request, now).catch(error => {
      if (!(error instanceof ProviderUnavailable)) throw error
      context.log.warn({ order_no, reason: error.message }, 'an order cannot be refunded')
      throw new BusinessError(5000, { reason: 'provider' })
    })
    if (result.type === 'refused') throw toRefusal(result)
    const { order, refund } = result
    return {
      order_no,
      status: order.status,
      left: Number(order.amount) - computeReversedAmount(order),
      currency: order.currency,
      refund: refund && toRefundResponse(refund)
    }
  }
})

async function readRefundState(db: OperatorContext['db'], orderNo: string) {
  const order = await findOrderByNo(db, orderNo)
  if (order === undefined) return null
  const { status, currency } = order
  return { status, currency, amount: Number(order.amount), refunded: Number(order.refunded_amount) }
}

function toRefusal(refused: Extract<RefundResult, { type: 'refused' }>): BusinessError {
  switch (refused.reason) {
    case 'not_left':
    case 'used':
      return createFieldError('amount', refused.reason, { left: refused.left, currency: refused.currency })
    case 'pending':
      return createFieldError('amount', refused.reason, { pending: refused.pending, currency: refused.currency })
    case 'above_limit':
      return createFieldError('amount', refused.reason, { limit: refused.limit, currency: refused.currency })
    case 'key_used':
      return createFieldError('key', refused.reason)
    default:
      return createFieldError('order_no', refused.reason)
  }
}

export function toRefundResponse({ refund_ref: id, amount, ...row }: OrderRefundRow) {
  const { spent, reason: given, operator, coins, bonus, debt, waived_coins, waived_bonus } = row
  return {
    id,
    amount: Number(amount),
    spent,
    reason: given,
    operator,
    coins,
    bonus,
    debt,
    waived_coins,
    waived_bonus,
    money_back_at: row.money_back_at,
    created_at: row.created_at
  }
}
