import { z } from 'zod'
import { balance } from './balance.js'
import { dramaId } from './drama.js'
import { episodeId, episodeState, lockedQuote } from './episode.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'

export const unlockedEpisode = z.object({
  drama_id: z.string(),
  episode_id: z.string(),
  episode_no: z.number().int(),
  price: z.number().int(),
  coins_paid: z.number().int(),
  bonus_paid: z.number().int(),
  source: z.enum(['coins', 'auto', 'bulk', 'host']),
  created_at: z.number().int()
})
export type UnlockedEpisode = z.infer<typeof unlockedEpisode>

/**
 * The limit that caused a 4209. `auto_daily` and `auto_drama_daily` are caps of auto-unlock, `auto_off` means that it
 * is off for this drama, `auto_pace` that the last one was less than 10 s ago. `spent` coins count until `resets_at`.
 */
export const spendingLimitReached = z.object({
  name: z.enum(['daily', 'weekly', 'campaign_daily', 'auto_daily', 'auto_drama_daily', 'auto_off', 'auto_pace']),
  coins: z.number().int().nullable(),
  spent: z.number().int().nullable(),
  resets_at: z.number().int().nullable()
})
export type SpendingLimitReached = z.infer<typeof spendingLimitReached>

/**
 * `data` of 4201, 4202, 4203 and 4209. `range` is the price of everything from the first locked episode to the
 * requested one. A viewer with `debt` gets 4201 with any balance, until the next coins settle it.
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
 * Unlocks the first locked episode of its drama for `expect_price` coins. Needs the header Idempotency-Key: 16 to 64
 * letters, digits, `-` or `_`, new for each decision of the viewer. The same key returns the first response again, also
 * an error, and charges nothing.
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
  response: z.object({ unlock: unlockedEpisode, balance })
})

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
  response: z.object({ unlocked: z.array(unlockedEpisode), balance })
})

/**
 * Refunds an automatic unlock within 10 s, if less than 5 s were watched, and locks the episode again. 4001 otherwise.
 * Needs an Idempotency-Key.
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
 * Unlocks one episode at the cost of a partner; earlier ones may be locked. Needs an Idempotency-Key. `token` is a JWT
 * as for `partnerLogin`, with `drama_id`, `episode_no`, `jti` (8 to 128 characters, unique for the partner) and
 * optionally `max_price` in coins.
 *
 * - 4501: invalid or used token
 * - 4205: the viewer may watch the episode already
 * - 4202: the price is above `max_price`
 * - 4210: the partner has too few coins
 */
export const unlockHost = defineEndpoint({
  method: 'POST',
  path: '/drama/unlock_host',
  access: 'any',
  request: z.object({ lang: languageSchema, episode_id: episodeId, token: z.string().min(1).max(4096) }),
  response: z.object({ unlock: unlockedEpisode, balance })
})
