import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { addDays, dateIn, dateText, hourOf, isZone, startOfDate } from '../../lib/time-zone.js'

/** A day of somebody's rewards, in one zone; `tomorrow` is the window of the next day. */
export interface RewardDay {
  zone: string
  day: string
  startsAt: Date
  endsAt: Date
  window: SubmissionWindow
  tomorrow: SubmissionWindow
}

/** When screenshots are taken: from `opensAt`, and before `closesAt`. */
export interface SubmissionWindow {
  opensAt: Date
  closesAt: Date
}

/** What holds for a user: their day, and what their campaign says. */
export interface RewardTerms {
  day: RewardDay
  lpid: string | null
  isEnabled: boolean
  /** Bonus that may be approved a day without a person; null where the server's own setting holds. */
  budget: number | null
}

/** The day that a moment lies in. */
export function dayIn(zone: string, now: Date): RewardDay {
  const date = dateIn(now, zone)
  const next = addDays(date, 1)
  return {
    zone,
    day: dateText(date),
    startsAt: startOfDate(date, zone),
    endsAt: startOfDate(next, zone),
    window: windowOf(date, zone),
    tomorrow: windowOf(next, zone)
  }
}

function windowOf(date: ReturnType<typeof dateIn>, zone: string): SubmissionWindow {
  const closesAt = CLOSES_HOUR === 24 ? startOfDate(addDays(date, 1), zone) : hourOf(date, CLOSES_HOUR, zone)
  return { opensAt: hourOf(date, OPENS_HOUR, zone), closesAt }
}

/** The terms of a user: a day that was begun in one zone is ended there, whatever campaign comes meanwhile. */
export async function termsOf(
  db: Kysely<Database>,
  userId: string,
  now: Date,
  usualZone: string
): Promise<RewardTerms> {
  const row = await db
    .selectFrom('users')
    .leftJoin('campaigns', join =>
      join.onRef('campaigns.lpid', '=', 'users.last_lpid').on('campaigns.status', '=', 'active')
    )
    .leftJoin('reward_zones', join =>
      join
        .onRef('reward_zones.user_id', '=', 'users.id')
        .on('reward_zones.starts_at', '<=', now)
        .on('reward_zones.ends_at', '>', now)
    )
    .select(['users.last_lpid', 'campaigns.timezone', 'campaigns.rewards_enabled', 'campaigns.reward_budget'])
    .select('reward_zones.zone')
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  const wanted = row.zone ?? row.timezone
  const zone = wanted !== null && isZone(wanted) ? wanted : usualZone
  return {
    day: dayIn(zone, now),
    lpid: row.last_lpid,
    isEnabled: row.rewards_enabled ?? true,
    budget: row.reward_budget
  }
}

/** Holds a user to the zone of this day until it ends. */
export async function lockTimeZone(trx: Transaction<Database>, userId: string, day: RewardDay): Promise<void> {
  const { zone, startsAt: starts_at, endsAt: ends_at } = day
  await trx
    .insertInto('reward_zones')
    .values({ user_id: userId, zone, starts_at, ends_at })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ zone, starts_at, ends_at }))
    .execute()
}

export const OPENS_HOUR = 8

export const CLOSES_HOUR = 24
