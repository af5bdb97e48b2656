import { z } from 'zod'
import { balance } from './balance.js'
import { dramaId } from './drama.js'
import { episodeId, episodeNo, episodeState, lockedQuote } from './episode.js'
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

/**
 * `event_id` is the id of the viewer’s `drama-unlock` and of its postbacks. `is_test`: in a test visit, or by a viewer
 * who has paid test orders and no other. Responses that an older server has stored have neither.
 */
const unlockEvent = { event_id: z.string().optional(), is_test: z.boolean().optional() }

const expectPrice = z.number().int().min(0).max(1_000_000_000)

export const unlock = defineEndpoint({
  method: 'POST',
  path: '/drama/unlock',
  access: 'any',
  description: 'Unlocks the first locked episode of its drama for `expect_price` coins.',
  idempotencyKey: 'required',
  limit: '60 a minute, all unlock endpoints together',
  errors: {
    4201: 'Too few coins, or the viewer owes coins; `data` is an UnlockRefusal',
    4202: 'The price is not `expect_price`; `data` is an UnlockRefusal',
    4204: 'The drama or the episode is not online',
    4205: 'Nothing is locked; `data` is an AlreadyUnlocked',
    4209: 'A spending limit is reached; `data` is an UnlockRefusal with `limit`',
    4203: 'Earlier episodes are locked; `data` is an UnlockRefusal'
  },
  errorData: {
    4201: unlockRefusal,
    4202: unlockRefusal,
    4203: unlockRefusal,
    4205: alreadyUnlocked,
    4209: unlockRefusal
  },
  request: z.object({
    lang: languageSchema,
    episode_id: episodeId,
    expect_price: expectPrice,
    source: z.enum(['coins', 'auto']).default('coins')
  }),
  response: z.object({ unlock: unlockedEpisode, balance, ...unlockEvent })
})

export const unlockTo = defineEndpoint({
  method: 'POST',
  path: '/drama/unlock_to',
  access: 'any',
  description: 'Unlocks all locked episodes up to `to_no` at the price of the range.',
  idempotencyKey: 'required',
  limit: '60 a minute, all unlock endpoints together',
  errors: {
    4201: 'Too few coins, or the viewer owes coins; `data` is an UnlockRefusal',
    4202: 'The price is not `expect_price`; `data` is an UnlockRefusal',
    4204: 'The drama or the episode is not online',
    4205: 'Nothing is locked; `data` is an AlreadyUnlocked',
    4209: 'A spending limit is reached; `data` is an UnlockRefusal with `limit`'
  },
  errorData: { 4201: unlockRefusal, 4202: unlockRefusal, 4205: alreadyUnlocked, 4209: unlockRefusal },
  request: z.object({
    lang: languageSchema,
    drama_id: dramaId,
    to_no: episodeNo,
    expect_price: expectPrice
  }),
  response: z.object({ unlocked: z.array(unlockedEpisode), balance, ...unlockEvent })
})

export const undoUnlock = defineEndpoint({
  method: 'POST',
  path: '/drama/unlock_undo',
  access: 'any',
  description: 'Refunds an automatic unlock within 10 s and locks the episode again.',
  idempotencyKey: 'required',
  limit: '60 a minute, all unlock endpoints together',
  errors: { 4001: 'No automatic unlock of the last 10 s, 5 s of it were watched, or five refunds within 24 hours' },
  request: z.object({ lang: languageSchema, episode_id: episodeId }),
  response: z.object({
    episode_id: z.string(),
    coins_back: z.number().int(),
    bonus_back: z.number().int(),
    balance
  })
})

export const unlockHost = defineEndpoint({
  method: 'POST',
  path: '/drama/unlock_host',
  access: 'any',
  description: 'Unlocks one episode at the cost of a partner; earlier ones may stay locked.',
  idempotencyKey: 'required',
  notes: [
    '`token` is a JWT as for `/user/partner_login`, with `drama_id`, `episode_no`, `jti` (8 to 128 characters, unique for the partner) and optionally `max_price` in coins. [Partners](../guide/partners.md) explains how to sign it.'
  ],
  limit: '60 a minute, all unlock endpoints together',
  errors: {
    4202: 'The price is above `max_price`; `data` is an UnlockRefusal',
    4204: 'The drama or the episode is not online',
    4205: 'The viewer may watch the episode already; `data` is an AlreadyUnlocked',
    4210: 'The partner has too few coins',
    4501: 'Invalid or used token'
  },
  errorData: { 4202: unlockRefusal, 4205: alreadyUnlocked },
  request: z.object({ lang: languageSchema, episode_id: episodeId, token: z.string().min(1).max(4096) }),
  response: z.object({ unlock: unlockedEpisode, balance })
})
