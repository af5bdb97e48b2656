import { z } from 'zod'
import { listOf } from '../../../../contract/protocol/list.js'
import { type RewardChannel, rejectionReason, rewardChannel } from '../../../../contract/reward.js'
import { transaction } from '../../../db/transaction.js'
import { createFieldError } from '../../../http/business-error.js'
import { cutToPage, formatCursor, isBeforeKey, parseCursor } from '../../../lib/cursor.js'
import { replaceLoneSurrogates } from '../../../lib/text.js'
import { lockPendingSubmission, writeReviewDecision } from '../../reward/review/review.js'
import { findLease } from '../../reward/review/review-leases.js'
import { undoReview } from '../../reward/review/undo-review.js'
import { defineOperatorAction, type OperatorContext } from '../operator-action.js'
import { toLeaseHolder } from './review-queue.js'
import { selectSubmissions, submissionResponse, submissionStatus } from './submission-response.js'

const listRequest = z.object({
  status: z.union([z.literal('decided'), z.coerce.number().int().min(0).max(3)]).default(0),
  channel: rewardChannel.optional(),
  reviewer: z.string().max(254).optional(),
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(100).default(50)
})

const listResponse = listOf(submissionResponse)

export const listSubmissionsAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/reward_list',
  roles: ['reviewer', 'support', 'analyst'],
  description:
    'Lists submissions of a status: 0 under review, those that are due first; 1 approved, 2 claimed, 3 rejected or `decided` for the three, newest decision first.',
  request: listRequest,
  response: listResponse,
  subject: null,
  run: async ({ db }, { status, channel, reviewer, cursor, page_size: size }) => {
    const list = { db, channel, reviewer, cursor, size }
    return status === 0 ? listUnderReview(list) : listDecided(list, status)
  }
})

interface SubmissionList {
  db: OperatorContext['db']
  channel: RewardChannel | undefined
  reviewer: string | undefined
  cursor: string | undefined
  size: number
}

const selectList = ({ db, channel, reviewer, size }: SubmissionList) =>
  selectSubmissions(db)
    .$if(channel !== undefined, query => query.where('channel', '=', channel ?? 'whatsapp'))
    .$if(reviewer !== undefined, query => query.where('reviewer', '=', reviewer ?? ''))
    .limit(size + 1)

async function listUnderReview(list: SubmissionList) {
  const after = parseCursor('queue', ['instant', 'text'], list.cursor)
  const rows = await selectList(list)
    .where('status', '=', 0)
    .$if(after !== null, query =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('due_at', 'id'), '>', tuple(after?.[0] ?? new Date(0), after?.[1] ?? ''))
      )
    )
    .orderBy('due_at')
    .orderBy('id')
    .execute()
  return cutToPage(rows, list.size, last => formatCursor('queue', [last.due_at, last.id]))
}

async function listDecided(list: SubmissionList, status: number | 'decided') {
  const after = parseCursor('decided', ['instant', 'text'], list.cursor)
  const rows = await selectList(list)
    .where('status', '<>', 0)
    .$if(status !== 'decided', query => query.where('status', '=', status as 1 | 2 | 3))
    .$if(after !== null, query => query.where(isBeforeKey(['reviewed_at', 'id'], after ?? [])))
    .orderBy('reviewed_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return cutToPage(rows, list.size, last => formatCursor('decided', [last.reviewed_at ?? last.due_at, last.id]))
}

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
  description: 'Approves or rejects a submission. A member may not decide what another operator has leased.',
  request: reviewRequest,
  response: reviewResponse,
  subject: ({ id }) => id,
  readState: readReviewState,
  run: async (context, { id, ok, reason, note }) => {
    const { db, config, log, now, operator, member } = context
    const { budget } = config.rewards
    const decision = ok
      ? ({ ok } as const)
      : ({ ok, reason: reason ?? 'other', note: note === undefined ? null : replaceLoneSurrogates(note) } as const)
    await transaction(db, async trx => {
      const row = await lockPendingSubmission(trx, id)
      if (row === null) throw createFieldError('id', 'not_under_review')
      const lease = member === null ? null : await findLease(trx, id, now)
      if (lease !== null && lease.holder !== toLeaseHolder(context).holder)
        throw createFieldError('id', 'leased', { operator: lease.operator })
      await writeReviewDecision(trx, { db, log, now, reviewer: operator, budget }, row, decision)
    })
    return { id, status: ok ? (1 as const) : (3 as const) }
  }
})

function readReviewState({ db }: OperatorContext, { id }: { id: string }) {
  return db
    .selectFrom('reward_submissions')
    .select(['status', 'reason', 'note', 'objection', 'reviewer', 'reviewed_at', 'claim_until'])
    .where('id', '=', id)
    .executeTakeFirst()
}

const undoRequest = z.object({ id: z.string().min(1).max(64) })

export const undoReviewAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/reward_undo',
  roles: ['reviewer'],
  description:
    'Takes back a decision of the same operator within 10 seconds, unless the viewer has claimed; the operator has the submission leased again.',
  request: undoRequest,
  response: reviewResponse,
  subject: ({ id }) => id,
  readState: readReviewState,
  run: async (context, { id }) => {
    const { db, config, now, operator } = context
    const undo = { db, now, reviewer: operator, budget: config.rewards.budget }
    const refusal = await undoReview(undo, id, toLeaseHolder(context))
    if (refusal !== null) throw createFieldError('id', refusal)
    return { id, status: 0 as const }
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
