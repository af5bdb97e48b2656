import { z } from 'zod'
import { homeResponse } from './drama.js'
import { playResponse } from './episode.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { langs, languageSchema } from './protocol/language.js'
import { rewardRules } from './reward.js'
import { user } from './user.js'

export type Consent = 'granted' | 'denied' | 'unknown'

/**
 * What the viewer has agreed to: `unknown`, as which anything else counts, before an answer. Unless it was granted
 * nothing is kept of where they came from. A page that does not ask sends none, and answers for it by terms of its own.
 */
export const consentSchema = z
  .string()
  .transform((said): Consent => (said === 'granted' || said === 'denied' ? said : 'unknown'))

/** A campaign id. Anything else is dropped with a warning, never refused: traffic already paid for must still land. */
export const LPID = /^[A-Za-z0-9_-]{1,64}$/

/**
 * What holds for the visitors of a campaign. `lang` is its language where nobody has chosen one; `offer` stands first in
 * the store; `theme` are CSS variables of the element with `_` for `-` (`accent_strong` is `--drama-accent-strong`).
 */
export const campaign = z.object({
  lpid: z.string().nullable(),
  is_known: z.boolean(),
  start_drama_id: z.string().nullable(),
  start_episode_no: z.number().int().nullable(),
  offer: z.object({ product_id: z.string() }).nullable(),
  theme: z.record(z.string(), z.string()),
  lang: z.enum(langs).nullable(),
  pixel_hint: z.record(z.string(), z.string())
})
export type Campaign = z.infer<typeof campaign>

/** Text that only measures: what is too long is cut off, the visitor must land. */
const upTo = (length: number) => z.string().transform(text => text.slice(0, length))

const MOST_PARAMETERS = 16
/** Parameters of an address by their names: what is too much of them is dropped. */
const parameters = z.record(z.string(), upTo(512)).transform(told =>
  Object.fromEntries(
    Object.entries(told)
      .filter(([name]) => name.length <= 32)
      .slice(0, MOST_PARAMETERS)
  )
)

const arrival = {
  lang: languageSchema,
  /** Nobody has chosen `lang`: a campaign's own holds for this answer, and for a new visitor. */
  lang_open: z.boolean().optional(),
  lpid: z.unknown().optional(),
  landing_url: upTo(4096).optional(),
  referrer: upTo(2048).optional(),
  click_ids: parameters.optional(),
  utm: parameters.optional(),
  consent: consentSchema.optional(),
  want: z.string().max(160).optional(),
  share: upTo(64).optional(),
  lps: upTo(256).optional()
}
const first = z.union([homeResponse, playResponse]).nullable()

/**
 * `want` asks for the first screen in the same round trip: `home`, `play:<drama_id>:<no>`, or `start`, which is the
 * campaign's start episode, `home` where it has none.
 * That endpoint's own `data` comes back as `first`; null when it refused (a locked episode): the client then asks itself.
 * `lps` is of a promo link, which gives its episode for a while; one that gives nothing is among `warnings`.
 * `share` is the code of the invite link that the visitor came by; one that is none counts for nobody.
 * Click ids (`fbclid`, `ttclid`, `gclid`, `clickid`) and `utm_…` are read from `landing_url`; `click_ids` and `utm` (names
 * without `utm_`) are for callers that know better. `consent` as in consent.ts; sent again with the token or the device's secret it changes what is kept of the
 * visit.
 */
export const visitorLogin = defineEndpoint({
  method: 'POST',
  path: '/index/visitor_login',
  access: 'none',
  request: z.object({ ...arrival, device_secret: z.string().max(128).optional() }),
  response: z.object({
    token: z.string(),
    expires_at: z.number().int(),
    user,
    is_new: z.boolean(),
    campaign,
    warnings: z.array(z.string()),
    first,
    server_time: z.number().int()
  })
})
export type VisitorLogin = z.infer<typeof visitorLogin.response>

/** A visit of who is signed in already: recorded and answered as that of `visitor_login`, without a session. */
export const visit = defineEndpoint({
  method: 'POST',
  path: '/index/visit',
  access: 'any',
  request: z.object(arrival),
  response: z.object({ campaign, warnings: z.array(z.string()), first, server_time: z.number().int() })
})

/**
 * With `lpid`, `campaign` is that one (null without), and zone and share rules are its own. `limits` are requests of one
 * viewer. What a viewer pays counts for the first of `credit` that there is: the campaign of the last visit as long as
 * that is within `window_days` of that campaign, or the first one; `assisting` are all others they came by.
 */
export const appConfig = defineEndpoint({
  method: 'GET',
  path: '/index/config',
  access: 'none',
  request: z.object({ lang: languageSchema, lpid: z.string().max(64).optional() }),
  response: z.object({
    version: z.string(),
    languages: z.array(z.string()),
    currency: z.string(),
    timezone: z.string(),
    server_time: z.number().int(),
    campaign: campaign.nullable(),
    share: z.object({ is_open: z.boolean() }).extend(rewardRules.shape),
    limits: z.object({
      search_per_minute: z.number().int(),
      unlock_per_minute: z.number().int(),
      upload_per_hour: z.number().int()
    }),
    policies: z.object({
      terms_url: z.string().nullable(),
      privacy_url: z.string().nullable(),
      refund_days: z.number().int()
    }),
    attribution: z.object({
      window_days: z.number().int(),
      credit: z.array(z.enum(['last_within_window', 'first'])),
      assisting: z.literal('others')
    })
  })
})
export type AppConfig = z.infer<typeof appConfig.response>
