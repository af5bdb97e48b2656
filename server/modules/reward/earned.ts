import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { RewardDay } from './reward-day.js'

/** Bonus of tasks and shares that was claimed on a day. */
export async function earnedOn(db: Kysely<Database>, userId: string, { startsAt, endsAt }: RewardDay): Promise<number> {
  const tasks = await db
    .selectFrom('task_states')
    .select(({ fn }) => fn.sum<string | null>('reward_bonus').as('bonus'))
    .where('user_id', '=', userId)
    .where('claimed_at', '>=', startsAt)
    .where('claimed_at', '<', endsAt)
    .executeTakeFirst()
  const shares = await db
    .selectFrom('reward_submissions')
    .select(({ fn }) => fn.sum<string | null>('reward_bonus').as('bonus'))
    .where('user_id', '=', userId)
    .where('claimed_at', '>=', startsAt)
    .where('claimed_at', '<', endsAt)
    .executeTakeFirst()
  return Number(tasks?.bonus ?? 0) + Number(shares?.bonus ?? 0)
}
