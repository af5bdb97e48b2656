import { z } from 'zod'
import { dramaId } from './drama.js'
import { episodeNo } from './episode.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'
import { END_OF_YEAR_9999_MS } from './protocol/time.js'

const coins = z.number().int()
const time = z.number().int()

export const playFailed = defineEndpoint({
  method: 'POST',
  path: '/drama/play_failed',
  access: 'any',
  description: 'Reports that an episode did not play, and claims a refund of its unlock.',
  notes: [
    'An unlock of the last 24 hours is refunded at `return_at`, and the episode locked, unless 5 s of it are watched within 24 hours of the unlock. `return_at` is null without such an unlock.',
    '`detail` is for operators, such as `network`.',
    '`/wallet/returned` lists the refund until `/wallet/returned_seen`, and also the refunds of episodes that have been offline for 30 days.'
  ],
  limit: '30 a minute',
  request: z.object({
    lang: languageSchema,
    drama_id: dramaId,
    episode_no: episodeNo,
    detail: z.string().regex(/^[a-z_]{1,32}$/)
  }),
  response: z.object({ return_at: time.nullable(), server_time: time })
})

export const returnedUnlock = z.object({
  episode_id: z.string(),
  episode_no: z.number().int(),
  drama_id: z.string(),
  title: z.string(),
  reason: z.enum(['not_played', 'offline']),
  coins,
  bonus: coins,
  returned_at: time
})
export type ReturnedUnlock = z.infer<typeof returnedUnlock>

export const walletReturned = defineEndpoint({
  method: 'GET',
  path: '/wallet/returned',
  access: 'any',
  description: 'Lists refunded unlocks that the viewer has not seen yet.',
  request: z.object({ lang: languageSchema }),
  response: z.object({ list: z.array(returnedUnlock) })
})

export const returnedSeen = defineEndpoint({
  method: 'POST',
  path: '/wallet/returned_seen',
  access: 'any',
  description: 'Marks refunded unlocks up to `until` as seen.',
  request: z.object({ lang: languageSchema, until: time.min(0).max(END_OF_YEAR_9999_MS) }),
  response: z.object({ seen: z.number().int() })
})
