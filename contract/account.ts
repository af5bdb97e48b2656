import { z } from 'zod'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'
import { user } from './user.js'

const email = z
  .string()
  .max(254)
  .transform(text => text.trim().toLowerCase())
  .pipe(z.email())

export const mergeResult = z.object({
  coins: z.number().int(),
  bonus: z.number().int(),
  unlocks: z.number().int(),
  coins_back: z.number().int(),
  bonus_held: z.number().int(),
  favorites: z.number().int(),
  dramas: z.number().int(),
  orders: z.number().int(),
  vip_ms: z.number().int()
})
export type AccountMergeResult = z.infer<typeof mergeResult>

/** `event_id` is the id of the account’s `drama-register` and of its postbacks; only `/user/email_login` has it. */
const signInResponse = z.object({
  token: z.string(),
  expires_at: z.number().int(),
  user,
  merged: mergeResult.nullable(),
  event_id: z.string().optional()
})
export type SignInResponse = z.infer<typeof signInResponse>

export const sendEmailCode = defineEndpoint({
  method: 'POST',
  path: '/user/email_code',
  access: 'none',
  description: 'Sends a sign-in code by e-mail.',
  notes: [
    'The code has 6 digits and is valid for 10 minutes and 5 tries. The response is the same for every address.',
    '`sent` is false within `retry_after` seconds of the previous code, which stays valid.'
  ],
  limit: '10 an hour; 5 an hour to one address, then one every 12 minutes',
  errors: { 4503: 'This server cannot send mail', 5000: 'The mail was not sent; the client may retry at once' },
  request: z.object({ lang: languageSchema, email }),
  response: z.object({ sent: z.boolean(), retry_after: z.number().int() })
})

export const emailLogin = defineEndpoint({
  method: 'POST',
  path: '/user/email_login',
  access: 'any',
  description: 'Signs in to the account of an e-mail address; without one, the visitor becomes the account.',
  notes: [
    'A visitor is merged into an existing account once (`merged`), two accounts never.',
    'The token of the request ends, but repeating this request with the same code within its 10 minutes returns the same result.'
  ],
  limit: '30 an hour',
  errors: { 4501: 'Wrong or expired code', 4502: 'The sixth try', 4503: 'This server cannot send mail' },
  request: z.object({ lang: languageSchema, email, code: z.string().max(32) }),
  response: signInResponse
})

export const partnerLogin = defineEndpoint({
  method: 'POST',
  path: '/user/partner_login',
  access: 'any',
  description: 'Signs in the viewer that a partner’s token names, and merges as `/user/email_login` does.',
  notes: [
    'The header `XX-Token` is a JWT (HS256): `kid` names a secret of the partner, `sub` is the partner’s id of the viewer, and `exp` is at most 10 minutes after `iat`. [Partners](../guide/partners.md) explains how to sign it.',
    'A caller who is signed in without a partner, or already to this account, keeps the session.',
    'Every request of the new session needs a token of the same partner and viewer, which may be expired; without one the response is 999.'
  ],
  limit: '60 a minute',
  errors: { 4501: 'Any other token' },
  request: z.object({ lang: languageSchema }),
  response: signInResponse
})

export const logout = defineEndpoint({
  method: 'POST',
  path: '/user/logout',
  access: 'any',
  description: 'Ends the session.',
  request: z.object({ lang: languageSchema }),
  response: z.object({ ok: z.literal(true) })
})

export const makeRecoveryCode = defineEndpoint({
  method: 'POST',
  path: '/user/recovery_code',
  access: 'any',
  description: 'Creates a recovery code, which replaces the previous one.',
  notes: ['The code is returned only here.'],
  limit: '10 an hour',
  request: z.object({ lang: languageSchema }),
  response: z.object({ code: z.string() })
})

export const recover = defineEndpoint({
  method: 'POST',
  path: '/user/recover',
  access: 'any',
  description: 'Signs in with a recovery code, and merges as `/user/email_login` does.',
  limit: '10 an hour',
  errors: { 4501: 'Wrong code' },
  request: z.object({ lang: languageSchema, code: z.string().max(64) }),
  response: signInResponse
})

export const deleteAccount = defineEndpoint({
  method: 'POST',
  path: '/user/delete',
  access: 'user',
  description: 'Deletes personal data, sessions and the remaining coins at once.',
  notes: ['The law requires that the ledger and orders stay, without a name.'],
  request: z.object({ lang: languageSchema, confirm: z.union([z.literal(1), z.literal(true)]) }),
  response: z.object({ ok: z.literal(true) })
})

export const exportData = defineEndpoint({
  method: 'GET',
  path: '/user/export',
  access: 'any',
  description: 'Returns an address, valid for ten minutes, of a JSON file with everything that is stored.',
  limit: '6 an hour',
  request: z.object({ lang: languageSchema }),
  response: z.object({ url: z.string(), expires_at: z.number().int() })
})
