import { z } from 'zod'
import { homeResponse } from './drama.js'
import { playResponse } from './episode.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { langs, languageSchema } from './protocol/language.js'
import { rewardRules } from './reward.js'
import { user } from './user.js'

export type Consent = 'granted' | 'denied' | 'unknown'

/**
 * Any other value counts as `unknown`. With `denied` or `unknown` the server stores nothing about where the viewer came
 * from. A page without a consent dialog sends no value; the server then stores the origin.
 */
export const consentSchema = z
  .string()
  .transform((value): Consent => (value === 'granted' || value === 'denied' ? value : 'unknown'))

/** The server drops an invalid campaign id with a warning instead of an error, because paid traffic must still land. */
export const LPID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/
export const lpid = z.string().regex(LPID_PATTERN)

/**
 * What the viewer gets: with an experiment, that of the viewer's variant. `lang` applies if the viewer has chosen none. `offer` is first in the store. `theme` has CSS variables of the
 * element, with `_` for `-`: `accent_strong` is `--drama-accent-strong`.
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

const truncateTo = (length: number) => z.string().transform(text => text.slice(0, length))

const MAX_PARAMETERS = 16
const parameters = z.record(z.string(), truncateTo(512)).transform(parametersByName =>
  Object.fromEntries(
    Object.entries(parametersByName)
      .filter(([name]) => name.length <= 32)
      .slice(0, MAX_PARAMETERS)
  )
)

const visitRequest = {
  lang: languageSchema,
  lang_open: z.boolean().optional(),
  lpid: z.unknown().optional(),
  landing_url: truncateTo(4096).optional(),
  referrer: truncateTo(2048).optional(),
  click_ids: parameters.optional(),
  utm: parameters.optional(),
  consent: consentSchema.optional(),
  is_test: z.boolean().optional(),
  want: z.string().max(160).optional(),
  share: truncateTo(64).optional(),
  lps: truncateTo(256).optional()
}
const firstScreen = z.union([homeResponse, playResponse]).nullable()

export const visitorLogin = defineEndpoint({
  method: 'POST',
  path: '/index/visitor_login',
  access: 'none',
  description: 'Signs a visitor in, or records the visit of a caller with a token or device secret.',
  notes: [
    '`want` returns the first screen in the same response: `home`, `play:<drama_id>:<no>`, or `start` (the campaign’s start episode, else Home). `first` is the `data` of that endpoint, or null after an error: the client then sends the request itself.',
    '`lang_open`: the viewer has chosen no language, so the campaign’s language applies.',
    '`lps` is the signature of a promo link, or of the preview of a variant; an invalid one is named in `warnings`. `share` is the code of an invite link; an unknown one is ignored.',
    '`click_ids` and `utm` (names without `utm_`) override what the server reads from `landing_url`.',
    '`consent` of a known viewer changes what is stored about the visit.',
    'With `is_test` the visit, and what the viewer does on this device until the next one, count under `test` in the report.'
  ],
  limit: '60 new sessions a minute and 2,000 an hour per network address (`VISITORS_PER_MINUTE`, `VISITORS_PER_HOUR`)',
  request: z.object({ ...visitRequest, device_secret: z.string().max(128).optional() }),
  response: z.object({
    token: z.string(),
    expires_at: z.number().int(),
    user,
    is_new: z.boolean(),
    campaign,
    warnings: z.array(z.string()),
    first: firstScreen,
    server_time: z.number().int()
  })
})
export type VisitorLogin = z.infer<typeof visitorLogin.response>

export const visit = defineEndpoint({
  method: 'POST',
  path: '/index/visit',
  access: 'any',
  description: 'Records a visit of a viewer who has a session.',
  notes: ['The fields are those of `/index/visitor_login`.'],
  limit: '60 a minute',
  request: z.object(visitRequest),
  response: z.object({ campaign, warnings: z.array(z.string()), first: firstScreen, server_time: z.number().int() })
})

export const appConfig = defineEndpoint({
  method: 'GET',
  path: '/index/config',
  access: 'none',
  description: 'Returns versions, currency, share rules, limits and policies, and a campaign’s settings.',
  notes: [
    'With `lpid`, `campaign`, the time zone and the share rules are those of that campaign, without variants of an experiment. `limits` are per viewer.',
    'A payment is credited to the campaign of the last visit if it is within `window_days` of that campaign, else to the first campaign; all others are `assisting`.'
  ],
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
