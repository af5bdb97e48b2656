import { z } from 'zod'
import { balance } from './balance.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'

const time = z.number().int()

export const taskCode = z.enum(['home_15s', 'watch_5', 'watch_10', 'watch_15', 'topup_gift'])
export type TaskCode = z.infer<typeof taskCode>

/**
 * `progress_s` is at most `target_s`; both are null for `topup_gift`. Tasks restart at midnight in the campaign's time
 * zone (`ends_at`). `claimTask` pays a `done` task once: 4408 before it is done, 4407 if already claimed. A claimed task
 * is `pending` while limits of the viewer's network have no room: it is paid later, by itself, and at once after a
 * purchase.
 */
export const task = z.object({
  code: taskCode,
  reward_bonus: z.number().int(),
  target_s: z.number().int().nullable(),
  progress_s: z.number().int().nullable(),
  status: z.enum(['doing', 'done', 'pending', 'claimed']),
  ends_at: time
})
export type Task = z.infer<typeof task>

const timed = z.enum(['home_15s'])

export const startTask = defineEndpoint({
  method: 'POST',
  path: '/task/start',
  access: 'any',
  description: 'Starts a timed task.',
  limit: '60 a minute, together with `/task/report`',
  request: z.object({ lang: languageSchema, code: timed }),
  response: z.object({ started_at: time, nonce: z.string() })
})

export const reportTask = defineEndpoint({
  method: 'POST',
  path: '/task/report',
  access: 'any',
  description: 'Ends a timed task.',
  notes: ['The time since `/task/start` on the server’s clock counts.'],
  limit: '60 a minute, together with `/task/start`',
  errors: { 4001: 'The nonce is used up, replaced by a newer one, or another user’s' },
  request: z.object({ lang: languageSchema, code: timed, nonce: z.string().min(1).max(64) }),
  response: z.object({ progress_s: z.number().int(), status: task.shape.status })
})

export const claimTask = defineEndpoint({
  method: 'POST',
  path: '/task/claim',
  access: 'any',
  description: 'Pays a finished task once.',
  idempotencyKey: 'optional',
  notes: ['`reward_bonus` is what was paid: 0 if the task is `pending` now.'],
  errors: { 4407: 'Already claimed, paid or not', 4408: 'Not done yet' },
  request: z.object({ lang: languageSchema, code: taskCode }),
  response: z.object({ reward_bonus: z.number().int(), balance, task })
})
