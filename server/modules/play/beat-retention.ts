import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { RoundStep } from '../../lib/daily-round.js'

const DAY_MS = 86_400_000
/** Beats of older plays are refused, because nobody knows any more which of them were counted. */
export const MAX_PLAY_AGE_MS = 30 * DAY_MS
/** The longest that anything reads them for: a return on the 7th day, a claim of the playback guarantee. */
export const BEAT_RETENTION_MS = 35 * DAY_MS
const USERS_PER_STATEMENT = 500

/** Deletes old beats of some users, after the user `after`, and adds their seconds to the users' `earlier_s`. */
export async function deleteOldBeats(db: Kysely<Database>, before: Date, after: string): Promise<RoundStep> {
  // Skips users who are watching: the next round has them.
  const { rows } = await sql<{ count: number; users: number; last_user: string | null }>`with due as (
      select user_id from watch_clocks where user_id > ${after} order by user_id limit ${USERS_PER_STATEMENT}::int
    ), idle as (
      select user_id from watch_clocks where user_id in (select user_id from due) for update skip locked
    ), deleted as (
      delete from watch_beats using idle where watch_beats.user_id = idle.user_id and at < ${before}::timestamptz
      returning watch_beats.user_id, played_s
    ), sums as (
      select user_id, sum(played_s) as seconds, count(*) as beats from deleted group by user_id
    ), kept as (
      update watch_clocks set earlier_s = earlier_s + sums.seconds from sums where watch_clocks.user_id = sums.user_id
    )
    select (select coalesce(sum(beats), 0)::int from sums) as count, (select count(*)::int from due) as users,
      (select max(user_id) from due) as last_user`.execute(db)
  const [{ count, users, last_user: lastUser } = { count: 0, users: 0, last_user: null }] = rows
  return { count, next: users < USERS_PER_STATEMENT ? null : lastUser }
}
