import { z } from 'zod'
import { balance, vipStatus } from './balance.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'

const coins = z.number().int()
const time = z.number().int()
/** Minor units of the currency beside it, such as centavos. */
const amount = z.number().int()

export const productKind = z.enum(['coins', 'weekly', 'monthly'])
export type ProductKind = z.infer<typeof productKind>

/** Who takes the money: `sandbox` is our own checkout page and moves none. */
export const providerId = z.enum(['sandbox', 'stripe'])
export type ProviderId = z.infer<typeof providerId>

/** Something on sale; badge `offer` is what the viewer's campaign puts first. `days` of unlimited viewing for a pass, null for coins; `bonus` comes with the coins. */
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

/** What a buyer must know before paying; the client has the words. */
export const disclosure = z.enum(['no_renewal', 'coins_do_not_end', 'bonus_ends', 'refund_unspent', 'test_payments'])
export type Disclosure = z.infer<typeof disclosure>

/**
 * What can be bought, and by which providers, the first of them proposed. `first_gift` is the bonus that comes with the
 * first order of coins, null for who has bought some. `needs_way_back`: the viewer has no e-mail, no recovery
 * code and no partner who signs them in, and nothing to lose yet that was paid for; to be told before paying. `debt` in coins is what the next coins
 * settle first.
 */
export const storeIndex = defineEndpoint({
  method: 'GET',
  path: '/store/index',
  access: 'any',
  request: z.object({ lang: languageSchema }),
  response: z.object({
    products: z.array(product),
    providers: z.array(z.object({ id: providerId, is_test: z.boolean() })),
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
 * `created`: not yet known to the provider; `pending`: the viewer is to pay; `failed`: declined, `closed`: not paid in
 * time, either still becomes `paid` where the money came after all; `refunded` and `disputed` follow `paid`.
 */
export const orderStatus = z.enum(['created', 'pending', 'paid', 'failed', 'closed', 'refunded', 'disputed'])
export type OrderStatus = z.infer<typeof orderStatus>

/** Where the viewer pays: a page of the provider, or our own for tests. Opened outside of the app. */
export const payAction = z.object({ type: z.enum(['redirect', 'sandbox']), url: z.string() })
export type PayAction = z.infer<typeof payAction>

/**
 * Begins to buy. Needs an Idempotency-Key, as an unlock does. `return_url` is offered as a link when the payment is
 * done: http or https, of any host, without a name and password. A product that is not on sale, and a pass that would
 * end more than 365 days from now, are parameter errors, 4001, with `reason` `not_on_sale` or `pass_limit` beside
 * `fields`; 4202, with the `amount` and `currency` of now, where it costs something else than `expect_amount`, what the
 * viewer has read; 5000 where the provider does not answer. The same key gives the same order, as it stands then, and goes on
 * where it stopped; `pay` is null where it cannot be paid any more.
 */
export const createOrder = defineEndpoint({
  method: 'POST',
  path: '/store/order',
  access: 'any',
  request: z.object({
    lang: languageSchema,
    product_id: productId,
    provider: providerId,
    expect_amount: amount.optional(),
    return_url: z.string().max(4096).optional()
  }),
  response: z.object({ order_no: z.string(), status: orderStatus, pay: payAction.nullable(), event_id: z.string() })
})
export type CreatedOrder = z.infer<typeof createOrder.response>

/**
 * Where an order stands; asks the provider where it is not settled. `coins` and `bonus` are what it gives, the first
 * top-up's gift counted; `pay` while it can be paid. `event_id` is `p_` and the order's number. Another viewer's order
 * is not found, 4301.
 */
export const readOrder = defineEndpoint({
  method: 'GET',
  path: '/store/order_status',
  access: 'any',
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
    created_at: time,
    server_time: time
  })
})
export type OrderState = z.infer<typeof readOrder.response>
