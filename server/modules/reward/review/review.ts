import { type Kysely, sql, type Transaction } from 'kysely'
import type { Rejection } from '../../../../contract/reward.js'
import type { SubmissionRow } from '../../../db/schema/reward-tables.js'
import type { Database } from '../../../db/schema/schema.js'
import { transaction } from '../../../db/transaction.js'
import type { Log } from '../../../lib/log.js'
import { dayIn } from '../reward-day.js'
import { claimEnd } from '../rules.js'

/** Yes or no to a submission; `note` is shown to who handed it in. */
export type ReviewDecision = { ok: true } | { ok: false; reason: Rejection; note: string | null }

/** Who decides, when, and what may be spent. */
export interface ReviewContext {
  db: Kysely<Database>
  log: Log
  now: Date
  reviewer: string
  /** Bonus a day and campaign. */
  budget: number
}

/** Decides a submission that is under review; gives it as it was, null where it is decided already or unknown. */
export function review(reviewing: ReviewContext, id: string, decision: ReviewDecision): Promise<SubmissionRow | null> {
  return transaction(reviewing.db, async trx => {
    const row = await lockOpen(trx, id)
    if (row === null) return null
    await decide(trx, reviewing, row, decision)
    return row
  })
}

/** A submission that is under review, locked; null where it is decided already or unknown. */
export async function lockOpen(trx: Transaction<Database>, id: string): Promise<SubmissionRow | null> {
  const row = await trx
    .selectFrom('reward_submissions')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 0)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Writes a decision down; the caller has locked the row. */
export async function decide(
  trx: Transaction<Database>,
  reviewing: ReviewContext,
  row: SubmissionRow,
  decision: ReviewDecision
): Promise<void> {
  const { now, reviewer } = reviewing
  const decided = decision.ok
    ? { status: 1 as const, claim_until: claimEnd(now) }
    : { status: 3 as const, reason: decision.reason, note: decision.note }
  if (decision.ok) await spend(trx, reviewing, row)
  await trx
    .updateTable('reward_submissions')
    .set({ ...decided, reviewed_at: now, reviewer })
    .where('id', '=', row.id)
    .execute()
}

/** Counts an approval, and says loudly when the budget is reached. */
async function spend(trx: Transaction<Database>, reviewing: ReviewContext, row: SubmissionRow): Promise<void> {
  const { lpid, budget } = await budgetOf(trx, row, reviewing.budget)
  const { day } = dayIn(row.zone, reviewing.now)
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
    const alarm = { lpid: row.lpid, day, approved, budget }
    reviewing.log.error(
      alarm,
      'the reward budget of a campaign is used up for today: a person must decide what follows'
    )
  }
}

/**
 * Out of which budget a submission is approved without a person, and how much that is a day. Campaigns that nobody has
 * made share one with who came without any: ids are free to make up, and each would bring a budget of its own.
 */
export async function budgetOf(db: Kysely<Database>, { lpid }: Pick<SubmissionRow, 'lpid'>, usual: number) {
  const campaign =
    lpid === null
      ? undefined
      : await db.selectFrom('campaigns').select('reward_budget').where('lpid', '=', lpid).executeTakeFirst()
  return campaign === undefined
    ? { lpid: '', budget: usual }
    : { lpid: lpid ?? '', budget: campaign.reward_budget ?? usual }
}

/** Approves without a person what today's budget still holds, and says whether it did; the caller has locked the row. */
export async function approveWithinBudget(
  trx: Transaction<Database>,
  reviewing: ReviewContext,
  row: SubmissionRow
): Promise<boolean> {
  const { lpid, budget } = await budgetOf(trx, row, reviewing.budget)
  const { day } = dayIn(row.zone, reviewing.now)
  await trx
    .insertInto('reward_budgets')
    .values({ lpid, day, approved: 0 })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  // Locked until the approval is counted: others that are approved at the same time wait here.
  const { approved } = await trx
    .selectFrom('reward_budgets')
    .select('approved')
    .where('lpid', '=', lpid)
    .where('day', '=', day)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (approved + row.reward_bonus > budget) return false
  await decide(trx, reviewing, row, { ok: true })
  return true
}
