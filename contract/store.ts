import { z } from 'zod'
import { balance, vipStatus } from './balance.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'

const coins = z.number().int()
const time = z.number().int()
const amount = z.number().int()

export const productKind = z.enum(['coins', 'weekly', 'monthly'])
export type ProductKind = z.infer<typeof productKind>

export const providerId = z.enum(['sandbox', 'stripe'])
export type ProviderId = z.infer<typeof providerId>

export const product = z.object({
  id: z.string(),
  kind: productKind,
  title: z.string(),
  coins,
  bonus: coins,
  days: z.number().int().nullable(),
  amount,
  currency: z.string(),
  badge: z.enum(['offer', 'popular', 'best_value']).nullable()
})
export type Product = z.infer<typeof product>

export const disclosure = z.enum(['no_renewal', 'coins_do_not_end', 'bonus_ends', 'refund_unspent', 'test_payments'])
export type Disclosure = z.infer<typeof disclosure>

export const storeIndex = defineEndpoint({
  method: 'GET',
  path: '/store/index',
  access: 'any',
  description: 'Returns what is on sale, the payment providers, balance and pass.',
  notes: [
    'The first provider is the default. With an `embedded` one the payment can be shown in a frame. `first_gift` is the bonus of the first purchase of coins, null after it. The next coins settle `debt` first.',
    'If `needs_way_back`, the client proposes after the payment to protect what was bought: the viewer has paid for nothing yet, and has no e-mail address, recovery code or partner sign-in.'
  ],
  request: z.object({ lang: languageSchema }),
  response: z.object({
    products: z.array(product),
    providers: z.array(z.object({ id: providerId, is_test: z.boolean(), embedded: z.boolean() })),
    currency: z.string(),
    balance,
    debt: coins,
    vip: vipStatus,
    first_gift: z.object({ bonus: coins }).nullable(),
    needs_way_back: z.boolean(),
    disclosures: z.array(disclosure),
    server_time: time
  })
})
export type StoreIndex = z.infer<typeof storeIndex.response>

export const productId = z.string().regex(/^p_[A-Za-z0-9_-]{1,80}$/)
export const orderNo = z.string().regex(/^o_[A-Za-z0-9_-]{1,80}$/)

/**
 * `created`: unknown to the provider. `pending`: waits for the payment. `failed`: declined. `closed`: not paid in time.
 * A late payment turns `failed` and `closed` into `paid`; `refunded` and `disputed` follow `paid`.
 */
export const orderStatus = z.enum(['created', 'pending', 'paid', 'failed', 'closed', 'refunded', 'disputed'])
export type OrderStatus = z.infer<typeof orderStatus>

export const payAction = z.object({
  type: z.enum(['redirect', 'sandbox']),
  url: z.string(),
  embedded_url: z.string().optional()
})
export type PayAction = z.infer<typeof payAction>

export const createOrder = defineEndpoint({
  method: 'POST',
  path: '/store/order',
  access: 'any',
  description: 'Creates an order and returns where to pay.',
  idempotencyKey: 'required',
  notes: [
    'The same key returns the same order in its current state and resumes an interrupted request.',
    '`return_url` is linked after the payment: http or https, any host, without user and password. `pay` is null if the order can no longer be paid.',
    '`pay.embedded_url` is the same payment as `pay.url`, for a frame. Only the order’s status says that it is paid.'
  ],
  limit: '20 in ten minutes',
  errors: {
    4001: '`reason` is `not_on_sale`, or `pass_limit` for a pass that would end more than 365 days from now',
    4202: 'The price is not `expect_amount`; `data` has the current `amount` and `currency`',
    5000: 'The payment provider does not respond'
  },
  errorData: { 4202: z.object({ amount, currency: z.string() }) },
  request: z.object({
    lang: languageSchema,
    product_id: productId,
    provider: providerId,
    expect_amount: amount.optional(),
    return_url: z.string().max(4096).optional()
  }),
  response: z.object({
    order_no: z.string(),
    status: orderStatus,
    pay: payAction.nullable(),
    event_id: z.string(),
    is_test: z.boolean()
  })
})
export type CreatedOrder = z.infer<typeof createOrder.response>

export const readOrder = defineEndpoint({
  method: 'GET',
  path: '/store/order_status',
  access: 'any',
  description: 'Returns an order, after asking the provider if it is not settled.',
  notes: ['`coins` and `bonus` are what the order grants, with the first purchase’s gift.'],
  errors: { 4301: 'Unknown order, or another viewer’s' },
  request: z.object({ lang: languageSchema, order_no: z.string().max(120) }),
  response: z.object({
    order_no: z.string(),
    status: orderStatus,
    kind: productKind,
    coins,
    bonus: coins,
    amount,
    currency: z.string(),
    provider: providerId,
    pay: payAction.nullable(),
    vip: vipStatus,
    balance,
    event_id: z.string(),
    is_test: z.boolean(),
    created_at: time,
    server_time: time
  })
})
export type OrderState = z.infer<typeof readOrder.response>
