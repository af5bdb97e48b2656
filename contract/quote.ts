import { z } from 'zod'
import { balance } from './balance.js'
import { dramaId } from './drama.js'
import { MAX_EPISODE_NO } from './episode.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'

const amount = z.number().int()

export const quoteMoney = z.object({
  amount,
  currency: z.string(),
  basis: z.object({ coins: z.number().int(), amount })
})

/**
 * The cheapest way to watch the remaining episodes: `none` if nothing is locked, `balance` if coins and bonus suffice
 * (`amount` is 0), `coins` to buy packs, or the pass that costs less than those packs.
 */
export const bestOption = z.object({
  kind: z.enum(['none', 'balance', 'coins', 'weekly', 'monthly']),
  amount,
  currency: z.string()
})
export type BestOption = z.infer<typeof bestOption>

export const quote = defineEndpoint({
  method: 'GET',
  path: '/drama/quote',
  access: 'any',
  description: 'Returns the price of the episodes from the first to `to_no` (the last by default).',
  notes: [
    '`paid_total` of them cost coins, `unlocked` the viewer has, `remaining` are locked (0 with a pass).',
    '`coins_needed` unlocks the remaining ones at once, after the discount; at most `bonus_usable` of it can be bonus.',
    '`money` is the value of `coins_needed`, rounded up, at the price of the cheapest coins: the pack in `basis`, whose `coins` include its bonus.',
    'Minutes are rounded up, and watched parts are not in `minutes_left`.'
  ],
  errors: { 4204: 'The drama is not online' },
  request: z.object({
    lang: languageSchema,
    drama_id: dramaId,
    to_no: z.coerce.number().int().min(1).max(MAX_EPISODE_NO).optional()
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
