import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { lockUser } from '../user/queries.js'
import {
  changeLimit,
  NO_SPENDING_LIMIT,
  resolveLimit,
  type SpendingLimitsByPeriod,
  type SpendingPeriod
} from './limit-change.js'

/** Coins per day and week in the server's TIMEZONE; null is no limit. */
export interface LimitsInForce {
  dailyCoins: number | null
  weeklyCoins: number | null
}

/** Call it in the transaction that charges, after locking the user's row. */
export async function readSpendingLimitsInForce(
  db: Kysely<Database>,
  userId: string,
  now: Date
): Promise<LimitsInForce> {
  const { daily, weekly } = await readSpendingLimits(db, userId, now)
  return { dailyCoins: daily.coins, weeklyCoins: weekly.coins }
}

export async function readSpendingLimits(
  db: Kysely<Database>,
  userId: string,
  now: Date
): Promise<SpendingLimitsByPeriod> {
  const rows = await db.selectFrom('spending_limits').selectAll().where('user_id', '=', userId).execute()
  const toLimit = (period: SpendingPeriod) => {
    const row = rows.find(candidate => candidate.period === period)
    if (row === undefined) return NO_SPENDING_LIMIT
    const next = row.next_at === null ? null : { coins: row.next_coins, at: row.next_at }
    return resolveLimit({ coins: row.coins, next }, now)
  }
  return { daily: toLimit('daily'), weekly: toLimit('weekly') }
}

export function changeLimits(
  db: Kysely<Database>,
  userId: string,
  changes: Partial<Record<SpendingPeriod, number | null>>,
  now: Date
): Promise<SpendingLimitsByPeriod> {
  return transaction(db, async trx => {
    await lockUser(trx, userId)
    const limits = await readSpendingLimits(trx, userId, now)
    for (const period of ['daily', 'weekly'] as const) {
      const coins = changes[period]
      if (coins === undefined) continue
      limits[period] = changeLimit(limits[period], coins, now)
      await saveLimit(trx, userId, period, limits[period])
    }
    return limits
  })
}

export function saveLimit(
  trx: Transaction<Database>,
  userId: string,
  period: SpendingPeriod,
  { coins, next }: SpendingLimitsByPeriod[SpendingPeriod]
) {
  const limit = { coins, next_coins: next?.coins ?? null, next_at: next?.at ?? null }
  return trx
    .insertInto('spending_limits')
    .values({ user_id: userId, period, ...limit })
    .onConflict(conflict => conflict.columns(['user_id', 'period']).doUpdateSet(limit))
    .execute()
}

/** Turning auto-unlock off also deletes the settings of dramas that had it on. */
export function changeAutoUnlock(
  db: Kysely<Database>,
  { userId, isOn, dailyCap }: { userId: string; isOn: boolean; dailyCap: number | undefined }
): Promise<void> {
  return transaction(db, async trx => {
    await lockUser(trx, userId)
    const cap = dailyCap === undefined ? {} : { auto_unlock_daily_cap: dailyCap }
    await trx
      .updateTable('users')
      .set({ auto_unlock: isOn, ...cap })
      .where('id', '=', userId)
      .execute()
    if (isOn) return
    await trx.deleteFrom('drama_auto_unlocks').where('user_id', '=', userId).where('enabled', '=', true).execute()
  })
}

/** `dailyCap` undefined keeps the cap, null removes it. */
export interface DramaAutoUnlockChange {
  userId: string
  dramaId: string
  isOn: boolean
  dailyCap: number | null | undefined
  now: Date
}

export function changeDramaAutoUnlock(db: Kysely<Database>, change: DramaAutoUnlockChange): Promise<void> {
  const { userId, dramaId, isOn, dailyCap, now } = change
  return transaction(db, async trx => {
    await lockUser(trx, userId)
    const setting = { enabled: isOn, updated_at: now }
    await trx
      .insertInto('drama_auto_unlocks')
      .values({ user_id: userId, drama_id: dramaId, daily_cap: dailyCap ?? null, ...setting })
      .onConflict(conflict =>
        conflict
          .columns(['user_id', 'drama_id'])
          .doUpdateSet(dailyCap === undefined ? setting : { ...setting, daily_cap: dailyCap })
      )
      .execute()
  })
}

export async function deleteDramaAutoUnlock(db: Kysely<Database>, userId: string, dramaId: string): Promise<void> {
  await db.deleteFrom('drama_auto_unlocks').where('user_id', '=', userId).where('drama_id', '=', dramaId).execute()
}

const MAX_DRAMAS = 100

export function readDramaAutoUnlocks(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom('drama_auto_unlocks')
    .innerJoin('dramas', 'dramas.id', 'drama_auto_unlocks.drama_id')
    .select(['drama_auto_unlocks.drama_id', 'drama_auto_unlocks.enabled', 'drama_auto_unlocks.daily_cap'])
    .select('dramas.title')
    .where('drama_auto_unlocks.user_id', '=', userId)
    .orderBy('drama_auto_unlocks.updated_at', 'desc')
    .orderBy('drama_auto_unlocks.drama_id', 'desc')
    .limit(MAX_DRAMAS)
    .execute()
}
