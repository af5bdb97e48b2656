import { sql, type Transaction } from 'kysely'
import { isUniqueViolation } from '../../../db/database-error.js'
import type { SubmissionRow } from '../../../db/schema/reward-tables.js'
import type { Database } from '../../../db/schema/schema.js'
import { transaction } from '../../../db/transaction.js'
import { toRewardDay } from '../reward-day.js'
import { type ReviewContext, readRewardBudget } from './review.js'
import { type LeaseHolder, writeLeases } from './review-leases.js'

export const UNDO_MS = 10_000
/** For the way of the request. The database refuses more than 15 s. */
const UNDO_TOLERANCE_MS = 3_000

export type UndoRefusal = 'not_decided' | 'claimed' | 'other_operator' | 'undo_over' | 'telegram_used'

/** Puts a decision back under review, for its reviewer only. Returns null, or why not. */
export async function undoReview(
  { db, reviewer, now, budget }: Omit<ReviewContext, 'log'>,
  id: string,
  holder: LeaseHolder
): Promise<UndoRefusal | null> {
  const undo = (trx: Transaction<Database>) => undoLocked(trx, { id, reviewer, now, budget, holder })
  try {
    return await transaction(db, undo)
  } catch (error) {
    // Since the rejection another viewer has submitted the Telegram id.
    if (isUniqueViolation(error)) return 'telegram_used'
    throw error
  }
}

interface Undo {
  id: string
  reviewer: string
  now: Date
  budget: number
  holder: LeaseHolder
}

async function undoLocked(
  trx: Transaction<Database>,
  { id, reviewer, now, budget, holder }: Undo
): Promise<UndoRefusal | null> {
  const row = await trx.selectFrom('reward_submissions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined || row.status === 0 || row.reviewed_at === null) return 'not_decided'
  if (row.status === 2) return 'claimed'
  if (row.reviewer !== reviewer) return 'other_operator'
  if (now.getTime() - row.reviewed_at.getTime() > UNDO_MS + UNDO_TOLERANCE_MS) return 'undo_over'
  if (row.status === 1) await returnToBudget(trx, row, { reviewedAt: row.reviewed_at, budget })
  await trx
    .updateTable('reward_submissions')
    .set({ status: 0, undone_at: now, reviewed_at: null, reviewer: null })
    .set({ reason: null, note: null, claim_until: null, budget_lpid: null })
    .where('id', '=', id)
    .execute()
  await writeLeases(trx, holder, [id])
  return null
}

/** Approvals of an older server do not say in which budget they were counted. */
async function returnToBudget(
  trx: Transaction<Database>,
  row: SubmissionRow,
  { reviewedAt, budget }: { reviewedAt: Date; budget: number }
): Promise<void> {
  const lpid = row.budget_lpid ?? (await readRewardBudget(trx, row, budget)).lpid
  await trx
    .updateTable('reward_budgets')
    .set({ approved: sql`approved - ${row.reward_bonus}::int` })
    .where('lpid', '=', lpid)
    .where('day', '=', toRewardDay(row.zone, reviewedAt).day)
    .execute()
}
