import { z } from 'zod'
import { balance } from './balance.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'

const time = z.number().int()

/**
 * Daily tasks: 15 s of Home on screen; 5, 10 and 15 minutes watched, three steps of one count; a top-up of coins. All
 * begin anew at midnight of the campaign's zone.
 */
export const taskCode = z.enum(['home_15s', 'watch_5', 'watch_10', 'watch_15', 'topup_gift'])
export type TaskCode = z.infer<typeof taskCode>

/**
 * A task as it stands today. `target_s` and `progress_s` in whole seconds of the server's count, `progress_s` never
 * above `target_s`; both null for `topup_gift`. `done` is to be claimed, until `ends_at`.
 */
export const task = z.object({
  code: taskCode,
  reward_bonus: z.number().int(),
  target_s: z.number().int().nullable(),
  progress_s: z.number().int().nullable(),
  status: z.enum(['doing', 'done', 'claimed']),
  ends_at: time
})
export type Task = z.infer<typeof task>

const timed = z.enum(['home_15s'])

/** Begins to count. Only one count of a user runs at a time: an earlier `nonce` counts for nothing any more. */
export const startTask = defineEndpoint({
  method: 'POST',
  path: '/task/start',
  access: 'any',
  request: z.object({ lang: languageSchema, code: timed }),
  response: z.object({ started_at: time, nonce: z.string() })
})

/**
 * Says that the task's time has been spent. What counts is the server's clock since `/task/start`, never the client's
 * word; a nonce that is used up, replaced or somebody else's is 4001.
 */
export const reportTask = defineEndpoint({
  method: 'POST',
  path: '/task/report',
  access: 'any',
  request: z.object({ lang: languageSchema, code: timed, nonce: z.string().min(1).max(64) }),
  response: z.object({ progress_s: z.number().int(), status: task.shape.status })
})

/** Pays the bonus of a task that is done, once a day; 4408 before it is done, 4407 when it was claimed already. */
export const claimTask = defineEndpoint({
  method: 'POST',
  path: '/task/claim',
  access: 'any',
  request: z.object({ lang: languageSchema, code: taskCode }),
  response: z.object({ reward_bonus: z.number().int(), balance, task })
})
