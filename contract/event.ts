import { z } from 'zod'
import { dramaId } from './drama.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'

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

const eventId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/)

/** One event; `event_id` is the host page's as well. `at` in epoch ms, by the device's clock. */
export const reportedEvent = z.object({
  event: countedEvent,
  event_id: eventId,
  at: z.number().int().min(0).max(253_402_300_799_999),
  props: eventProps
})
export type ReportedEvent = z.infer<typeof reportedEvent>

/** How many events one request may bring. */
export const MAX_EVENTS = 50

/**
 * Tells what was watched and done, in the order it happened. An event of an id that is known already is dropped, so
 * that a request whose answer was lost may be sent again; `accepted` is how many were new.
 */
export const collectEvents = defineEndpoint({
  method: 'POST',
  path: '/event/collect',
  access: 'any',
  request: z.object({ lang: languageSchema, events: z.array(reportedEvent).min(1).max(MAX_EVENTS) }),
  response: z.object({ accepted: z.number().int() })
})

/** A list in an address: ids of events, separated by commas, each once. */
const eventIds = z
  .string()
  .max(65 * MAX_EVENTS)
  .transform(text => [...new Set(text.split(','))])
  .pipe(z.array(eventId).min(1).max(MAX_EVENTS))

/**
 * What became of the caller's own events that partners are told of, one row for each postback, the oldest first:
 * `attempts` so far, and when the next one is (`next_at`, epoch ms, null for what is done with).
 */
export const eventStatus = defineEndpoint({
  method: 'GET',
  path: '/event/status',
  access: 'any',
  request: z.object({ lang: languageSchema, ids: eventIds }),
  response: z.object({
    list: z.array(
      z.object({
        event: z.enum([...countedEvent.options, 'purchase', 'refund']),
        event_id: z.string(),
        status: z.enum(['waiting', 'delivered', 'failed']),
        attempts: z.number().int(),
        next_at: z.number().int().nullable()
      })
    ),
    server_time: z.number().int()
  })
})
