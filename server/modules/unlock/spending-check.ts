import { type Kysely, sql } from 'kysely'
import type { ReachedLimit } from '../../../contract/unlock.js'
import type { Database } from '../../db/schema/schema.js'
import { addDays, dateIn, startOfDate, startOfWeek } from '../../lib/time-zone.js'
import { limitsInForce } from '../spending/queries.js'
import { userById } from '../user/queries.js'

/** A payment to be held against what the viewer allows; days and weeks are those of the zone. */
export interface SpendingCheck {
  userId: string
  dramaId: string
  price: number
  isAuto: boolean
  /** Whether the viewer has ever set a limit. */
  isLimited: boolean
  /** What the campaign allows in a day, in coins; it can only allow less than the viewer does. */
  campaignLimit: number | null
  now: Date
  zone: string
}

/** The first limit that this payment would break, or null. */
export async function findReachedLimit(db: Kysely<Database>, spending: SpendingCheck): Promise<ReachedLimit | null> {
  const reached = spending.isAuto ? await reachedAutoLimit(db, spending) : null
  if (reached !== null) return reached
  const own = spending.isLimited ? await reachedSpendingLimit(db, spending) : null
  return own ?? reachedCampaignLimit(db, spending)
}

async function reachedCampaignLimit(
  db: Kysely<Database>,
  { userId, price, campaignLimit: coins, now, zone }: SpendingCheck
): Promise<ReachedLimit | null> {
  if (coins === null) return null
  const today = dateIn(now, zone)
  const spent = await spentSince(db, userId, startOfDate(today, zone))
  if (spent + price <= coins) return null
  return { name: 'campaign_daily', coins, spent, resets_at: startOfDate(addDays(today, 1), zone).getTime() }
}

async function reachedSpendingLimit(db: Kysely<Database>, spending: SpendingCheck): Promise<ReachedLimit | null> {
  const { userId, price, now, zone } = spending
  const { dailyCoins, weeklyCoins } = await limitsInForce(db, userId, now)
  const today = dateIn(now, zone)
  const monday = startOfWeek(today)
  const periods = [
    { name: 'daily', coins: dailyCoins, from: today, to: addDays(today, 1) },
    { name: 'weekly', coins: weeklyCoins, from: monday, to: addDays(monday, 7) }
  ] as const
  for (const { name, coins, from, to } of periods) {
    if (coins === null) continue
    const spent = await spentSince(db, userId, startOfDate(from, zone))
    if (spent + price > coins) return { name, coins, spent, resets_at: startOfDate(to, zone).getTime() }
  }
  return null
}

const AUTO_UNLOCK_INTERVAL_MS = 10_000

async function reachedAutoLimit(db: Kysely<Database>, spending: SpendingCheck): Promise<ReachedLimit | null> {
  const { userId, dramaId, price, now, zone } = spending
  const { auto_unlock: isOnForAll, auto_unlock_daily_cap: capOfAll } = await userById(db, userId)
  const drama = await dramaSetting(db, userId, dramaId)
  if (!(drama?.enabled ?? isOnForAll)) return { name: 'auto_off', coins: null, spent: null, resets_at: null }
  const last = await lastAutoUnlock(db, userId)
  // A time to come is that of a clock that was set back.
  if (last !== null && last <= now && now.getTime() - last.getTime() < AUTO_UNLOCK_INTERVAL_MS) {
    return { name: 'auto_pace', coins: null, spent: null, resets_at: last.getTime() + AUTO_UNLOCK_INTERVAL_MS }
  }
  const today = dateIn(now, zone)
  const resetsAt = startOfDate(addDays(today, 1), zone).getTime()
  const caps = [
    { name: 'auto_daily', coins: capOfAll, of: {} },
    { name: 'auto_drama_daily', coins: drama?.daily_cap ?? null, of: { dramaId } }
  ] as const
  for (const { name, coins, of } of caps) {
    if (coins === null) continue
    const spent = await spentSince(db, userId, startOfDate(today, zone), { isAuto: true, ...of })
    if (spent + price > coins) return { name, coins, spent, resets_at: resetsAt }
  }
  return null
}

/** Coins and bonus paid for unlocks since a time; what was given back does not count. */
async function spentSince(
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

function dramaSetting(db: Kysely<Database>, userId: string, dramaId: string) {
  return db
    .selectFrom('drama_auto_unlocks')
    .select(['enabled', 'daily_cap'])
    .where('user_id', '=', userId)
    .where('drama_id', '=', dramaId)
    .executeTakeFirst()
}

async function lastAutoUnlock(db: Kysely<Database>, userId: string): Promise<Date | null> {
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
