import { type Kysely, sql, type Transaction } from 'kysely'
import type { PlayMark } from '../../db/schema/partner-tables.js'
import type { Database } from '../../db/schema/schema.js'
import { findCredit } from '../campaign/attribution.js'
import { isInTestVisit } from '../visitor/queries.js'

/** `played_s` is what the server's clock allowed of the reported seconds. */
export interface CountedBeat {
  seq: number
  from_s: number
  to_s: number
  played_s: number
}

export interface CountedPlay {
  userId: string
  playId: string
  episodeId: string
  deviceId: string
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
const MIN_PLAYED_S = 0.25
const MILESTONE_REPEAT_INTERVAL_MS = 30 * 60_000

function findReachedMilestones(beats: readonly CountedBeat[], durationSeconds: number, isFirst: boolean): PlayMark[] {
  const played = beats.filter(({ played_s }) => played_s >= MIN_PLAYED_S)
  const crossed = played.filter(
    ({ from_s, to_s, played_s }) => to_s - from_s <= played_s * MAX_PLAYBACK_RATE + CLOCK_TOLERANCE_S
  )
  const marks = MILESTONES.filter(({ at }) =>
    crossed.some(({ from_s, to_s }) => from_s < at * durationSeconds && at * durationSeconds <= to_s)
  ).map(({ mark }) => mark)
  return isFirst && played.length > 0 ? ['start', ...marks] : marks
}

export async function recordMilestones(
  trx: Transaction<Database>,
  { userId, playId, episodeId, deviceId, now }: CountedPlay,
  beats: readonly CountedBeat[]
): Promise<void> {
  const first = Math.min(...beats.map(({ seq }) => seq))
  const episode = await trx
    .selectFrom('episodes')
    .select(['episodes.duration_s', 'episodes.drama_id', 'episodes.no'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('watch_beats')
          .select('seq')
          .where('user_id', '=', userId)
          .where('play_id', '=', playId)
          .where('seq', '<', first)
          .where('played_s', '>=', MIN_PLAYED_S)
      ).as('is_known')
    )
    .where('episodes.id', '=', episodeId)
    .executeTakeFirst()
  if (episode === undefined) return
  const marks = findReachedMilestones(beats, episode.duration_s, !episode.is_known)
  const credit = marks.length === 0 ? null : await findCredit(trx, userId, now)
  if (credit === null) return
  const isTest = await isInTestVisit(trx, userId, deviceId)
  const before = new Date(now.getTime() - MILESTONE_REPEAT_INTERVAL_MS)
  await sql`with fresh as (
      insert into play_marks (user_id, episode_id, mark, at, is_test)
        select ${userId}::text, ${episodeId}::text, mark, ${now}::timestamptz, ${isTest}::boolean
        from (values ${sql.join(marks.map(mark => sql`(${mark}::text)`))}) as crossed (mark) order by mark
      on conflict (user_id, episode_id, mark) do update set at = excluded.at, is_test = excluded.is_test
        where play_marks.at <= ${before} or (play_marks.is_test and not excluded.is_test)
      returning mark
    )
    insert into report_facts (lpid, at, kind, drama_id, episode_no, is_test, utm_source, country)
      select ${credit.lpid}::text, ${now}::timestamptz, mark, ${episode.drama_id}::text, ${episode.no}::integer,
        ${isTest}::boolean, ${credit.utm_source}::text, ${credit.country}::text from fresh`.execute(trx)
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
