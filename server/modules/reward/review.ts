import { type Kysely, sql, type Transaction } from 'kysely'
import type { Rejection } from '../../../contract/reward.js'
import type { SubmissionRow } from '../../db/reward-schema.js'
import type { Database } from '../../db/schema.js'
import { transaction } from '../../db/transaction.js'
import type { Log } from '../../lib/log.js'
import { dayIn } from './day.js'
import { claimEnd } from './rules.js'

/** Yes or no to a submission; `note` is shown to who handed it in. */
export type Decision = { ok: true } | { ok: false; reason: Rejection; note: string | null }

/** Who decides, when, and what may be spent. */
export interface Reviewing {
  db: Kysely<Database>
  log: Log
  now: Date
  reviewer: string
  /** Bonus a day and campaign. */
  budget: number
}

/** Decides a submission that is under review; gives it as it was, null where it is decided already or unknown. */
export function review(reviewing: Reviewing, id: string, decision: Decision): Promise<SubmissionRow | null> {
  return transaction(reviewing.db, async trx => {
    const row = await trx
      .selectFrom('reward_submissions')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 0)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return null
    await decide(trx, reviewing, row, decision)
    return row
  })
}

/** Writes a decision down; the caller has locked the row. */
export async function decide(
  trx: Transaction<Database>,
  reviewing: Reviewing,
  row: SubmissionRow,
  decision: Decision
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

/** Counts an approval for its campaign and day, and says loudly when the budget is reached. */
async function spend(trx: Transaction<Database>, reviewing: Reviewing, row: SubmissionRow): Promise<void> {
  const { day } = dayIn(row.zone, reviewing.now)
  const { approved } = await trx
    .insertInto('reward_budgets')
    .values({ lpid: row.lpid ?? '', day, approved: row.reward_bonus })
    .onConflict(conflict =>
      conflict
        .columns(['lpid', 'day'])
        .doUpdateSet({ approved: sql`reward_budgets.approved + ${row.reward_bonus}::int` })
    )
    .returning('approved')
    .executeTakeFirstOrThrow()
  const budget = await budgetOf(trx, row, reviewing.budget)
  if (approved >= budget && approved - row.reward_bonus < budget) {
    const alarm = { lpid: row.lpid, day, approved, budget }
    reviewing.log.error(
      alarm,
      'the reward budget of a campaign is used up for today: a person must decide what follows'
    )
  }
}

/** What its campaign may give a day without a person. */
export async function budgetOf(db: Kysely<Database>, { lpid }: SubmissionRow, usual: number): Promise<number> {
  if (lpid === null) return usual
  const campaign = await db.selectFrom('campaigns').select('reward_budget').where('lpid', '=', lpid).executeTakeFirst()
  return campaign?.reward_budget ?? usual
}

/** Whether one more approval today stays within the budget. */
export async function isAffordable(trx: Transaction<Database>, { now, budget }: Reviewing, row: SubmissionRow) {
  const spent = await trx
    .selectFrom('reward_budgets')
    .select('approved')
    .where('lpid', '=', row.lpid ?? '')
    .where('day', '=', dayIn(row.zone, now).day)
    .executeTakeFirst()
  return (spent?.approved ?? 0) + row.reward_bonus <= (await budgetOf(trx, row, budget))
}
