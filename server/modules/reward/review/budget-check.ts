import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { dayIn } from '../reward-day.js'
import { budgetOf } from './review.js'

/** What is handed in: for which budget, how much of it, and when it will be looked at. */
interface BudgetCheck {
  lpid: string | null
  zone: string
  bonus: number
  due: Date
}

/**
 * Whether the budget of the day of its review, less what waits to be approved before, is too small for it: then it
 * waits for a person, or longer. Rejections meanwhile may prove this wrong, and it is approved in time.
 */
export async function exceedsBudget(db: Kysely<Database>, { lpid, zone, bonus, due }: BudgetCheck, usual: number) {
  const { lpid: whose, budget } = await budgetOf(db, { lpid }, usual)
  const { day, startsAt } = dayIn(zone, due)
  const spent = await db
    .selectFrom('reward_budgets')
    .select('approved')
    .where('lpid', '=', whose)
    .where('day', '=', day)
    .executeTakeFirst()
  const { waiting } = await db
    .selectFrom('reward_submissions')
    .select(sql<string | null>`sum(reward_bonus)`.as('waiting'))
    .where('status', '=', 0)
    .where('objection', 'is', null)
    .where('due_at', '>=', startsAt)
    .where('due_at', '<=', due)
    .$if(whose !== '', query => query.where('lpid', '=', whose))
    .$if(whose === '', query =>
      query.where(({ or, eb, not, exists, selectFrom }) =>
        or([
          eb('lpid', 'is', null),
          not(exists(selectFrom('campaigns').select('lpid').whereRef('campaigns.lpid', '=', 'reward_submissions.lpid')))
        ])
      )
    )
    .executeTakeFirstOrThrow()
  return (spent?.approved ?? 0) + Number(waiting ?? 0) + bonus > budget
}
