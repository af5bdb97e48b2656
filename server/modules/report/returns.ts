import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { addDays, isTimeZone, startOfDate, toLocalDate } from '../../lib/time-zone.js'
import { findDueTime } from './people.js'

const BATCH_SIZE = 500

interface Newcomer {
  user_id: string
  lpid: string
  first_at: Date
}

/**
 * Writes down for newcomers whose first or seventh day is over, in the campaign's time zone, whether they came back on it:
 * with a visit, or by watching. Returns how many.
 */
export async function countReturns(
  db: Kysely<Database>,
  { now, defaultZone, limit = BATCH_SIZE }: { now: Date; defaultZone: string; limit?: number }
): Promise<number> {
  const zones = await readZones(db)
  const lpidsOfOtherZones = [...zones.values()].flat()
  let counted = 0
  for (const day of [1, 7] as const) {
    for (const zone of new Set([defaultZone, ...zones.keys()])) {
      const lpids = zones.get(zone) ?? []
      const newcomers = await db
        .selectFrom('campaign_newcomers')
        .select(['user_id', 'lpid', 'first_at'])
        .where(`returned_${day}`, 'is', null)
        .where('first_at', '<', findDueTime(now, day, zone))
        .where(({ eb, or }) => {
          const isOfZone = lpids.length === 0 ? [] : [eb('lpid', 'in', lpids)]
          const isOfNoZone = lpidsOfOtherZones.length === 0 ? eb.lit(true) : eb('lpid', 'not in', lpidsOfOtherZones)
          return or([...isOfZone, ...(zone === defaultZone ? [isOfNoZone] : [])])
        })
        .orderBy('first_at')
        .limit(limit)
        .execute()
      if (newcomers.length > 0) counted += await writeReturns(db, day, zone, newcomers)
    }
  }
  return counted
}

async function readZones(db: Kysely<Database>): Promise<Map<string, string[]>> {
  const rows = await db.selectFrom('campaigns').select(['lpid', 'timezone']).where('timezone', 'is not', null).execute()
  const zones = new Map<string, string[]>()
  for (const { lpid, timezone } of rows) {
    if (timezone !== null && isTimeZone(timezone)) zones.set(timezone, [...(zones.get(timezone) ?? []), lpid])
  }
  return zones
}

async function writeReturns(
  db: Kysely<Database>,
  day: 1 | 7,
  zone: string,
  newcomers: readonly Newcomer[]
): Promise<number> {
  const days = newcomers.map(({ user_id, lpid, first_at }) => {
    const date = addDays(toLocalDate(first_at, zone), day)
    return { user_id, lpid, first_at, begins: startOfDate(date, zone), ends: startOfDate(addDays(date, 1), zone) }
  })
  const returned = sql.ref(`returned_${day}`)
  // Beats stay with a merged visitor, visits do not.
  const { numAffectedRows } = await sql`update campaign_newcomers set ${returned} = exists (
      select 1 from visits where visits.user_id = days.user_id and not is_test and created_at >= begins and created_at < ends
    ) or exists (
      with recursive selves as (
        select days.user_id as id union select users.id from users join selves on users.merged_into = selves.id
      )
      select 1 from watch_beats join selves on watch_beats.user_id = selves.id
      where at >= begins and at < ends and episode_id <> ''
    )
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as days (user_id text, lpid text, first_at timestamptz,
      begins timestamptz, ends timestamptz)
    where campaign_newcomers.user_id = days.user_id and campaign_newcomers.lpid = days.lpid
      and date_trunc('milliseconds', campaign_newcomers.first_at) = days.first_at`.execute(db)
  return Number(numAffectedRows)
}
