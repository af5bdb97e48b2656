import type { Expression, Kysely, Transaction } from 'kysely'
import type { ShareScope } from '../../../contract/reward.js'
import type { Database } from '../../db/schema/schema.js'
import { addDays, formatDate, isTimeZone, startOfDate, toInstant, toLocalDate } from '../../lib/time-zone.js'

export interface RewardDay {
  zone: string
  day: string
  startsAt: Date
  endsAt: Date
  window: SubmissionWindow
  tomorrow: SubmissionWindow
}

export interface SubmissionWindow {
  opensAt: Date
  closesAt: Date
}

export interface RewardTerms {
  day: RewardDay
  lpid: string | null
  isEnabled: boolean
  isCheckInEnabled: boolean
  shareScope: ShareScope
}

export function toRewardDay(zone: string, now: Date): RewardDay {
  const date = toLocalDate(now, zone)
  const next = addDays(date, 1)
  return {
    zone,
    day: formatDate(date),
    startsAt: startOfDate(date, zone),
    endsAt: startOfDate(next, zone),
    window: toWindow(date, zone),
    tomorrow: toWindow(next, zone)
  }
}

function toWindow(date: ReturnType<typeof toLocalDate>, zone: string): SubmissionWindow {
  return { opensAt: toInstant(date, OPENS_HOUR, zone), closesAt: toInstant(date, CLOSES_HOUR, zone) }
}

/**
 * A day that began in one zone ends in that zone, even if the campaign changes, and what happened in it counts for no
 * other day.
 */
export async function readRewardTerms(
  db: Kysely<Database>,
  userId: string,
  now: Date,
  defaultZone: string
): Promise<RewardTerms> {
  const row = await selectRewardTerms(db, now).where('users.id', '=', userId).executeTakeFirstOrThrow()
  return toRewardTerms(row, now, defaultZone)
}

/** Of every user. */
export const selectRewardTerms = (db: Kysely<Database>, now: Date | Expression<Date>) =>
  db
    .selectFrom('users')
    .leftJoin('campaigns', join =>
      join.onRef('campaigns.lpid', '=', 'users.last_lpid').on('campaigns.status', '=', 'active')
    )
    .leftJoin('reward_zones', join =>
      join.onRef('reward_zones.user_id', '=', 'users.id').on('reward_zones.starts_at', '<=', now)
    )
    .select(['users.last_lpid', 'campaigns.timezone', 'campaigns.rewards_enabled', 'campaigns.share_scope'])
    .select(['campaigns.checkin_enabled', 'reward_zones.zone', 'reward_zones.ends_at'])

export type RewardTermsRow = Awaited<ReturnType<ReturnType<typeof selectRewardTerms>['executeTakeFirstOrThrow']>>

export function toRewardTerms(row: RewardTermsRow, now: Date, defaultZone: string): RewardTerms {
  const isLocked = row.ends_at !== null && row.ends_at > now
  const configuredZone = (isLocked ? row.zone : null) ?? row.timezone
  const zone = configuredZone !== null && isTimeZone(configuredZone) ? configuredZone : defaultZone
  const day = toRewardDay(zone, now)
  const isOverlapping = !isLocked && row.ends_at !== null && row.ends_at > day.startsAt
  return {
    day: isOverlapping ? { ...day, startsAt: row.ends_at ?? day.startsAt } : day,
    lpid: row.last_lpid,
    isEnabled: row.rewards_enabled ?? true,
    isCheckInEnabled: row.checkin_enabled ?? true,
    shareScope: row.share_scope ?? 'all'
  }
}

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
