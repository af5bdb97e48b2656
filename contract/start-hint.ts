import { z } from 'zod'
import { playAnswer } from './episode.js'

/**
 * How a free episode begins, in one answer to `GET /m/opening/<drama_id>/<episode_no>`, which needs no token and no
 * header of its own: a page asks for it beside the sign-in. The body is binary: the length of the head in bytes (4
 * bytes, big-endian), the head (JSON of this shape; `duration_s` in seconds), `init_bytes` bytes of the initialisation
 * segment, and to its end the first media segment of the smallest quality. 204 without a body for every episode that is
 * not free to everybody.
 */
export const startHint = playAnswer
  .pick({ sources: true, opening: true, expires_at: true, server_time: true })
  .extend({ duration_s: z.number(), init_bytes: z.number().int() })
export type StartHint = z.infer<typeof startHint>
