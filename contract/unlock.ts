import { z } from 'zod'
import { balance } from './balance.js'
import { dramaId } from './drama.js'
import { episodeId, episodeState, lockedQuote } from './episode.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'

/**
 * An episode that was paid for; `price` is its own, `coins_paid` and `bonus_paid` what it cost the viewer, a range's
 * discount off: nothing where the page's partner has paid (`host`).
 */
export const unlocked = z.object({
  drama_id: z.string(),
  episode_id: z.string(),
  episode_no: z.number().int(),
  price: z.number().int(),
  coins_paid: z.number().int(),
  bonus_paid: z.number().int(),
  source: z.enum(['coins', 'auto', 'bulk', 'host']),
  created_at: z.number().int()
})
export type Unlocked = z.infer<typeof unlocked>

/**
 * Why 4209 refuses: a spending limit (`daily`, `weekly`, `campaign_daily` of the page's campaign), a cap of automatic unlocking (`auto_daily`, of one drama
 * `auto_drama_daily`), automatic unlocking that is off for this drama (`auto_off`), or one less than 10 s ago
 * (`auto_pace`). `coins` is the limit, `spent` what counts towards it, `resets_at` when it counts anew.
 */
export const spendingLimitReached = z.object({
  name: z.enum(['daily', 'weekly', 'campaign_daily', 'auto_daily', 'auto_drama_daily', 'auto_off', 'auto_pace']),
  coins: z.number().int().nullable(),
  spent: z.number().int().nullable(),
  resets_at: z.number().int().nullable()
})
export type ReachedLimit = z.infer<typeof spendingLimitReached>

/**
 * `data` of 4201, 4202, 4203 and 4209: as when play refuses, with what it costs to unlock everything from the first
 * locked episode to the one that was asked for at once (4203 offers that), and with 4209 the limit. Who owes coins is
 * refused with 4201 whatever they have, until the next coins they buy have settled the `debt`.
 */
export const unlockRefusal = lockedQuote.extend({
  range: z.object({
    from_no: z.number().int(),
    to_no: z.number().int(),
    episodes: z.number().int(),
    coins_full: z.number().int(),
    discount_percent: z.number().int(),
    coins_needed: z.number().int()
  }),
  limit: spendingLimitReached.optional()
})
export type UnlockRefusal = z.infer<typeof unlockRefusal>

/** `data` of 4205: nothing was charged, and the episode can be watched. */
export const alreadyUnlocked = z.object({
  drama_id: z.string(),
  episode_id: z.string(),
  episode_no: z.number().int(),
  state: episodeState,
  balance
})
export type AlreadyUnlocked = z.infer<typeof alreadyUnlocked>

const expectPrice = z.number().int().min(0).max(1_000_000_000)

/**
 * Unlocks the first locked episode of its drama for `expect_price` coins, if that is what it costs. Needs the header
 * Idempotency-Key: 16 to 64 letters, digits, `-` or `_`, new for every decision of the viewer; sent again, the first
 * answer comes again, also a refusal, and nothing is charged. `source` is `auto` where the viewer did not ask.
 */
export const unlock = defineEndpoint({
  method: 'POST',
  path: '/drama/unlock',
  access: 'any',
  request: z.object({
    lang: languageSchema,
    episode_id: episodeId,
    expect_price: expectPrice,
    source: z.enum(['coins', 'auto']).default('coins')
  }),
  response: z.object({ unlock: unlocked, balance })
})

/** Unlocks everything that is locked up to an episode at once, or nothing; `expect_price` is the quote's `coins_needed`. */
export const unlockTo = defineEndpoint({
  method: 'POST',
  path: '/drama/unlock_to',
  access: 'any',
  request: z.object({
    lang: languageSchema,
    drama_id: dramaId,
    to_no: z.number().int().min(1).max(100_000),
    expect_price: expectPrice
  }),
  response: z.object({ unlocked: z.array(unlocked), balance })
})

/**
 * Takes back an automatic unlock, within 10 s and where less than 5 s of it were watched: the episode is locked again,
 * and what it cost is where it came from. Anything else is a parameter error, 4001. Needs an Idempotency-Key.
 */
export const undoUnlock = defineEndpoint({
  method: 'POST',
  path: '/drama/unlock_undo',
  access: 'any',
  request: z.object({ lang: languageSchema, episode_id: episodeId }),
  response: z.object({
    episode_id: z.string(),
    coins_back: z.number().int(),
    bonus_back: z.number().int(),
    balance
  })
})

/**
 * Unlocks one locked episode at the cost of a partner. `token` is a JWT as `/user/partner_login` has them, with `jti`, 8
 * to 128 characters that no other token of the partner has, `drama_id`, `episode_no`, and `max_price` in coins where the
 * partner sets one. Earlier episodes may be locked. 4501 for any other token and one that was used, 4205 where the viewer
 * may watch already, 4202 above `max_price`, 4210 where the partner's coins do not reach. Needs an Idempotency-Key.
 */
export const unlockHost = defineEndpoint({
  method: 'POST',
  path: '/drama/unlock_host',
  access: 'any',
  request: z.object({ lang: languageSchema, episode_id: episodeId, token: z.string().min(1).max(4096) }),
  response: z.object({ unlock: unlocked, balance })
})
