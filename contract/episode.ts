import { z } from 'zod'
import { dramaId } from './drama.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'

export const episodeState = z.enum(['free', 'unlocked', 'pass', 'locked'])
export type EpisodeState = z.infer<typeof episodeState>

export const episodeId = z.string().regex(/^e_[A-Za-z0-9_-]{1,80}$/)

/** An episode in the choose-episode list. `price` in coins, times in seconds. */
export const episode = z.object({
  id: z.string(),
  no: z.number().int(),
  title: z.string(),
  duration_s: z.number(),
  price: z.number().int(),
  cover_url: z.string(),
  state: episodeState,
  next_unlockable: z.boolean(),
  position_s: z.number(),
  finished: z.boolean()
})
export type Episode = z.infer<typeof episode>

export const dramaEpisodes = defineEndpoint({
  method: 'GET',
  path: '/drama/episodes',
  access: 'none',
  request: z.object({ lang: languageSchema, drama_id: dramaId }),
  response: z.object({ list: z.array(episode), server_time: z.number().int() })
})
export type EpisodeList = z.infer<typeof dramaEpisodes.response>

/** Everything needed to start an episode; every URL is signed in its path and opens this episode's folder only. */
export const playResponse = z.object({
  drama_id: z.string(),
  episode: z.object({ id: z.string(), no: z.number().int(), title: z.string(), duration_s: z.number() }),
  sources: z.array(z.object({ type: z.literal('hls'), url: z.string() })),
  opening: z.object({ codecs: z.string(), playlist: z.string(), base_url: z.string(), master: z.string() }),
  captions: z.array(z.object({ lang: z.string(), label: z.string(), url: z.string() })),
  next: z.object({ id: z.string(), no: z.number().int(), state: episodeState, price: z.number().int() }).nullable(),
  /** Epoch milliseconds at which an episode that a promo link gave is locked again; the client counts down to it. */
  free_until: z.number().int().optional(),
  position_s: z.number(),
  play_id: z.string(),
  expires_at: z.number().int(),
  server_time: z.number().int()
})
export type PlayAnswer = z.infer<typeof playResponse>

/** `data` of a 4201 or 4203 answer to play: what the episode would cost. Coins are integers; `debt` where some are owed. */
export const lockedQuote = z.object({
  drama_id: z.string(),
  episode_id: z.string(),
  episode_no: z.number().int(),
  price: z.number().int(),
  first_locked_no: z.number().int(),
  coins: z.number().int(),
  bonus: z.number().int(),
  debt: z.number().int().optional()
})
export type LockedQuote = z.infer<typeof lockedQuote>

/**
 * Names the episode by its id, or by drama and number, which saves a deep link the round trip for the list. To ask
 * leaves no trace, so that an episode may be shown before it is chosen: a drama is begun by its first progress.
 */
export const play = defineEndpoint({
  method: 'POST',
  path: '/drama/play',
  access: 'any',
  request: z
    .object({
      lang: languageSchema,
      episode_id: episodeId.optional(),
      drama_id: dramaId.optional(),
      episode_no: z.number().int().min(1).max(100_000).optional()
    })
    .refine(
      ({ episode_id, drama_id, episode_no }) => episode_id ?? (drama_id && episode_no),
      'episode_id, or drama_id with episode_no'
    ),
  response: playResponse
})

/** The longest an episode may be, and the longest that may be told of what is past: a day and a month, in seconds. */
const DAY = 86_400
const MONTH = 30 * DAY

/**
 * A piece of watching: `played_s` seconds of the clock on the wall, in which the picture moved and could be seen, from
 * one position to another. `seq` counts the beats of one play.
 */
export const watchBeat = z.object({
  seq: z.number().int().min(0).max(1_000_000),
  from_s: z.number().min(0).max(DAY),
  to_s: z.number().min(0).max(DAY),
  played_s: z.number().min(0).max(60)
})

/**
 * Saves where the viewer is (or was, `age_s` seconds ago: what is newer stays), and counts what was watched. May be
 * sent again: a beat counts once for its play_id and seq. Beats need the play_id that play has given for this episode,
 * and count for no more seconds than have passed since; beats of one user never count at the same time. They count
 * also where the position is refused because the episode is locked by now. Positions in seconds.
 */
export const progress = defineEndpoint({
  method: 'POST',
  path: '/drama/progress',
  access: 'any',
  request: z.object({
    lang: languageSchema,
    play_id: z.string().max(80),
    episode_id: episodeId,
    position_s: z.number().min(0).max(DAY),
    age_s: z.number().min(0).max(MONTH).default(0),
    beats: z.array(watchBeat).max(200).optional()
  }),
  response: z.object({ ok: z.boolean(), tasks_changed: z.array(z.string()) })
})

/**
 * How a free episode begins, in one answer to `GET /m/opening/<drama_id>/<episode_no>`, which needs no token and no
 * header of its own: a page asks for it beside the sign-in. The body is binary: the length of the head in bytes (4
 * bytes, big-endian), the head (JSON of this shape; `duration_s` in seconds), `init_bytes` bytes of the initialisation
 * segment, and to its end the first media segment of the smallest quality. 204 without a body for every episode that is
 * not free to everybody.
 */
export const instantStart = playResponse
  .pick({ sources: true, opening: true, expires_at: true, server_time: true })
  .extend({ duration_s: z.number(), init_bytes: z.number().int() })
export type InstantStartResponse = z.infer<typeof instantStart>
