import { z } from 'zod'
import { dramaId } from './drama.js'
import { episodeNo } from './episode.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'
import { countedEvents, postbackEvents } from './protocol/names.js'
import { END_OF_YEAR_9999_MS } from './protocol/time.js'
import { orderNo } from './store.js'

export const countedEvent = z.enum(countedEvents)
export type CountedEvent = z.infer<typeof countedEvent>

export const postbackEvent = z.enum(postbackEvents)
export type PostbackEvent = z.infer<typeof postbackEvent>

export const eventProps = z.object({
  drama_id: dramaId.optional(),
  episode_no: episodeNo.optional(),
  quartile: z.union([z.literal(25), z.literal(50), z.literal(75)]).optional(),
  price: z.number().int().min(0).max(1_000_000_000).optional(),
  order_no: orderNo.optional()
})
export type EventProps = z.infer<typeof eventProps>

const eventId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/)

export const reportedEvent = z.object({
  event: countedEvent,
  event_id: eventId,
  at: z.number().int().min(0).max(END_OF_YEAR_9999_MS),
  props: eventProps
})
export type ReportedEvent = z.infer<typeof reportedEvent>

/** Values of the cookies `_fbp`, `_fbc` and `_ttp`, which the pixels of Meta and TikTok set on the host page. */
const pixelId = z.string().regex(/^[\w.~-]{1,512}$/)
export const pixelIds = z.object({ fbp: pixelId.optional(), fbc: pixelId.optional(), ttp: pixelId.optional() })
export type PixelIds = z.infer<typeof pixelIds>

export const MAX_EVENTS = 50
/** Of one kind in a request. */
export const MAX_MEASUREMENTS = 20
const MAX_FIRST_FRAME_MS = 600_000
const firstFrameMs = z.number().int().min(0).max(MAX_FIRST_FRAME_MS)
const errorKind = z.string().regex(/^[a-z_:]{1,64}$/)

export const collectEvents = defineEndpoint({
  method: 'POST',
  path: '/event/collect',
  access: 'any',
  description: 'Reports up to 50 events for the campaign’s report and postbacks.',
  notes: [
    'Events are in the order they happened. `event_id` is the id of the same `drama-…` event on the host page, `at` the device’s clock; `quartile` belongs to `episode_quartile`, `price` to `paywall`, `order_no` to `checkout`.',
    'A known `event_id` is dropped, so that a request may be sent again; `accepted` counts the new ones.',
    'A `visit` counts once for each visit that the server has recorded, a `checkout` needs an order of the last 24 hours.',
    '`first_frames_ms` has the time from the request to watch an episode until its first frame, `rebuffer_ratios` the stalled share of the playing time, `exits_before_start` the waits that ended without a first frame, `error_kinds` the kinds of `drama-error`. They are counted, and stored with nobody.',
    '`pixel_ids` are kept with the viewer’s newest visit on this device, unless consent is missing.'
  ],
  limit: '120 a minute',
  request: z.object({
    lang: languageSchema,
    events: z.array(reportedEvent).min(1).max(MAX_EVENTS),
    first_frames_ms: z.array(firstFrameMs).max(MAX_MEASUREMENTS).optional(),
    rebuffer_ratios: z.array(z.number().min(0).max(1)).max(MAX_MEASUREMENTS).optional(),
    exits_before_start: z.number().int().min(0).max(MAX_MEASUREMENTS).optional(),
    error_kinds: z.array(errorKind).max(MAX_MEASUREMENTS).optional(),
    pixel_ids: pixelIds.optional()
  }),
  response: z.object({ accepted: z.number().int() })
})

const eventIds = z
  .string()
  .max(65 * MAX_EVENTS)
  .transform(text => [...new Set(text.split(','))])
  .pipe(z.array(eventId).min(1).max(MAX_EVENTS))

export const eventStatus = defineEndpoint({
  method: 'GET',
  path: '/event/status',
  access: 'any',
  description: 'Lists the postbacks of the caller’s own events, oldest first.',
  notes: [
    '`ids` are up to 50 event ids, separated by commas. `next_at` is the time of the next attempt, null if there is none.'
  ],
  limit: '60 a minute',
  request: z.object({ lang: languageSchema, ids: eventIds }),
  response: z.object({
    list: z.array(
      z.object({
        event: postbackEvent,
        event_id: z.string(),
        status: z.enum(['waiting', 'delivered', 'failed']),
        attempts: z.number().int(),
        next_at: z.number().int().nullable()
      })
    ),
    server_time: z.number().int()
  })
})
