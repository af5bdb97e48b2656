import { z } from 'zod'
import { dramaId } from './drama.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'

/** Coins that automatic unlocks may take in a day. */
const dailyCap = z.number().int().min(1).max(1_000_000)

/** A drama with a setting of its own; `daily_cap` null: only the one for all dramas. */
export const dramaAutoUnlock = z.object({
  drama_id: z.string(),
  title: z.string(),
  enabled: z.boolean(),
  daily_cap: z.number().int().nullable()
})
export type DramaAutoUnlock = z.infer<typeof dramaAutoUnlock>

/**
 * Whether the next episode is unlocked by itself, and for how many coins a day at most, all dramas together. What
 * `dramas` say goes before `enabled` in those; the newest 100 are listed.
 */
export const autoUnlockSettings = z.object({
  enabled: z.boolean(),
  daily_cap: z.number().int(),
  dramas: z.array(dramaAutoUnlock)
})
export type AutoUnlockSettings = z.infer<typeof autoUnlockSettings>

/**
 * Turns automatic unlocking on or off: for all dramas, or for `drama_id` alone, where `enabled` null means as for all
 * of them. Off for all is off everywhere: a drama that was on by itself is forgotten. A cap that is left out stays;
 * null takes a drama's own away.
 */
export const setAutoUnlock = defineEndpoint({
  method: 'POST',
  path: '/drama/auto_unlock',
  access: 'any',
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

/** Most coins to be spent in a day or a week; 0 is nothing at all, null no limit. */
const limit = z.number().int().min(0).max(1_000_000).nullable()

/** A higher limit, or none (`coins` null), that will hold from `effective_at`, epoch milliseconds. */
export const pendingLimit = z.object({ coins: limit, effective_at: z.number().int() })
export type PendingLimit = z.infer<typeof pendingLimit>

/**
 * What holds now, and what is to hold later. Both limits hold side by side, so a weekly one below the daily one is
 * simply reached first. Days and weeks begin at 00:00 in the server's TIMEZONE, weeks on Monday.
 */
export const spendingLimits = z.object({
  daily_coins: limit,
  weekly_coins: limit,
  pending: z.object({ daily_coins: pendingLimit.nullable(), weekly_coins: pendingLimit.nullable() })
})
export type SpendingLimits = z.infer<typeof spendingLimits>

/**
 * Sets the limits that are given; null takes one away. Lower ones hold at once, higher ones and none 24 hours later.
 * The last wish counts: it takes the place of one that waits, and the same one again does not wait longer.
 * `effective_at` is when everything asked for holds: now, or when the wait is over.
 */
export const setLimits = defineEndpoint({
  method: 'POST',
  path: '/user/limits',
  access: 'any',
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
