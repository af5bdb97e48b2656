import { z } from 'zod'
import { dramaId } from './drama.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'

const dailyCap = z.number().int().min(1).max(1_000_000)

export const dramaAutoUnlock = z.object({
  drama_id: z.string(),
  title: z.string(),
  enabled: z.boolean(),
  daily_cap: z.number().int().nullable()
})
export type DramaAutoUnlock = z.infer<typeof dramaAutoUnlock>

export const autoUnlockSettings = z.object({
  enabled: z.boolean(),
  daily_cap: z.number().int(),
  dramas: z.array(dramaAutoUnlock)
})
export type AutoUnlockSettings = z.infer<typeof autoUnlockSettings>

export const setAutoUnlock = defineEndpoint({
  method: 'POST',
  path: '/drama/auto_unlock',
  access: 'any',
  description: 'Sets auto-unlock for all dramas, or for one.',
  notes: [
    'With `drama_id`, `enabled` null removes the drama’s own setting. Turning it off for all also removes it from every drama where it is on.',
    'Without `daily_cap` the cap stays; null removes a drama’s own cap.'
  ],
  errors: { 4204: 'The drama is not online' },
  request: z
    .object({
      lang: languageSchema,
      enabled: z.boolean().nullable(),
      daily_cap: dailyCap.nullable().optional(),
      drama_id: dramaId.optional()
    })
    .refine(({ enabled, drama_id }) => enabled !== null || drama_id !== undefined, {
      message: 'true or false',
      path: ['enabled']
    })
    .refine(
      ({ enabled, daily_cap, drama_id }) =>
        daily_cap === undefined || (enabled !== null && (daily_cap !== null || drama_id !== undefined)),
      {
        message: 'coins',
        path: ['daily_cap']
      }
    ),
  response: autoUnlockSettings
})

const limit = z.number().int().min(0).max(1_000_000).nullable()

export const pendingLimit = z.object({ coins: limit, effective_at: z.number().int() })

export const spendingLimits = z.object({
  daily_coins: limit,
  weekly_coins: limit,
  pending: z.object({ daily_coins: pendingLimit.nullable(), weekly_coins: pendingLimit.nullable() })
})
export type SpendingLimits = z.infer<typeof spendingLimits>

export const setLimits = defineEndpoint({
  method: 'POST',
  path: '/user/limits',
  access: 'any',
  description: 'Sets the viewer’s spending limits per day and week.',
  notes: [
    'Limits are in coins: 0 allows nothing, null removes the limit. A lower limit applies at once, a higher one or null after 24 hours (`pending`); repeating the request does not extend that wait.',
    'Days and weeks begin at 00:00 in the server’s `TIMEZONE`, weeks on Monday.'
  ],
  request: z
    .object({ lang: languageSchema, daily_coins: limit.optional(), weekly_coins: limit.optional() })
    .refine(({ daily_coins, weekly_coins }) => daily_coins !== undefined || weekly_coins !== undefined, {
      message: 'daily_coins or weekly_coins',
      path: ['daily_coins']
    }),
  response: z.object({
    limits: spendingLimits,
    effective_at: z.number().int(),
    server_time: z.number().int()
  })
})
