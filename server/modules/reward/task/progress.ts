import { type Kysely, sql } from 'kysely'
import type { Task, TaskCode } from '../../../../contract/task.js'
import type { Database } from '../../../db/schema/schema.js'
import type { RewardDay } from '../reward-day.js'
import { capDaySeconds, computeTaskProgress, taskCodes, taskTerms } from './task-terms.js'

/** Seconds counted by the server. */
export async function readWatchedSeconds(
  db: Kysely<Database>,
  userId: string,
  { startsAt, endsAt }: Pick<RewardDay, 'startsAt' | 'endsAt'>,
  now: Date
): Promise<number> {
  const row = await db
    .selectFrom('watch_beats')
    .select(sql<number | null>`sum(played_s)`.as('seconds'))
    .where('user_id', '=', userId)
    .where('at', '>=', startsAt)
    .where('at', '<', endsAt)
    .executeTakeFirst()
  return capDaySeconds(row?.seconds ?? 0, startsAt, now)
}

async function hasToppedUp(db: Kysely<Database>, userId: string, { startsAt, endsAt }: RewardDay): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('order_no')
    .where('user_id', '=', userId)
    .where('kind', '=', 'coins')
    .where('status', '=', 'paid')
    .where('paid_at', '>=', startsAt)
    .where('paid_at', '<', endsAt)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function readTasks(db: Kysely<Database>, userId: string, day: RewardDay, now: Date): Promise<Task[]> {
  const states = await db
    .selectFrom('task_states')
    .leftJoin('pending_earnings', join =>
      join
        .onRef('pending_earnings.user_id', '=', 'task_states.user_id')
        .on('pending_earnings.kind', '=', 'task')
        .on(sql<boolean>`pending_earnings.ref_id = task_states.day || ':' || task_states.code`)
        .on('pending_earnings.paid_at', 'is', null)
    )
    .select(['code', 'claimed_at', 'pending_earnings.id as pending'])
    .where('task_states.user_id', '=', userId)
    .where('day', '=', day.day)
    .execute()
  const watched = await readWatchedSeconds(db, userId, day, now)
  const isToppedUp = await hasToppedUp(db, userId, day)
  const homeSeconds = await countHomeSeconds(db, userId, day, now)
  return taskCodes.map(code => {
    const state = states.find(row => row.code === code)
    const counted = code === 'home_15s' ? homeSeconds : watched
    const { bonus, seconds } = taskTerms[code]
    const isDone =
      state !== undefined || (code === 'topup_gift' ? isToppedUp : code !== 'home_15s' && watched >= (seconds ?? 0))
    const isPending = state?.pending != null
    const status = state?.claimed_at != null ? 'claimed' : isPending ? 'pending' : isDone ? 'done' : 'doing'
    const progress = isDone ? seconds : computeTaskProgress(code, counted)
    const endsAt = day.endsAt.getTime()
    return { code, reward_bonus: bonus, status, target_s: seconds, progress_s: progress, ends_at: endsAt }
  })
}

async function countHomeSeconds(db: Kysely<Database>, userId: string, day: RewardDay, now: Date): Promise<number> {
  const row = await db
    .selectFrom('task_counts')
    .select('started_at')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? 0 : secondsSince(row.started_at, day, now)
}

export const secondsSince = (from: Date, { startsAt }: RewardDay, now: Date): number =>
  (now.getTime() - Math.max(from.getTime(), startsAt.getTime())) / 1000

export async function readTask(db: Kysely<Database>, userId: string, code: TaskCode, day: RewardDay, now: Date) {
  const task = (await readTasks(db, userId, day, now)).find(one => one.code === code)
  if (task === undefined) throw new Error(`no task ${code}`)
  return task
}
