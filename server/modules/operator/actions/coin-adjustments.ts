import { z } from 'zod'
import { listOf } from '../../../../contract/protocol/list.js'
import type { CoinAdjustmentRow } from '../../../db/schema/support-tables.js'
import { createFieldError } from '../../../http/business-error.js'
import { cutToPage, formatCursor, parseCursor } from '../../../lib/cursor.js'
import {
  adjustCoins,
  type DecisionResult,
  decideAdjustment,
  isRequester,
  type OperatorIdentity
} from '../../adjustment/adjust-coins.js'
import { findAdjustment, readAdjustments, readDebts } from '../../adjustment/queries.js'
import { readBalanceAndDebt } from '../../ledger/wallet.js'
import { findPerson } from '../../user/find-person.js'
import { readMergedUserIds } from '../../user/queries.js'
import { defineOperatorAction, type OperatorContext } from '../operator-action.js'
import { operatorReason, requestKey } from './operator-reason.js'
import { requirePerson, viewerId } from './viewers.js'

const MAX_COINS = 1_000_000

const adjustment = z.object({
  id: z.string(),
  user_id: z.string(),
  kind: z.enum(['coins', 'bonus']),
  coins: z.number().int(),
  reason: z.string(),
  status: z.enum(['waiting', 'done', 'declined']),
  needs_approval: z.boolean(),
  requested_by: z.string(),
  created_at: z.date(),
  decided_by: z.string().nullable(),
  decided_at: z.date().nullable(),
  note: z.string().nullable(),
  can_decide: z.boolean()
})

const adjustmentResponse = z.object({ adjustment })

/** `debt`: coins that the viewer owes now. */
const listedAdjustment = adjustment.extend({ debt: z.number().int() })

const adjustRequest = z.object({
  user_id: viewerId,
  kind: z.enum(['coins', 'bonus']),
  coins: z
    .number()
    .int()
    .min(-MAX_COINS)
    .max(MAX_COINS)
    .refine(coins => coins !== 0),
  reason: operatorReason,
  key: requestKey
})

const adjustAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/coins_adjust',
  roles: ['support'],
  description:
    'Gives coins or bonus to a viewer, or takes them if `coins` is negative. A `key` counts once. Above `COIN_ADJUSTMENT_LIMIT` in 24 hours it waits until another operator approves it.',
  request: adjustRequest,
  response: adjustmentResponse,
  subject: ({ user_id }) => user_id,
  readState: ({ db, now }, { user_id }) => readBalanceOf(db, user_id, now),
  run: async (context, request) => {
    const by = toIdentity(context)
    const result = await adjustCoins(context, { ...request, userId: request.user_id }, by)
    if (result.type === 'written') return { adjustment: toResponse(result.adjustment, by) }
    if (result.reason === 'not_enough') {
      throw createFieldError('coins', result.reason, { available: result.available })
    }
    throw createFieldError(result.reason === 'key_used' ? 'key' : 'user_id', result.reason)
  }
})

async function readBalanceOf(db: OperatorContext['db'], userId: string, now: Date) {
  const person = await findPerson(db, userId)
  if (person === undefined) return null
  const { balance, debt } = await readBalanceAndDebt(db, person.id, now)
  return { ...balance, debt }
}

const listRequest = z.object({
  status: z.enum(['waiting', 'done', 'declined', 'all']).default('waiting'),
  user_id: viewerId.optional(),
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(100).default(50)
})
const listResponse = listOf(listedAdjustment)

const listRequestsAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/coins_request_list',
  roles: ['support', 'analyst'],
  description:
    'Lists coins that operators gave or took, newest first; by default those that wait for a second operator. `can_decide` is false for whoever requested it. `debt` is what the viewer owes now: coins settle it first, bonus does not.',
  request: listRequest,
  response: listResponse,
  subject: null,
  run: async (context, { status, user_id, cursor, page_size: size }) => {
    const { db } = context
    const userIds = user_id === undefined ? null : await readMergedUserIds(db, (await requirePerson(db, user_id)).id)
    const cursorName = JSON.stringify(['adjustments', status, user_id])
    const after = parseCursor(cursorName, ['instant', 'text'], cursor)
    const rows = await readAdjustments(db, { status, userIds }, { after, limit: size + 1 })
    const page = cutToPage(rows, size, last => formatCursor(cursorName, [last.created_at, last.id]))
    const by = toIdentity(context)
    const debts = await readDebts(db, [...new Set(page.list.map(row => row.user_id))])
    return { ...page, list: page.list.map(row => ({ ...toResponse(row, by), debt: debts.get(row.user_id) ?? 0 })) }
  }
})

const decideRequest = z.object({
  id: z.string().min(1).max(64),
  ok: z.boolean(),
  note: operatorReason.optional()
})

const decideAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/coins_request_decide',
  roles: ['support'],
  description: 'Approves or declines coins that another operator has requested. Approved, they move at once.',
  request: decideRequest,
  response: adjustmentResponse,
  subject: ({ id }) => id,
  readState: async ({ db, now }, { id }) => {
    const row = await findAdjustment(db, id)
    return row === undefined ? null : { status: row.status, balance: await readBalanceOf(db, row.user_id, now) }
  },
  run: async (context, { id, ok, note = null }) => {
    const by = toIdentity(context)
    const result = await decideAdjustment(context, { id, isApproved: ok, note }, by)
    if (result.type === 'refused') throw toRefusal(result)
    return { adjustment: toResponse(result.adjustment, by) }
  }
})

const toRefusal = (refused: Extract<DecisionResult, { type: 'refused' }>) =>
  createFieldError('id', refused.reason, refused.reason === 'not_enough' ? { available: refused.available } : {})

const toIdentity = ({ operator, member }: OperatorContext): OperatorIdentity => ({
  operator,
  memberId: member?.id ?? null
})

const toResponse = (row: CoinAdjustmentRow, by: OperatorIdentity) => ({
  id: row.id,
  user_id: row.user_id,
  kind: row.kind,
  coins: row.coins,
  reason: row.reason,
  status: row.status,
  needs_approval: row.needs_approval,
  requested_by: row.requested_by,
  created_at: row.created_at,
  decided_by: row.decided_by,
  decided_at: row.decided_at,
  note: row.note,
  can_decide: row.status === 'waiting' && !isRequester(row, by)
})

export const coinAdjustmentActions = [adjustAction, listRequestsAction, decideAction] as const
