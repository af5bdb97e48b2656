import { type Kysely, sql } from 'kysely'
import type { CheckIn } from '../../../../contract/check-in.js'
import type { Database } from '../../../db/schema/schema.js'
import type { RewardTerms } from '../reward-day.js'

/** Of the days of a streak, in turn. */
export const checkInBonuses = [2, 2, 3, 3, 5, 5, 10] as const

export const toCheckInNo = (streak: number): number => ((streak - 1) % checkInBonuses.length) + 1

export const computeCheckInBonus = (streak: number): number => checkInBonuses[toCheckInNo(streak) - 1] ?? 0

const DAY_MS = 86_400_000

/** `day` looks like 2026-11-21. */
export const toDayNumber = (day: string): number => Date.parse(day) / DAY_MS

interface CheckInRow {
  day: string
  is_paid: boolean
  streak: number
}

/** Newest first, at most seven of the newest days in a row. */
async function readNewestRun(db: Kysely<Database>, userId: string): Promise<CheckInRow[]> {
  const own = sql`select day, claimed_at, day::date + (row_number() over (order by day desc))::int as run
    from task_states where user_id = ${userId} and code = 'check_in'`
  const { rows } = await sql<CheckInRow>`with own as (${own})
    select day, claimed_at is not null as is_paid, (count(*) over ())::int as streak
    from own where run = (select max(day)::date + 1 from own)
    order by day desc limit ${sql.lit(checkInBonuses.length)}`.execute(db)
  return rows
}

/** A check-in of a later day, from a zone that is ahead, also counts as today's. */
export async function readCheckIn(
  db: Kysely<Database>,
  userId: string,
  { day: { day, endsAt }, isEnabled, isCheckInEnabled }: RewardTerms
): Promise<CheckIn> {
  const newest = await readNewestRun(db, userId)
  const age = toDayNumber(day) - toDayNumber(newest[0]?.day ?? '0000-01-01')
  const run = age <= 1 ? newest : []
  const isCheckedIn = age <= 0
  const streak = run[0]?.streak ?? 0
  const newestNo = isCheckedIn ? toCheckInNo(streak) : toCheckInNo(streak + 1) - 1
  const days = checkInBonuses.map((reward_bonus, index) => {
    const row = run[newestNo - index - 1]
    const ahead = index === newestNo && !isCheckedIn ? 'today' : 'ahead'
    const status = index >= newestNo ? ahead : row?.is_paid ? 'claimed' : 'pending'
    return { no: index + 1, reward_bonus, status } as const
  })
  return {
    is_enabled: isEnabled && isCheckInEnabled,
    day,
    streak,
    is_checked_in: isCheckedIn,
    today_no: isCheckedIn ? newestNo : newestNo + 1,
    days,
    ends_at: endsAt.getTime()
  }
}
