import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { toRewardDay } from '../reward-day.js'
import { readRewardBudget } from './review.js'

interface BudgetCheck {
  lpid: string | null
  zone: string
  bonus: number
  due: Date
}

/**
 * Forecasts whether this submission exceeds the budget of its review day if all submissions due before it are approved.
 */
export async function exceedsBudget(
  db: Kysely<Database>,
  { lpid, zone, bonus, due }: BudgetCheck,
  defaultBudget: number
) {
  const { lpid: budgetLpid, budget } = await readRewardBudget(db, { lpid }, defaultBudget)
  const { day, startsAt } = toRewardDay(zone, due)
  const { approved, waiting } = await db
    .selectFrom('reward_submissions')
    .select(sql<string | null>`sum(reward_bonus)`.as('waiting'))
    .select(({ selectFrom }) =>
      selectFrom('reward_budgets')
        .select('approved')
        .where('reward_budgets.lpid', '=', budgetLpid)
        .where('day', '=', day)
        .as('approved')
    )
    .where('status', '=', 0)
    .where('objection', 'is', null)
    .where('due_at', '>=', startsAt)
    .where('due_at', '<=', due)
    .$if(budgetLpid !== '', query => query.where('lpid', '=', budgetLpid))
    .$if(budgetLpid === '', query =>
      query.where(({ or, eb, not, exists, selectFrom }) =>
        or([
          eb('lpid', 'is', null),
          not(exists(selectFrom('campaigns').select('lpid').whereRef('campaigns.lpid', '=', 'reward_submissions.lpid')))
        ])
      )
    )
    .executeTakeFirstOrThrow()
  return (approved ?? 0) + Number(waiting ?? 0) + bonus > budget
}
