import { z } from 'zod'
import { dramaId } from './drama.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'

const coins = z.number().int()
const time = z.number().int()

/**
 * Tells that an episode did not play, when the viewer is told so. Where the caller has paid for it, and does not watch
 * 5 s of it within 24 hours of the unlock, it is locked again then and what it cost is given back: `return_at`. Null
 * where nothing was paid, or more than 24 hours ago. `detail` is for operators, such as `network`.
 */
export const playFailed = defineEndpoint({
  method: 'POST',
  path: '/drama/play_failed',
  access: 'any',
  request: z.object({
    lang: languageSchema,
    drama_id: dramaId,
    episode_no: z.number().int().min(1).max(100_000),
    detail: z.string().regex(/^[a-z_]{1,32}$/)
  }),
  response: z.object({ return_at: time.nullable(), server_time: time })
})

/** An unlock that was given back by itself: it did not play, or its drama has been offline for 30 days. */
export const returned = z.object({
  episode_id: z.string(),
  episode_no: z.number().int(),
  drama_id: z.string(),
  title: z.string(),
  reason: z.enum(['not_played', 'offline']),
  coins,
  bonus: coins,
  returned_at: time
})
export type Returned = z.infer<typeof returned>

/** What was given back and the viewer has not been told yet, newest first, 50 at most. */
export const walletReturned = defineEndpoint({
  method: 'GET',
  path: '/wallet/returned',
  access: 'any',
  request: z.object({ lang: languageSchema }),
  response: z.object({ list: z.array(returned) })
})

/** The viewer has been told of everything that was given back up to `until`. */
export const returnedSeen = defineEndpoint({
  method: 'POST',
  path: '/wallet/returned_seen',
  access: 'any',
  request: z.object({ lang: languageSchema, until: time.min(0).max(253_402_300_799_999) }),
  response: z.object({ seen: z.number().int() })
})
