import { z } from 'zod'
import { dramaId } from './drama.js'
import { endpoint } from './endpoint.js'
import { langSchema } from './lang.js'

/** What marketers count and only the app can tell; each is told to the host page as `drama-…` under the same id. */
export const countedEvent = z.enum([
  'view_content',
  'episode_start',
  'episode_quartile',
  'episode_complete',
  'paywall',
  'search',
  'favorite',
  'share',
  'reward_submitted',
  'checkout'
])
export type CountedEvent = z.infer<typeof countedEvent>

/** What is known of it: `quartile` with `episode_quartile` alone, `price` in coins with `paywall` alone. */
export const eventProps = z.object({
  drama_id: dramaId.optional(),
  episode_no: z.number().int().min(1).max(100_000).optional(),
  quartile: z.union([z.literal(25), z.literal(50), z.literal(75)]).optional(),
  price: z.number().int().min(0).max(1_000_000_000).optional()
})
export type EventProps = z.infer<typeof eventProps>

/** One event; `event_id` is the host page's as well. `at` in epoch ms, by the device's clock. */
export const toldEvent = z.object({
  event: countedEvent,
  event_id: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/),
  at: z.number().int().min(0).max(253_402_300_799_999),
  props: eventProps
})
export type ToldEvent = z.infer<typeof toldEvent>

/** How many events one request may bring. */
export const MOST_EVENTS = 50

/**
 * Tells what was watched and done, in the order it happened. An event of an id that is known already is dropped, so
 * that a request whose answer was lost may be sent again; `accepted` is how many were new.
 */
export const collectEvents = endpoint({
  method: 'POST',
  path: '/event/collect',
  access: 'any',
  request: z.object({ lang: langSchema, events: z.array(toldEvent).min(1).max(MOST_EVENTS) }),
  response: z.object({ accepted: z.number().int() })
})
