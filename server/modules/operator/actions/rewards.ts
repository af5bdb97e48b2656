import { z } from 'zod'
import { listOf } from '../../../../contract/protocol/list.js'
import { rejectionReason, rewardChannel } from '../../../../contract/reward.js'
import { createFieldError } from '../../../http/business-error.js'
import { cutToPage, formatCursor, parseCursor } from '../../../lib/cursor.js'
import { reviewSubmission } from '../../reward/review/review.js'
import { countClicksSince } from '../../reward/submissions.js'
import { defineOperatorAction, type OperatorContext } from '../operator-action.js'

const listRequest = z.object({
  status: z.coerce.number().int().min(0).max(3).default(0),
  channel: rewardChannel.optional(),
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(100).default(50)
})

const submissionStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])

const listResponse = listOf(
  z.object({
    id: z.string(),
    user_id: z.string(),
    channel: rewardChannel,
    status: submissionStatus,
    reason: rejectionReason.nullable(),
    note: z.string().nullable(),
    telegram_id: z.string().nullable(),
    image_id: z.string().nullable(),
    lpid: z.string().nullable(),
    objection: rejectionReason.nullable(),
    appeal: z.string().nullable(),
    created_at: z.date(),
    due_at: z.date(),
    reviewed_at: z.date().nullable(),
    reviewer: z.string().nullable(),
    claim_until: z.date().nullable(),
    claimed_at: z.date().nullable(),
    clicks: z.string().nullable()
  })
)

export const listSubmissionsAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/reward_list',
  roles: ['reviewer', 'support', 'analyst'],
  description: 'Lists submissions of a status (0 under review, 1 approved, 2 claimed, 3 rejected).',
  request: listRequest,
  response: listResponse,
  subject: null,
  run: async ({ db }, { status, channel, cursor, page_size: size }) => {
    const after = parseCursor('queue', ['instant', 'text'], cursor)
    const rows = await db
      .selectFrom('reward_submissions')
      .select(['id', 'user_id', 'channel', 'status', 'reason', 'note', 'telegram_id', 'image_id', 'lpid'])
      .select(['objection', 'appeal', 'created_at', 'due_at', 'reviewed_at', 'reviewer', 'claim_until', 'claimed_at'])
      .select(countClicksSince)
      .where('status', '=', status as 0 | 1 | 2 | 3)
      .$if(channel !== undefined, query => query.where('channel', '=', channel ?? 'whatsapp'))
      .$if(after !== null, query =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('due_at', 'id'), '>', tuple(after?.[0] ?? new Date(0), after?.[1] ?? ''))
        )
      )
      .orderBy('due_at')
      .orderBy('id')
      .limit(size + 1)
      .execute()
    return cutToPage(rows, size, last => formatCursor('queue', [last.due_at, last.id]))
  }
})

const reviewRequest = z
  .object({
    id: z.string().min(1).max(64),
    ok: z.boolean(),
    reason: rejectionReason.optional(),
    note: z.string().trim().max(500).optional()
  })
  .refine(({ ok, reason }) => ok || reason !== undefined, { path: ['reason'] })

const reviewResponse = z.object({ id: z.string(), status: submissionStatus })

export const reviewSubmissionAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/reward_review',
  roles: ['reviewer'],
  description: 'Approves or rejects a submission.',
  request: reviewRequest,
  response: reviewResponse,
  subject: ({ id }) => id,
  run: async ({ db, config, log, now, operator }, { id, ok, reason, note }) => {
    const { budget } = config.rewards
    const decision = ok ? ({ ok } as const) : ({ ok, reason: reason ?? 'other', note: note ?? null } as const)
    const row = await reviewSubmission({ db, log, now, reviewer: operator, budget }, id, decision)
    if (row === null) throw createFieldError('id', 'not_under_review')
    return { id, status: ok ? (1 as const) : (3 as const) }
  }
})

export async function findSubmissionImage({ db }: OperatorContext, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('reward_images')
    .select('id')
    .where('submission_id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}
