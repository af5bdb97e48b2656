// A user's counted seconds never overlap on the server's clock, and no more count than the media server has sent. Two
// tabs or a forged client cannot count a minute twice, or one that nobody watched.
import type { z } from 'zod'
import type { watchBeat } from '../../../contract/episode.js'

export type ReportedBeat = z.output<typeof watchBeat>

export interface WatchLimits {
  /** Numbers of the play's beats that are already stored. */
  knownSeqs: ReadonlySet<number>
  /** Until when the user's time is already counted. */
  countedUntil: Date
  issuedAt: Date
  now: Date
  /** Of the episode, sent and not counted yet. Infinite if another server sends the film. */
  servedSeconds: number
}

export interface CountedWatching {
  /** The new beats in order, with the `played_s` that the clock and the media server allow. */
  beats: ReportedBeat[]
  seconds: number
  countedUntil: Date
}

/** Leaves out a beat whose `seq` is known, or comes twice. */
export function countBeats(
  reported: readonly ReportedBeat[],
  { knownSeqs, countedUntil, issuedAt, now, servedSeconds }: WatchLimits
): CountedWatching {
  let servedMs = servedSeconds * 1000
  // A time after now was written while the clock was ahead, and must not stop the count until then.
  const startMs = issuedAt > now ? 0 : issuedAt.getTime()
  let countedMs = Math.max(Math.min(countedUntil.getTime(), now.getTime()), startMs)
  const beats = reported
    .filter(({ seq }, index, all) => !knownSeqs.has(seq) && all.findIndex(other => other.seq === seq) === index)
    .sort((one, other) => one.seq - other.seq)
    .map(beat => {
      const passedMs = now.getTime() - countedMs
      const milliseconds = Math.floor(Math.max(0, Math.min(Math.round(beat.played_s * 1000), passedMs, servedMs)))
      countedMs += milliseconds
      servedMs -= milliseconds
      return { ...beat, played_s: milliseconds / 1000 }
    })
  const seconds = beats.reduce((sum, { played_s }) => sum + played_s, 0)
  return { beats, seconds, countedUntil: new Date(countedMs) }
}
