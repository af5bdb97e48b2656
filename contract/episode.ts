import { z } from 'zod'
import { dramaId } from './drama.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'

export const episodeState = z.enum(['free', 'unlocked', 'pass', 'locked'])
export type EpisodeState = z.infer<typeof episodeState>

export const episodeId = z.string().regex(/^e_[A-Za-z0-9_-]{1,80}$/)

export const MAX_EPISODE_NO = 100_000
export const episodeNo = z.number().int().min(1).max(MAX_EPISODE_NO)

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
  description: 'Lists the episodes of a drama and, with a token, which ones are unlocked.',
  errors: { 4204: 'The drama is not online' },
  request: z.object({ lang: languageSchema, drama_id: dramaId }),
  response: z.object({ list: z.array(episode), server_time: z.number().int() })
})
export type EpisodeList = z.infer<typeof dramaEpisodes.response>

/**
 * Media URLs are signed in their path, valid until `expires_at` and for this episode only. `opening` has the playlist of
 * the smallest quality, which is that of every quality, because its URLs are relative. `free_until` is set if a
 * promo link unlocked the episode: it is locked again at that time.
 */
export const playResponse = z.object({
  drama_id: z.string(),
  episode: z.object({ id: z.string(), no: z.number().int(), title: z.string(), duration_s: z.number() }),
  sources: z.array(z.object({ type: z.literal('hls'), url: z.string() })),
  opening: z.object({ codecs: z.string(), playlist: z.string(), base_url: z.string(), master: z.string() }),
  captions: z.array(z.object({ lang: z.string(), label: z.string(), url: z.string() })),
  next: z.object({ id: z.string(), no: z.number().int(), state: episodeState, price: z.number().int() }).nullable(),
  free_until: z.number().int().optional(),
  position_s: z.number(),
  play_id: z.string(),
  expires_at: z.number().int(),
  server_time: z.number().int()
})
export type PlayResponse = z.infer<typeof playResponse>

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

export const play = defineEndpoint({
  method: 'POST',
  path: '/drama/play',
  access: 'any',
  description: 'Returns signed media URLs of an episode that the viewer may watch.',
  notes: [
    'Needs `episode_id`, or `drama_id` with `episode_no`, which saves a deep link the request for the list.',
    'Stores nothing, so that the client may preload: a drama is in the history from its first `/drama/progress` on.'
  ],
  errors: {
    4201: 'The episode is locked; `data` is a LockedQuote, with `debt` if the viewer owes coins',
    4203: 'Earlier episodes are locked too; `data` is a LockedQuote',
    4204: 'The drama or the episode is not online'
  },
  errorData: { 4201: lockedQuote, 4203: lockedQuote },
  request: z
    .object({
      lang: languageSchema,
      episode_id: episodeId.optional(),
      drama_id: dramaId.optional(),
      episode_no: episodeNo.optional()
    })
    .refine(
      ({ episode_id, drama_id, episode_no }) => episode_id ?? (drama_id && episode_no),
      'episode_id, or drama_id with episode_no'
    ),
  response: playResponse
})

const MAX_POSITION_S = 86_400
const MAX_AGE_S = 30 * 86_400

export const watchBeat = z.object({
  seq: z.number().int().min(0).max(1_000_000),
  from_s: z.number().min(0).max(MAX_POSITION_S),
  to_s: z.number().min(0).max(MAX_POSITION_S),
  played_s: z.number().min(0).max(60)
})

export const progress = defineEndpoint({
  method: 'POST',
  path: '/drama/progress',
  access: 'any',
  description: 'Saves the position in an episode and counts watched seconds.',
  notes: [
    'The position is not saved if a newer one than `age_s` seconds ago is stored.',
    'Beats need the `play_id` that `/drama/play` returned for this episode. A beat counts once (by `play_id` and `seq`), never for more seconds than have passed since `/drama/play`, and two beats of one user never count for the same second. No more seconds count than the media server has sent of this episode, each segment once per `/drama/play`. Beats count even if the episode is locked by now. A `play_id` is accepted for 30 days.',
    '`played_s` is real time in which the picture moved and was visible.'
  ],
  errors: {
    4201: 'The episode is locked; `data` is a LockedQuote',
    4203: 'Earlier episodes are locked too; `data` is a LockedQuote',
    4204: 'The drama or the episode is not online'
  },
  errorData: { 4201: lockedQuote, 4203: lockedQuote },
  request: z.object({
    lang: languageSchema,
    play_id: z.string().max(80),
    episode_id: episodeId,
    position_s: z.number().min(0).max(MAX_POSITION_S),
    age_s: z.number().min(0).max(MAX_AGE_S).default(0),
    beats: z.array(watchBeat).max(200).optional()
  }),
  response: z.object({ ok: z.boolean(), tasks_changed: z.array(z.string()) })
})

/**
 * Head of the response of `GET /m/opening/<drama_id>/<episode_no>`. The page sends that request together with the
 * sign-in: it needs no token and no extra header. The body is the length of the head (4 bytes, big-endian), the head as
 * JSON, the init segment (`init_bytes` bytes) and the first media segment of the smallest quality, with `?t=<seconds>`
 * the segment of that time; `segment` is its index. 204 without a body if the episode is not free for everyone, or ends within a second of `t`.
 */
export const instantStartHead = playResponse
  .pick({ sources: true, opening: true, expires_at: true, server_time: true })
  .extend({ duration_s: z.number(), start_s: z.number(), segment: z.number().int(), init_bytes: z.number().int() })
export type InstantStartHead = z.infer<typeof instantStartHead>

/**
 * Body of `POST /m/opening/<drama_id>/<episode_no>`, by a viewer with a session: JSON, sent as `text/plain`, because a
 * header would cost a CORS preflight. `xx_token` is the header XX-Token.
 */
export const viewerStartRequest = z.object({
  token: z.string().min(1).max(1000),
  xx_token: z.string().max(10_000).optional(),
  lang: languageSchema
})

/**
 * Head of its response; the body is that of the GET. `start_s` is where the viewer resumes, at the start of a segment,
 * or `t`. 204 without a body if the token is not valid or the episode is not available.
 */
export const viewerStartHead = instantStartHead
  .pick({ start_s: true, segment: true, init_bytes: true })
  .extend({ play: playResponse })
export type ViewerStartHead = z.infer<typeof viewerStartHead>

/** All of the response if the episode is locked: what `/drama/play` answers. */
export const lockedStartHead = z.object({
  refused: z.object({ code: z.union([z.literal(4201), z.literal(4203)]), msg: z.string(), data: lockedQuote })
})
export type LockedStartHead = z.infer<typeof lockedStartHead>
