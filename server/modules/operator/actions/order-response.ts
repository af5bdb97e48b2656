import { z } from 'zod'
import { langs } from '../../../../contract/protocol/language.js'
import { listOf } from '../../../../contract/protocol/list.js'
import { orderStatus, productKind, providerId } from '../../../../contract/store.js'

const common = {
  order_no: z.string(),
  user_id: z.string(),
  status: orderStatus,
  kind: productKind,
  product_id: z.string(),
  coins: z.number().int(),
  bonus: z.number().int(),
  days: z.number().int().nullable(),
  currency: z.string(),
  provider: providerId,
  is_test: z.boolean(),
  lpid: z.string().nullable(),
  created_at: z.date(),
  paid_at: z.date().nullable(),
  refunded_at: z.date().nullable()
}

export const orderListEntry = z.object({ ...common, amount: z.number().int(), refunded: z.number().int() })

export const orderListResponse = listOf(orderListEntry)

export const refund = z.object({
  id: z.string(),
  amount: z.number().int(),
  spent: z.enum(['refuse', 'debt', 'waive']),
  reason: z.string().nullable(),
  operator: z.string(),
  coins: z.number().int(),
  bonus: z.number().int(),
  debt: z.number().int(),
  waived_coins: z.number().int(),
  waived_bonus: z.number().int(),
  money_back_at: z.date().nullable(),
  created_at: z.date()
})

const coins = z.object({ coins: z.number().int(), bonus: z.number().int() })

/**
 * An order as it is stored: amounts in minor units are texts. `refund_effect`: what a refund of all that is left takes from
 * the viewer, and what the viewer still has to give; null if it takes no coins.
 */
const order = z.object({
  ...common,
  event_id: z.string(),
  title: z.record(z.string(), z.string()).nullable(),
  gift: z.number().int(),
  amount: z.string(),
  provider_ref: z.string().nullable(),
  payment_ref: z.string().nullable(),
  return_url: z.string().nullable(),
  lang: z.enum(langs),
  expires_at: z.date(),
  asked_at: z.date().nullable(),
  money_back_at: z.date().nullable(),
  refunded_amount: z.string(),
  disputed_amount: z.string().nullable(),
  drama_id: z.string().nullable(),
  episode_no: z.number().int().nullable(),
  utm_source: z.string(),
  country: z.string(),
  assisting_lpids: z.array(z.string()),
  refund_effect: z.object({ takes: coins, held: coins }).nullable()
})

export const orderResponse = z.object({ order, refunds: z.array(refund) })

/** `left` is what can still be refunded. `refund` is null if an older version requested it. */
export const refundResponse = z.object({
  order_no: z.string(),
  status: orderStatus,
  left: z.number().int(),
  currency: z.string(),
  refund: refund.nullable()
})
