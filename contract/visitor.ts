import { z } from 'zod'
import { homeAnswer } from './drama.js'
import { endpoint } from './endpoint.js'
import { playAnswer } from './episode.js'
import { langSchema } from './lang.js'
import { user } from './user.js'

/** A campaign id. Anything else is dropped with a warning, never refused: traffic already paid for must still land. */
export const LPID = /^[A-Za-z0-9_-]{1,64}$/

export const campaign = z.object({
  lpid: z.string().nullable(),
  is_known: z.boolean(),
  start_drama_id: z.string().nullable(),
  start_episode_no: z.number().int().nullable(),
  offer: z.null(),
  theme: z.record(z.string(), z.string())
})
export type Campaign = z.infer<typeof campaign>

/** Text that only measures: what is too long is cut off, the visitor must land. */
const upTo = (length: number) => z.string().transform(text => text.slice(0, length))

/**
 * `want` asks for the first screen in the same round trip: `home`, or `play:<drama_id>:<no>`.
 * That endpoint's own `data` comes back as `first`; null when it refused (a locked episode): the client then asks itself.
 */
export const visitorLogin = endpoint({
  method: 'POST',
  path: '/index/visitor_login',
  access: 'none',
  request: z.object({
    lang: langSchema,
    lpid: z.unknown().optional(),
    device_secret: z.string().max(128).optional(),
    landing_url: upTo(4096).optional(),
    referrer: upTo(2048).optional(),
    click_ids: z.record(z.string().max(32), z.string().max(512)).optional(),
    want: z.string().max(160).optional()
  }),
  response: z.object({
    token: z.string(),
    expires_at: z.number().int(),
    user,
    is_new: z.boolean(),
    campaign,
    warnings: z.array(z.string()),
    first: z.union([homeAnswer, playAnswer]).nullable(),
    server_time: z.number().int()
  })
})
export type VisitorLogin = z.infer<typeof visitorLogin.response>

export const appConfig = endpoint({
  method: 'GET',
  path: '/index/config',
  access: 'none',
  request: z.object({ lang: langSchema, lpid: z.string().max(64).optional() }),
  response: z.object({
    version: z.string(),
    languages: z.array(z.string()),
    currency: z.string(),
    timezone: z.string(),
    server_time: z.number().int()
  })
})
