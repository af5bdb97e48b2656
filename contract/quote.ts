import { z } from 'zod'
import { balance } from './balance.js'
import { dramaId } from './drama.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'

/** Minor units of `currency`, such as centavos. */
const amount = z.number().int()

/** `basis` is the coin pack with the lowest price per coin: `coins` with its bonus, for `amount`. */
export const quoteMoney = z.object({
  amount,
  currency: z.string(),
  basis: z.object({ coins: z.number().int(), amount })
})

/**
 * The cheapest way to watch what remains: `none` when nothing is locked, `balance` when coins and bonus suffice (then
 * `amount` is 0), `coins` when packs are to be bought, else the pass that costs less than those packs.
 */
export const bestOption = z.object({
  kind: z.enum(['none', 'balance', 'coins', 'weekly', 'monthly']),
  amount,
  currency: z.string()
})
export type BestOption = z.infer<typeof bestOption>

/**
 * What a drama costs before anything is paid, for its episodes from the first up to `to_no` (the last one if left out).
 * `paid_total` episodes cost coins, `unlocked` of them the viewer has, `remaining` are still locked (0 with a pass).
 * `coins_needed` is for those at once, discount taken off, before the balance; `bonus_usable` of it can be bonus.
 * `money` is what `coins_needed` are worth, rounded up. Packs and passes are those of the store, and amounts are in the
 * server's CURRENCY.
 * `cheapest_pass` is the pass that costs least, whatever the drama does.
 * `total_minutes` and `minutes_left` are rounded up; what was finished or watched is not left.
 */
export const quote = defineEndpoint({
  method: 'GET',
  path: '/drama/quote',
  access: 'any',
  request: z.object({
    lang: languageSchema,
    drama_id: dramaId,
    to_no: z.coerce.number().int().min(1).max(100_000).optional()
  }),
  response: z.object({
    drama_id: z.string(),
    to_no: z.number().int(),
    episode_total: z.number().int(),
    paid_total: z.number().int(),
    unlocked: z.number().int(),
    remaining: z.number().int(),
    coins_full: z.number().int(),
    discount_percent: z.number().int(),
    coins_needed: z.number().int(),
    bonus_usable: z.number().int(),
    balance,
    money: quoteMoney,
    total_minutes: z.number().int(),
    minutes_left: z.number().int(),
    best_option: bestOption,
    cheapest_pass: z.object({ kind: z.enum(['weekly', 'monthly']), amount, currency: z.string() })
  })
})
export type Quote = z.infer<typeof quote.response>
