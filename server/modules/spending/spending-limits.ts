import { type Kysely, sql } from 'kysely'
import type { SpendingLimitReached } from '../../../contract/unlock.js'
import type { Database } from '../../db/schema/schema.js'
import { addDays, startOfDate, startOfWeek, toLocalDate } from '../../lib/time-zone.js'
import { readUser } from '../user/queries.js'
import { readSpendingLimitsInForce } from './queries.js'

export interface SpendingCheck {
  userId: string
  dramaId: string
  price: number
  isAuto: boolean
  hasSpendingLimits: boolean
  campaignDailyLimit: number | null
  now: Date
  zone: string
}

export async function findReachedLimit(
  db: Kysely<Database>,
  spending: SpendingCheck
): Promise<SpendingLimitReached | null> {
  const autoLimit = spending.isAuto ? await findReachedAutoLimit(db, spending) : null
  if (autoLimit !== null) return autoLimit
  const spendingLimit = spending.hasSpendingLimits ? await findReachedSpendingLimit(db, spending) : null
  return spendingLimit ?? findReachedCampaignLimit(db, spending)
}

async function findReachedCampaignLimit(
  db: Kysely<Database>,
  { userId, price, campaignDailyLimit: coins, now, zone }: SpendingCheck
): Promise<SpendingLimitReached | null> {
  if (coins === null) return null
  const today = toLocalDate(now, zone)
  const spent = await sumSpentSince(db, userId, startOfDate(today, zone))
  if (spent + price <= coins) return null
  return { name: 'campaign_daily', coins, spent, resets_at: startOfDate(addDays(today, 1), zone).getTime() }
}

async function findReachedSpendingLimit(
  db: Kysely<Database>,
  spending: SpendingCheck
): Promise<SpendingLimitReached | null> {
  const { userId, price, now, zone } = spending
  const { dailyCoins, weeklyCoins } = await readSpendingLimitsInForce(db, userId, now)
  const today = toLocalDate(now, zone)
  const monday = startOfWeek(today)
  const periods = [
    { name: 'daily', coins: dailyCoins, from: today, to: addDays(today, 1) },
    { name: 'weekly', coins: weeklyCoins, from: monday, to: addDays(monday, 7) }
  ] as const
  for (const { name, coins, from, to } of periods) {
    if (coins === null) continue
    const spent = await sumSpentSince(db, userId, startOfDate(from, zone))
    if (spent + price > coins) return { name, coins, spent, resets_at: startOfDate(to, zone).getTime() }
  }
  return null
}

const AUTO_UNLOCK_INTERVAL_MS = 10_000

async function findReachedAutoLimit(
  db: Kysely<Database>,
  spending: SpendingCheck
): Promise<SpendingLimitReached | null> {
  const { userId, dramaId, price, now, zone } = spending
  const { auto_unlock: isEnabled, auto_unlock_daily_cap: globalCap } = await readUser(db, userId)
  const drama = await readDramaSetting(db, userId, dramaId)
  if (!(drama?.enabled ?? isEnabled)) return { name: 'auto_off', coins: null, spent: null, resets_at: null }
  const last = await readLastAutoUnlock(db, userId)
  // A time in the future comes from a clock that was set back.
  if (last !== null && last <= now && now.getTime() - last.getTime() < AUTO_UNLOCK_INTERVAL_MS) {
    return { name: 'auto_pace', coins: null, spent: null, resets_at: last.getTime() + AUTO_UNLOCK_INTERVAL_MS }
  }
  const today = toLocalDate(now, zone)
  const resetsAt = startOfDate(addDays(today, 1), zone).getTime()
  const caps = [
    { name: 'auto_daily', coins: globalCap, filter: {} },
    { name: 'auto_drama_daily', coins: drama?.daily_cap ?? null, filter: { dramaId } }
  ] as const
  for (const { name, coins, filter } of caps) {
    if (coins === null) continue
    const spent = await sumSpentSince(db, userId, startOfDate(today, zone), { isAuto: true, ...filter })
    if (spent + price > coins) return { name, coins, spent, resets_at: resetsAt }
  }
  return null
}

async function sumSpentSince(
  db: Kysely<Database>,
  userId: string,
  since: Date,
  { isAuto = false, dramaId }: { isAuto?: boolean; dramaId?: string } = {}
): Promise<number> {
  const row = await db
    .selectFrom('unlocks')
    .select(sql<string>`coalesce(sum(coins_paid + bonus_paid), 0)`.as('spent'))
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .where('refunded_at', 'is', null)
    .$if(isAuto, query => query.where('source', '=', 'auto'))
    .$if(dramaId !== undefined, query => query.where('drama_id', '=', dramaId ?? ''))
    .executeTakeFirstOrThrow()
  return Number(row.spent)
}

function readDramaSetting(db: Kysely<Database>, userId: string, dramaId: string) {
  return db
    .selectFrom('drama_auto_unlocks')
    .select(['enabled', 'daily_cap'])
    .where('user_id', '=', userId)
    .where('drama_id', '=', dramaId)
    .executeTakeFirst()
}

async function readLastAutoUnlock(db: Kysely<Database>, userId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('unlocks')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('source', '=', 'auto')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}
