import { z } from 'zod'
import { balance, vipStatus } from './balance.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { langs, languageSchema } from './protocol/language.js'
import { autoUnlockSettings, spendingLimits } from './spending.js'

export const user = z.object({
  id: z.string(),
  kind: z.enum(['visitor', 'user']),
  nickname: z.string(),
  avatar_url: z.string().nullable(),
  locale: z.string(),
  auto_unlock: z.boolean(),
  email: z.string().nullable()
})
export type User = z.infer<typeof user>

export const userInfo = defineEndpoint({
  method: 'GET',
  path: '/user/info',
  access: 'any',
  description: 'Returns the viewer with balance, pass, limits and ways to restore the account.',
  notes: [
    '`unread_answers` counts answers to feedback that the viewer has not seen: see `/feedback/index`.',
    '`way_back` says how the viewer can sign in again: by e-mail, by recovery code, or through a partner’s page.'
  ],
  request: z.object({ lang: languageSchema }),
  response: z.object({
    user,
    balance,
    debt: z.number().int(),
    vip: vipStatus,
    auto_unlock: autoUnlockSettings,
    limits: spendingLimits,
    way_back: z.object({ email: z.boolean(), recovery_code: z.boolean(), partner: z.boolean() }),
    has_unlocks: z.boolean(),
    unread_answers: z.number().int(),
    server_time: z.number().int()
  })
})
export type UserInfo = z.infer<typeof userInfo.response>

const forbiddenNameCharacters =
  /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u

const nickname = z
  .string()
  .max(256)
  .transform(text => text.trim().normalize('NFC'))
  .refine(text => text !== '' && [...text].length <= 32 && !forbiddenNameCharacters.test(text), '1 to 32 characters')

export const updateProfile = defineEndpoint({
  method: 'POST',
  path: '/user/profile',
  access: 'any',
  description: 'Changes nickname or language.',
  notes: ['Needs `nickname` or `locale`.'],
  request: z
    .object({ lang: languageSchema, nickname: nickname.optional(), locale: z.enum(langs).optional() })
    .refine(({ nickname, locale }) => nickname !== undefined || locale !== undefined, {
      message: 'nickname or locale',
      path: ['nickname']
    }),
  response: z.object({ user })
})
