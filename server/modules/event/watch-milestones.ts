import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { PlayMark } from '../../db/schema/partner-tables.js'
import type { Database } from '../../db/schema/schema.js'
import { NO_CAMPAIGN, selectCredit } from '../campaign/attribution.js'
import { countForExperiments } from '../experiment/experiment-counts.js'
import { selectIsTestVisit } from '../visitor/queries.js'

/** `played_s` is what the server's clock allowed of the reported seconds. */
interface CountedBeat {
  from_s: number
  to_s: number
  played_s: number
}

/** Marks that one play has reached. */
export interface ReachedMilestones {
  userId: string
  deviceId: string
  episodeId: string
  dramaId: string
  episodeNo: number
  marks: readonly PlayMark[]
  now: Date
}

const MILESTONES: readonly { mark: PlayMark; at: number }[] = [
  { mark: 'q25', at: 0.25 },
  { mark: 'q50', at: 0.5 },
  { mark: 'q75', at: 0.75 },
  { mark: 'complete', at: 0.9 }
]
const MAX_PLAYBACK_RATE = 2
const CLOCK_TOLERANCE_S = 0.5
/** Shorter beats come from episodes that were swiped past. */
export const MIN_PLAYED_S = 0.25
const MILESTONE_REPEAT_INTERVAL_MS = 30 * 60_000

/** `isFirst` if no earlier beat of the play was as long as `MIN_PLAYED_S`. */
export function findReachedMilestones(
  beats: readonly CountedBeat[],
  durationSeconds: number,
  isFirst: boolean
): PlayMark[] {
  const played = beats.filter(({ played_s }) => played_s >= MIN_PLAYED_S)
  const crossed = played.filter(
    ({ from_s, to_s, played_s }) => to_s - from_s <= played_s * MAX_PLAYBACK_RATE + CLOCK_TOLERANCE_S
  )
  const marks = MILESTONES.filter(({ at }) =>
    crossed.some(({ from_s, to_s }) => from_s < at * durationSeconds && at * durationSeconds <= to_s)
  ).map(({ mark }) => mark)
  return isFirst && played.length > 0 ? ['start', ...marks] : marks
}

/**
 * Parts of a `with` clause that store the marks, and a report fact for each that is not a repetition.
 */
export function writeMilestones(db: Kysely<Database>, reached: readonly ReachedMilestones[]): RawBuilder<unknown>[] {
  if (reached.length === 0) return []
  const rows = reached.map(({ userId, deviceId, episodeId, dramaId, episodeNo, marks, now }) => ({
    user_id: userId,
    device_id: deviceId,
    episode_id: episodeId,
    drama_id: dramaId,
    episode_no: episodeNo,
    marks,
    now
  }))
  const [userId, deviceId] = [sql.ref<string>('play.user_id'), sql.ref<string>('play.device_id')]
  const repeatedSince = sql`excluded.at - make_interval(secs => ${MILESTONE_REPEAT_INTERVAL_MS / 1000})`
  return [
    sql`credited_play as (
      select play.*, coalesce(credit.lpid, ${sql.lit(NO_CAMPAIGN)}) as lpid, coalesce(credit.utm_source, '') as utm_source,
        coalesce(credit.country, '') as country, coalesce((${selectIsTestVisit(db, userId, deviceId)}), false) as is_test
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as play (user_id text, device_id text, episode_id text,
        drama_id text, episode_no integer, marks text[], now timestamptz)
      left join lateral (${selectCredit(userId, sql.ref<Date>('play.now'))}) as credit on true
    )`,
    sql`fresh_mark as (
      insert into play_marks (user_id, episode_id, mark, at, is_test)
        select user_id, episode_id, mark, now, is_test from credited_play cross join lateral unnest(marks) as mark
        order by user_id, episode_id, mark
      on conflict (user_id, episode_id, mark) do update set at = excluded.at, is_test = excluded.is_test
        where play_marks.at <= ${repeatedSince} or (play_marks.is_test and not excluded.is_test)
      returning user_id, episode_id, mark
    )`,
    sql`milestone_fact as (
      insert into report_facts (lpid, at, kind, drama_id, episode_no, is_test, utm_source, country)
        select lpid, now, mark, drama_id, episode_no, is_test, utm_source, country
        from fresh_mark join credited_play using (user_id, episode_id)
    )`,
    ...countForExperiments(
      'starts',
      sql`select user_id, lpid, count(*)::integer as counted
        from fresh_mark join credited_play using (user_id, episode_id)
        where mark = 'start' and not credited_play.is_test group by user_id, lpid`
    )
  ]
}

export async function hasReachedMilestone(
  db: Kysely<Database>,
  { userId, episodeId, mark, at }: { userId: string; episodeId: string; mark: PlayMark; at: Date }
): Promise<boolean> {
  const row = await db
    .selectFrom('play_marks')
    .select('mark')
    .where('user_id', '=', userId)
    .where('episode_id', '=', episodeId)
    .where('mark', '=', mark)
    .where('at', '>', new Date(at.getTime() - MILESTONE_REPEAT_INTERVAL_MS))
    .executeTakeFirst()
  return row !== undefined
}
