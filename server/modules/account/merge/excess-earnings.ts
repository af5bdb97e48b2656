// What two users have earned that one person could not have earned in the same days.
import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { MAX_BONUS_LIFETIME_MS } from '../../ledger/grants.js'
import { sumKeptGifts } from '../../order/refund/withheld-gifts.js'
import { MAX_PER_DAY } from '../../reward/submission-rules.js'
import { findCheckInExcess } from './check-in-excess.js'
import type { MergeContext } from './merge-context.js'

/**
 * Sums, of the visitor's: tasks that the account has claimed for the same day, check-ins beyond those of one person,
 * shares above a day's limit, a second reward for Telegram, and a second gift for a first purchase. Days are those of
 * the task or of `zone`, because campaigns may have other time zones. A campaign may allow one person more shares: as
 * many as either has claimed stay. Older bonus has expired. Call it before anything moves to the account.
 */
export async function sumExcessEarnings(
  trx: Transaction<Database>,
  { from, into, zone, now }: Pick<MergeContext, 'from' | 'into' | 'zone' | 'now'>
): Promise<number> {
  const since = new Date(now.getTime() - MAX_BONUS_LIFETIME_MS)
  const claimed = (userId: string) => sql`select channel, reward_bonus, date(created_at at time zone ${zone}) as day
    from reward_submissions where user_id = ${userId} and status = 2 and claimed_at > ${since}`
  const { rows } = await sql<{ excess: string }>`with mine as (${claimed(from)}), theirs as (${claimed(into)})
    select
      (select coalesce(sum(mine.reward_bonus), 0) from task_states mine
        where mine.user_id = ${from} and mine.claimed_at > ${since} and mine.code <> 'check_in' and exists (
          select 1 from task_states theirs
          where theirs.user_id = ${into} and theirs.code = mine.code
            and theirs.claimed_at is not null and (theirs.day = mine.day
              or date(theirs.done_at at time zone ${zone}) = date(mine.done_at at time zone ${zone}))))
      + (select coalesce(sum(shares.bonus), 0) from (
          select greatest(0, count(*) + before - greatest(${MAX_PER_DAY}::int, count(*), before)) * max(reward_bonus)
            as bonus
          from mine cross join lateral (
            select count(*) as before from theirs where theirs.day = mine.day and theirs.channel <> 'telegram'
          ) as account where channel <> 'telegram' group by day, before
        ) as shares)
      + (select coalesce(sum(reward_bonus), 0) from mine where channel = 'telegram'
          and exists (select 1 from theirs where channel = 'telegram'))
      as excess`.execute(trx)
  const checkIns = await findCheckInExcess(trx, { from, into, zone, now })
  const gifts = await sumExcessGifts(trx, { from, into, since })
  return Number(rows[0]?.excess ?? 0) + checkIns.paid + gifts
}

/** One person keeps the larger of two gifts, of which refunds and earlier merges may have taken parts. */
async function sumExcessGifts(
  trx: Transaction<Database>,
  { from, into, since }: { from: string; into: string; since: Date }
): Promise<number> {
  return Math.min(await sumKeptGifts(trx, from, since), await sumKeptGifts(trx, into))
}
