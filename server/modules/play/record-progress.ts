// Reports of many viewers in one transaction: a commit costs as much for one as for hundreds.
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { TaskCode } from '../../../contract/task.js'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import {
  findReachedMilestones,
  MIN_PLAYED_S,
  type ReachedMilestones,
  writeMilestones
} from '../event/watch-milestones.js'
import { lockServedFilms, type ServedFilm, ServedSeconds, selectServedFilms } from '../media/served-media.js'
import { type RewardTermsRow, selectRewardTerms, toRewardTerms } from '../reward/reward-day.js'
import { capDaySeconds, findTasksReachedBetween } from '../reward/task/task-terms.js'
import type { ProgressReport, WatchReport } from './progress-report.js'
import { savePositions } from './queries.js'
import { type CountedWatching, countBeats } from './watch-time.js'

type WatchingReport = ProgressReport & { watched: WatchReport }

/** What the database knew before, under the lock of the user's clock. */
interface KnownWatching extends RewardTermsRow {
  place: number
  known_seqs: number[]
  first_played_seq: number | null
  films: ServedFilm[]
}

interface Counted extends CountedWatching {
  report: WatchingReport
  known: KnownWatching
}

/** Returns the daily tasks that each report completed. At most one report of a user. All or nothing. */
export async function recordProgress(
  db: Kysely<Database>,
  reports: readonly ProgressReport[],
  defaultZone: string
): Promise<TaskCode[][]> {
  const positions = savePositions(reports.flatMap(({ position }) => position ?? []))
  const watching = reports.filter((report): report is WatchingReport => report.watched !== null)
  if (watching.length === 0) {
    if (positions.length > 0) await sql`with ${sql.join(positions)} select`.execute(db)
    return reports.map(() => [])
  }
  const reached = await transaction(db, async trx => {
    const clocks = await lockClocks(trx, watching)
    // A statement of its own, because it must see what others stored before they unlocked the clocks.
    const known = await readKnownWatching(trx, watching)
    const served = new ServedSeconds()
    const counted = watching.map((report, place) =>
      countReport(report, known[place], clocks.get(report.userId), served)
    )
    return writeCounted(trx, { counted, changes: [...served.write(), ...positions], defaultZone })
  })
  return reports.map(({ userId }) => reached.get(userId) ?? [])
}

function countReport(
  report: WatchingReport,
  known: KnownWatching | undefined,
  countedUntil: Date | undefined,
  served: ServedSeconds
): Counted {
  if (known === undefined || countedUntil === undefined) throw new Error('a report without a clock')
  const { now, watched } = report
  const { beats, issuedAt, filmOwners } = watched
  const servedSeconds = filmOwners === null ? Number.POSITIVE_INFINITY : served.leftOf(known.films)
  const knownSeqs = new Set(known.known_seqs)
  const counted = countBeats(beats, { knownSeqs, countedUntil, issuedAt, now, servedSeconds })
  served.count(known.films, counted.seconds)
  return { ...counted, report, known }
}

/** Returns until when each user's time is already counted. The locks make concurrent reports wait. */
async function lockClocks(trx: Transaction<Database>, reports: readonly WatchingReport[]): Promise<Map<string, Date>> {
  const clocks = JSON.stringify(
    reports.map(({ userId, watched }) => ({ user_id: userId, counted_until: watched.issuedAt }))
  )
  // In the order of the users, so that two servers do not wait for each other.
  const { rows } = await sql<{ user_id: string; counted_until: Date }>`with report as (
      select * from jsonb_to_recordset(${clocks}::jsonb) as report (user_id text, counted_until timestamptz)
    ), known as (
      select user_id, watch_clocks.counted_until from watch_clocks join report using (user_id)
      order by user_id for update of watch_clocks
    ), made as (
      insert into watch_clocks (user_id, counted_until)
        select user_id, counted_until from report where user_id not in (select user_id from known) order by user_id
      on conflict (user_id) do update set counted_until = watch_clocks.counted_until
      returning user_id, counted_until
    )
    select user_id, counted_until from known union all select user_id, counted_until from made`.execute(trx)
  return new Map(rows.map(({ user_id, counted_until }) => [user_id, counted_until]))
}

/** In the order of the reports. */
async function readKnownWatching(
  trx: Transaction<Database>,
  reports: readonly WatchingReport[]
): Promise<KnownWatching[]> {
  const rows = reports.map(({ userId, episodeId, now, watched: { playId, filmOwners, beats } }, place) => ({
    place,
    user_id: userId,
    play_id: playId,
    episode_id: episodeId,
    now,
    owners: filmOwners ?? [],
    seqs: beats.map(({ seq }) => seq)
  }))
  const terms = selectRewardTerms(trx, sql.ref<Date>('report.now')).whereRef('users.id', '=', sql.ref('report.user_id'))
  const known = await sql<KnownWatching>`with report as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as report (place integer, user_id text,
        play_id text, episode_id text, now timestamptz, owners text[], seqs integer[])
    ), ${lockServedFilms}
    select place, terms.*, ${selectServedFilms} as films,
      array(select seq from watch_beats where watch_beats.user_id = report.user_id
        and watch_beats.play_id = report.play_id and seq = any(report.seqs)) as known_seqs,
      (select seq from watch_beats where watch_beats.user_id = report.user_id and watch_beats.play_id = report.play_id
        and played_s >= ${MIN_PLAYED_S} order by seq limit 1) as first_played_seq
    from report left join lateral (${terms}) as terms on true order by place`.execute(trx)
  return known.rows
}

interface CountedWrite {
  counted: readonly Counted[]
  /** Parts of a `with` clause. */
  changes: readonly RawBuilder<unknown>[]
  defaultZone: string
}

/** Returns the tasks that users completed. */
async function writeCounted(
  trx: Transaction<Database>,
  { counted, changes, defaultZone }: CountedWrite
): Promise<Map<string, TaskCode[]>> {
  const days = counted.map(({ known, report }) => toRewardTerms(known, report.now, defaultZone).day)
  const clocks = counted.map(({ report, countedUntil }, place) => ({
    user_id: report.userId,
    now: report.now,
    counted_until: countedUntil,
    starts_at: days[place]?.startsAt,
    ends_at: days[place]?.endsAt
  }))
  const milestones = counted.flatMap(toReachedMilestones)
  const { rows } = await sql<{ user_id: string; seconds: number | null }>`with report as (
      select * from jsonb_to_recordset(${JSON.stringify(clocks)}::jsonb) as report (user_id text, now timestamptz,
        counted_until timestamptz, starts_at timestamptz, ends_at timestamptz)
    ), beat as (
      insert into watch_beats (user_id, play_id, seq, episode_id, from_s, to_s, played_s, at)
        select user_id, play_id, seq, episode_id, from_s, to_s, played_s, at
        from jsonb_to_recordset(${JSON.stringify(counted.flatMap(toRows))}::jsonb) as beat (user_id text, play_id text,
          seq integer, episode_id text, from_s double precision, to_s double precision, played_s double precision,
          at timestamptz)
    ), clock as (
      update watch_clocks set counted_until = report.counted_until from report
      where watch_clocks.user_id = report.user_id
        and (watch_clocks.counted_until < report.counted_until or watch_clocks.counted_until > report.now)
    ), ${sql.join([...changes, ...writeMilestones(trx, milestones)])}
    select user_id, (
      select sum(played_s) from watch_beats
      where watch_beats.user_id = report.user_id and at >= starts_at and at < ends_at
    ) as seconds from report`.execute(trx)
  const secondsBefore = new Map(rows.map(({ user_id, seconds }) => [user_id, seconds ?? 0]))
  return new Map(
    counted.map(({ report: { userId, now }, seconds }, place) => {
      const dayStart = days[place]?.startsAt ?? now
      const watched = capDaySeconds((secondsBefore.get(userId) ?? 0) + seconds, dayStart, now)
      return [userId, findTasksReachedBetween(watched - seconds, watched)]
    })
  )
}

const toRows = ({ report: { userId, episodeId, now, watched }, beats }: Counted) =>
  beats.map(beat => ({ user_id: userId, play_id: watched.playId, episode_id: episodeId, at: now, ...beat }))

function toReachedMilestones({ report, beats, known }: Counted): ReachedMilestones[] {
  const { userId, episodeId, now, watched } = report
  const { deviceId, episode } = watched
  const [first] = beats
  if (episode === undefined || first === undefined) return []
  const isFirst = known.first_played_seq === null || known.first_played_seq >= first.seq
  const marks = findReachedMilestones(beats, episode.duration_s, isFirst)
  if (marks.length === 0) return []
  return [{ userId, deviceId, episodeId, dramaId: episode.drama_id, episodeNo: episode.no, marks, now }]
}
