import { z } from 'zod'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'
import { user } from './user.js'

const email = z
  .string()
  .max(254)
  .transform(text => text.trim().toLowerCase())
  .pipe(z.email())

/** What a visitor brought into the account they signed in to. Coins as integers, `vip_ms` of pass in milliseconds. */
export const merged = z.object({
  coins: z.number().int(),
  bonus: z.number().int(),
  unlocks: z.number().int(),
  coins_back: z.number().int(),
  favorites: z.number().int(),
  dramas: z.number().int(),
  orders: z.number().int(),
  vip_ms: z.number().int()
})
export type Merged = z.infer<typeof merged>

const signedIn = z.object({
  token: z.string(),
  expires_at: z.number().int(),
  user,
  merged: merged.nullable()
})
export type SignedIn = z.infer<typeof signedIn>

/**
 * Sends a code of 6 digits, good for 10 minutes and 5 tries. The answer is the same for every address. Another one for
 * the same address is sent after `retry_after` seconds; asked for earlier, `sent` is false and the last code holds. 5000
 * when the mail did not leave, which may be asked for again at once; 4503 where this server sends none.
 */
export const sendEmailCode = defineEndpoint({
  method: 'POST',
  path: '/user/email_code',
  access: 'none',
  request: z.object({ lang: languageSchema, email }),
  response: z.object({ sent: z.boolean(), retry_after: z.number().int() })
})

/**
 * Signs in to the account of an address, made where there is none: then the visitor becomes it, and `merged` is null,
 * as it is for who is signed in to an account already: two accounts are never made one. A wrong or expired code is 4501,
 * the sixth try 4502. The token of the request ends with it, but for this request itself: sent again with the same code
 * within its 10 minutes, the merge is told again and nothing is moved.
 */
export const emailLogin = defineEndpoint({
  method: 'POST',
  path: '/user/email_login',
  access: 'any',
  request: z.object({ lang: languageSchema, email, code: z.string().max(32) }),
  response: signedIn
})

/**
 * Signs in whoever a partner's page vouches for: the header XX-Token is a JWT by HS256 whose `kid` names a secret of the
 * partner, with `sub`, the partner's own id of the viewer, `iat`, and `exp` at most 10 minutes later. Anything else is
 * 4501. A visitor becomes the account, or is merged into the one there is, as with `emailLogin`. Who is signed in to an
 * account by themselves, or to this one, stays: `token` is the one that came. The new session holds as long as requests
 * bring a token of the same partner and viewer, an expired one too: without it they are answered with 999.
 */
export const partnerLogin = defineEndpoint({
  method: 'POST',
  path: '/user/partner_login',
  access: 'any',
  request: z.object({ lang: languageSchema }),
  response: signedIn
})

/** Ends this session on the server; the device's secret brings nobody back any more. */
export const logout = defineEndpoint({
  method: 'POST',
  path: '/user/logout',
  access: 'any',
  request: z.object({ lang: languageSchema }),
  response: z.object({ ok: z.literal(true) })
})

/** Makes a new recovery code and forgets the one before; it is shown this once. */
export const makeRecoveryCode = defineEndpoint({
  method: 'POST',
  path: '/user/recovery_code',
  access: 'any',
  request: z.object({ lang: languageSchema }),
  response: z.object({ code: z.string() })
})

/** Signs in to whoever the code belongs to, with what the caller has merged into it. 4501, 4502 as for codes by mail. */
export const recover = defineEndpoint({
  method: 'POST',
  path: '/user/recover',
  access: 'any',
  request: z.object({ lang: languageSchema, code: z.string().max(64) }),
  response: signedIn
})

/**
 * Deletes the account: personal data and sessions at once; the ledger and orders stay without a name, as the law
 * wants. Coins left are lost, which the client says before.
 */
export const deleteAccount = defineEndpoint({
  method: 'POST',
  path: '/user/delete',
  access: 'user',
  request: z.object({ lang: languageSchema, confirm: z.union([z.literal(1), z.literal(true)]) }),
  response: z.object({ ok: z.literal(true) })
})

/** Everything that is kept about the viewer, as a JSON file behind an address that is good for ten minutes. */
export const exportData = defineEndpoint({
  method: 'GET',
  path: '/user/export',
  access: 'any',
  request: z.object({ lang: languageSchema }),
  response: z.object({ url: z.string(), expires_at: z.number().int() })
})
