import { type Kysely, sql, type Transaction } from 'kysely'
import type { RejectionReason } from '../../../../contract/reward.js'
import type { SubmissionRow } from '../../../db/schema/reward-tables.js'
import type { Database } from '../../../db/schema/schema.js'
import { transaction } from '../../../db/transaction.js'
import type { Log } from '../../../lib/log.js'
import { toRewardDay } from '../reward-day.js'
import { claimEnd } from '../submission-rules.js'

export type ReviewDecision = { ok: true } | { ok: false; reason: RejectionReason; note: string | null }

export interface ReviewContext {
  db: Kysely<Database>
  log: Log
  now: Date
  reviewer: string
  budget: number
}

export function reviewSubmission(
  context: ReviewContext,
  id: string,
  decision: ReviewDecision
): Promise<SubmissionRow | null> {
  return transaction(context.db, async trx => {
    const row = await lockPendingSubmission(trx, id)
    if (row === null) return null
    await writeReviewDecision(trx, context, row, decision)
    return row
  })
}

export async function lockPendingSubmission(trx: Transaction<Database>, id: string): Promise<SubmissionRow | null> {
  const row = await trx
    .selectFrom('reward_submissions')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 0)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** The caller has locked the row. */
export async function writeReviewDecision(
  trx: Transaction<Database>,
  context: ReviewContext,
  row: SubmissionRow,
  decision: ReviewDecision
): Promise<void> {
  const { now, reviewer } = context
  const changes = decision.ok
    ? { status: 1 as const, claim_until: claimEnd(now), budget_lpid: await countApproval(trx, context, row) }
    : { status: 3 as const, reason: decision.reason, note: decision.note }
  await trx
    .updateTable('reward_submissions')
    .set({ ...changes, reviewed_at: now, reviewer })
    .where('id', '=', row.id)
    .execute()
  await trx.deleteFrom('review_leases').where('submission_id', '=', row.id).execute()
}

/** Returns the budget in which it was counted. */
async function countApproval(trx: Transaction<Database>, context: ReviewContext, row: SubmissionRow): Promise<string> {
  const { lpid, budget } = await readRewardBudget(trx, row, context.budget)
  const { day } = toRewardDay(row.zone, context.now)
  const { approved } = await trx
    .insertInto('reward_budgets')
    .values({ lpid, day, approved: row.reward_bonus })
    .onConflict(conflict =>
      conflict
        .columns(['lpid', 'day'])
        .doUpdateSet({ approved: sql`reward_budgets.approved + ${row.reward_bonus}::int` })
    )
    .returning('approved')
    .executeTakeFirstOrThrow()
  if (approved >= budget && approved - row.reward_bonus < budget) {
    const details = { lpid: row.lpid, day, approved, budget }
    context.log.error(
      details,
      'the reward budget of a campaign is used up for today: a person must decide what follows'
    )
  }
  return lpid
}

/**
 * Unknown campaigns share one budget with visits without a campaign, because ids can be invented and each would bring a
 * budget.
 */
export async function readRewardBudget(
  db: Kysely<Database>,
  { lpid }: Pick<SubmissionRow, 'lpid'>,
  defaultBudget: number
) {
  const campaign =
    lpid === null
      ? undefined
      : await db.selectFrom('campaigns').select('reward_budget').where('lpid', '=', lpid).executeTakeFirst()
  return campaign === undefined
    ? { lpid: '', budget: defaultBudget }
    : { lpid: lpid ?? '', budget: campaign.reward_budget ?? defaultBudget }
}

/**
 * False if the rest of today's budget is too small, or `isAllowed` says no. The caller has locked the row.
 */
export async function approveWithinBudget(
  trx: Transaction<Database>,
  context: ReviewContext,
  row: SubmissionRow,
  isAllowed: () => Promise<boolean>
): Promise<boolean> {
  const { lpid, budget } = await readRewardBudget(trx, row, context.budget)
  const { day } = toRewardDay(row.zone, context.now)
  await trx
    .insertInto('reward_budgets')
    .values({ lpid, day, approved: 0 })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  // Holds the lock until the approval is counted, so that concurrent approvals wait here.
  const { approved } = await trx
    .selectFrom('reward_budgets')
    .select('approved')
    .where('lpid', '=', lpid)
    .where('day', '=', day)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (approved + row.reward_bonus > budget || !(await isAllowed())) return false
  await writeReviewDecision(trx, context, row, { ok: true })
  return true
}
