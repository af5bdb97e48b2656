import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { MAX_BONUS_LIFETIME_MS } from '../../ledger/grants.js'
import { computeCheckInBonus, toDayNumber } from '../../reward/check-in/streak.js'
import type { MergeContext } from './merge-context.js'

/** `paid` is bonus that the visitor has, `pending` are ids of what waits for the visitor. */
export interface CheckInExcess {
  paid: number
  pending: string[]
}

/**
 * One person checks in once a day, and the days of both make one streak. The visitor brings at most by how much the
 * streak of both is worth more than that of the account: otherwise seventh days of many visitors would add up. Call it
 * before anything moves to the account.
 */
export async function findCheckInExcess(
  trx: Transaction<Database>,
  merge: Pick<MergeContext, 'from' | 'into' | 'zone' | 'now'>
): Promise<CheckInExcess> {
  const own = await selectCheckIns(trx, merge.from, merge)
  if (own.length === 0) return { paid: 0, pending: [] }
  const theirs = await selectCheckIns(trx, merge.into, merge)
  const added = own.filter(row => !theirs.some(other => isSameDay(row, other)))
  // The account's bonus that waits gives way to the visitor's that is paid (`mergePendingEarnings`).
  const replaced = theirs.filter(
    row => row.pending !== null && own.some(other => other.paid > 0 && isSameDay(row, other))
  )
  const room = sumStreakBonus([...theirs, ...added]) - sumStreakBonus(theirs) + sum(replaced.map(row => row.waiting))
  const paid = Math.min(sumStreakBonus(own), sum(own.map(row => row.paid)))
  if (paid + sum(own.map(row => row.waiting)) <= room) return { paid: 0, pending: [] }
  const pending = own.flatMap(row => (row.pending === null ? [] : [row.pending]))
  return { paid: Math.max(0, paid - Math.max(0, room)), pending }
}

/** `date` is the day in the server's zone. `is_recent`: the bonus cannot have expired. */
interface CheckInRow {
  day: string
  date: string
  is_recent: boolean
  paid: number
  pending: string | null
  waiting: number
}

const isSameDay = (one: CheckInRow, other: CheckInRow) => one.day === other.day || one.date === other.date

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

async function selectCheckIns(
  trx: Transaction<Database>,
  userId: string,
  { zone, now }: Pick<MergeContext, 'zone' | 'now'>
): Promise<CheckInRow[]> {
  const since = new Date(now.getTime() - MAX_BONUS_LIFETIME_MS)
  const { rows } = await sql<CheckInRow>`select day, date(done_at at time zone ${zone})::text as date,
      coalesce(claimed_at > ${since}, true) as is_recent,
      case when claimed_at > ${since} then reward_bonus else 0 end as paid,
      pending_earnings.id as pending, coalesce(pending_earnings.bonus, 0) as waiting
    from task_states left join pending_earnings on pending_earnings.user_id = task_states.user_id
      and kind = 'task' and ref_id = day || ':check_in' and paid_at is null
    where task_states.user_id = ${userId} and code = 'check_in'`.execute(trx)
  return rows
}

/** What one person gets for check-ins on these days, of which only recent ones count. */
function sumStreakBonus(rows: readonly CheckInRow[]): number {
  let [last, streak, bonus] = [Number.NaN, 0, 0]
  for (const { day, is_recent } of rows.toSorted((one, other) => (one.day < other.day ? -1 : 1))) {
    const number = toDayNumber(day)
    streak = number === last + 1 ? streak + 1 : 1
    last = number
    if (is_recent) bonus += computeCheckInBonus(streak)
  }
  return bonus
}
