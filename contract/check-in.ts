import { z } from 'zod'
import { balance } from './balance.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'

/**
 * `streak` counts the days in a row with a check-in, up to today or yesterday: after a missed day it is 0. `days` are the
 * seven days that the streak is in now, and today is `today_no` of them; after the seventh they begin again. A day is
 * `pending` while its bonus waits, which the streak does not. The day ends at midnight in the campaign's time zone
 * (`ends_at`).
 */
export const checkIn = z.object({
  is_enabled: z.boolean(),
  day: z.string(),
  streak: z.number().int(),
  is_checked_in: z.boolean(),
  today_no: z.number().int(),
  days: z.array(
    z.object({
      no: z.number().int(),
      reward_bonus: z.number().int(),
      status: z.enum(['claimed', 'pending', 'today', 'ahead'])
    })
  ),
  ends_at: z.number().int()
})
export type CheckIn = z.infer<typeof checkIn>

export const checkInIndex = defineEndpoint({
  method: 'GET',
  path: '/checkin/index',
  access: 'any',
  description: 'Returns the daily check-in: the streak and its seven days.',
  notes: ['`is_enabled` is false if the campaign has turned check-ins or rewards off.'],
  request: z.object({ lang: languageSchema }),
  response: checkIn
})

export const claimCheckIn = defineEndpoint({
  method: 'POST',
  path: '/checkin/claim',
  access: 'any',
  description: 'Checks in for today and pays the bonus of the day.',
  idempotencyKey: 'optional',
  notes: ['`reward_bonus` is what was paid: 0 if the day is `pending` now.'],
  errors: { 4401: 'The campaign has turned check-ins off', 4407: 'Already checked in today' },
  request: z.object({ lang: languageSchema }),
  response: z.object({ reward_bonus: z.number().int(), streak: z.number().int(), balance, check_in: checkIn })
})
