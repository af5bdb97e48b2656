// Seconds that were watched. Each one that counts is a second of the server's own clock that no other one of the same
// user has: neither two tabs nor a client that lies make a minute longer than a minute.
import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { watchBeat } from '../../../contract/episode.js'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { recordMilestones } from '../event/watch-milestones.js'

type Beat = z.output<typeof watchBeat>

/** Beats of one play, as the client tells them; `issuedAt`: when the user was let to the episode. */
export interface WatchReport {
  userId: string
  playId: string
  episodeId: string
  issuedAt: Date
  beats: readonly Beat[]
  now: Date
}

/** Counts what is new among the beats, in seconds; one whose number is known for this play changes nothing. */
export async function recordBeats(db: Kysely<Database>, watching: WatchReport): Promise<number> {
  const { userId, playId, episodeId, now } = watching
  return transaction(db, async trx => {
    const counted = await lockClock(trx, watching)
    const known = await knownNumbers(trx, watching)
    let until = Math.max(counted.getTime(), watching.issuedAt.getTime())
    const fresh = watching.beats
      .filter(({ seq }, place, all) => !known.has(seq) && all.findIndex(other => other.seq === seq) === place)
      .sort((one, other) => one.seq - other.seq)
      .map(({ seq, from_s, to_s, played_s }) => {
        const milliseconds = Math.max(0, Math.min(Math.round(played_s * 1000), now.getTime() - until))
        until += milliseconds
        const place = { user_id: userId, play_id: playId, episode_id: episodeId }
        return { ...place, seq, from_s, to_s, played_s: milliseconds / 1000, at: now }
      })
    if (fresh.length === 0) return 0
    await trx.insertInto('watch_beats').values(fresh).execute()
    await recordMilestones(trx, watching, fresh)
    await trx
      .updateTable('watch_clocks')
      .set({ counted_until: new Date(until) })
      .where('user_id', '=', userId)
      .where('counted_until', '<', new Date(until))
      .execute()
    return fresh.reduce((sum, { played_s }) => sum + played_s, 0)
  })
}

/** Up to when the user's time is spoken for; who else counts for this user waits. */
async function lockClock(trx: Transaction<Database>, { userId, issuedAt }: WatchReport): Promise<Date> {
  await trx
    .insertInto('watch_clocks')
    .values({ user_id: userId, counted_until: issuedAt })
    .onConflict(conflict => conflict.column('user_id').doNothing())
    .execute()
  const clock = await trx
    .selectFrom('watch_clocks')
    .select('counted_until')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return clock.counted_until
}

async function knownNumbers(trx: Transaction<Database>, { userId, playId, beats }: WatchReport): Promise<Set<number>> {
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
