// A user's counted seconds never overlap on the server's clock, and no more count than the media server has sent. Two
// tabs or a forged client cannot count a minute twice, or one that nobody watched.
import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { watchBeat } from '../../../contract/episode.js'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { recordMilestones } from '../event/watch-milestones.js'
import { countServedSeconds, lockServedFilm } from '../media/served-media.js'

type Beat = z.output<typeof watchBeat>

export interface WatchReport {
  userId: string
  playId: string
  episodeId: string
  deviceId: string
  issuedAt: Date
  /**
   * Whose served segments may count: the viewer's, and those without a token from the same network and browser. Null if
   * another server sends the film.
   */
  filmOwners: readonly string[] | null
  beats: readonly Beat[]
  now: Date
}

/** Returns the newly counted seconds. Ignores a beat whose `seq` is already stored for this play. */
export async function recordBeats(db: Kysely<Database>, report: WatchReport): Promise<number> {
  const { userId, playId, episodeId, filmOwners, now } = report
  return transaction(db, async trx => {
    const previouslyCounted = await lockClock(trx, report)
    const known = await readKnownNumbers(trx, report)
    const film = filmOwners === null ? null : await lockServedFilm(trx, filmOwners, episodeId)
    let servedMs = film === null ? Number.POSITIVE_INFINITY : film.leftSeconds * 1000
    // A time after now was written while the clock was ahead, and must not stop the count until then.
    const issuedAt = report.issuedAt > now ? 0 : report.issuedAt.getTime()
    let countedUntil = Math.max(Math.min(previouslyCounted.getTime(), now.getTime()), issuedAt)
    const newBeats = report.beats
      .filter(({ seq }, index, all) => !known.has(seq) && all.findIndex(other => other.seq === seq) === index)
      .sort((one, other) => one.seq - other.seq)
      .map(({ seq, from_s, to_s, played_s }) => {
        const passedMs = now.getTime() - countedUntil
        const milliseconds = Math.floor(Math.max(0, Math.min(Math.round(played_s * 1000), passedMs, servedMs)))
        countedUntil += milliseconds
        servedMs -= milliseconds
        const ids = { user_id: userId, play_id: playId, episode_id: episodeId }
        return { ...ids, seq, from_s, to_s, played_s: milliseconds / 1000, at: now }
      })
    if (newBeats.length === 0) return 0
    const counted = newBeats.reduce((sum, { played_s }) => sum + played_s, 0)
    if (film !== null) await countServedSeconds(trx, film, counted)
    await trx
      .with('counted', () => trx.insertInto('watch_beats').values(newBeats))
      .updateTable('watch_clocks')
      .set({ counted_until: new Date(countedUntil) })
      .where('user_id', '=', userId)
      .where(({ or, eb }) => or([eb('counted_until', '<', new Date(countedUntil)), eb('counted_until', '>', now)]))
      .execute()
    await recordMilestones(trx, report, newBeats)
    return counted
  })
}

/** Returns until when the user's time is already counted. The row lock makes concurrent reports wait. */
async function lockClock(trx: Transaction<Database>, { userId, issuedAt }: WatchReport): Promise<Date> {
  const known = await selectClock(trx, userId).executeTakeFirst()
  if (known !== undefined) return known.counted_until
  await trx
    .insertInto('watch_clocks')
    .values({ user_id: userId, counted_until: issuedAt })
    .onConflict(conflict => conflict.column('user_id').doNothing())
    .execute()
  const { counted_until } = await selectClock(trx, userId).executeTakeFirstOrThrow()
  return counted_until
}

const selectClock = (trx: Transaction<Database>, userId: string) =>
  trx.selectFrom('watch_clocks').select('counted_until').where('user_id', '=', userId).forUpdate()

async function readKnownNumbers(
  trx: Transaction<Database>,
  { userId, playId, beats }: WatchReport
): Promise<Set<number>> {
  const numbers = beats.map(({ seq }) => seq)
  const rows = await trx
    .selectFrom('watch_beats')
    .select('seq')
    .where('user_id', '=', userId)
    .where('play_id', '=', playId)
    .where('seq', 'in', numbers)
    .execute()
  return new Set(rows.map(({ seq }) => seq))
}
