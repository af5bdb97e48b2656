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
  favorites: z.number().int(),
  dramas: z.number().int(),
  orders: z.number().int(),
  vip_ms: z.number().int()
})
export type MergeResult = z.infer<typeof mergeResult>

const signInResponse = z.object({
  token: z.string(),
  expires_at: z.number().int(),
  user,
  merged: mergeResult.nullable()
})
export type SignInResponse = z.infer<typeof signInResponse>

/**
 * Sends a code of 6 digits, valid for 10 minutes and 5 tries. The response is the same for every address. `sent` is
 * false within `retry_after` seconds of the previous code, which stays valid. 5000: the mail was not sent, the client
 * may retry at once. 4503: this server cannot send mail.
 */
export const sendEmailCode = defineEndpoint({
  method: 'POST',
  path: '/user/email_code',
  access: 'none',
  request: z.object({ lang: languageSchema, email }),
  response: z.object({ sent: z.boolean(), retry_after: z.number().int() })
})

/**
 * Signs in to the account of the address; without one, the visitor becomes the account. A visitor is merged into an
 * existing account once (`merged`), two accounts never. 4501: wrong or expired code. 4502: the sixth try. `recover` has
 * the same errors. The token of the request ends, but repeating this request with the same code within its 10 minutes
 * returns the same result.
 */
export const emailLogin = defineEndpoint({
  method: 'POST',
  path: '/user/email_login',
  access: 'any',
  request: z.object({ lang: languageSchema, email, code: z.string().max(32) }),
  response: signInResponse
})

/**
 * Signs in the viewer that a partner's token names, and merges as `emailLogin` does. The header XX-Token is a JWT
 * (HS256): `kid` names a secret of the partner, `sub` is the partner's id of the viewer, and `exp` is at most 10
 * minutes after `iat`. 4501: any other token. A caller who is signed in without a partner, or already to this account,
 * keeps the session. Every request of the new session needs a token of the same partner and viewer, which may be
 * expired; without one the response is 999.
 */
export const partnerLogin = defineEndpoint({
  method: 'POST',
  path: '/user/partner_login',
  access: 'any',
  request: z.object({ lang: languageSchema }),
  response: signInResponse
})

export const logout = defineEndpoint({
  method: 'POST',
  path: '/user/logout',
  access: 'any',
  request: z.object({ lang: languageSchema }),
  response: z.object({ ok: z.literal(true) })
})

/** Replaces the previous recovery code. The new one is returned only here. */
export const makeRecoveryCode = defineEndpoint({
  method: 'POST',
  path: '/user/recovery_code',
  access: 'any',
  request: z.object({ lang: languageSchema }),
  response: z.object({ code: z.string() })
})

export const recover = defineEndpoint({
  method: 'POST',
  path: '/user/recover',
  access: 'any',
  request: z.object({ lang: languageSchema, code: z.string().max(64) }),
  response: signInResponse
})

/**
 * Deletes personal data, sessions and the remaining coins at once. The law requires that the ledger and orders stay,
 * without a name.
 */
export const deleteAccount = defineEndpoint({
  method: 'POST',
  path: '/user/delete',
  access: 'user',
  request: z.object({ lang: languageSchema, confirm: z.union([z.literal(1), z.literal(true)]) }),
  response: z.object({ ok: z.literal(true) })
})

export const exportData = defineEndpoint({
  method: 'GET',
  path: '/user/export',
  access: 'any',
  request: z.object({ lang: languageSchema }),
  response: z.object({ url: z.string(), expires_at: z.number().int() })
})
