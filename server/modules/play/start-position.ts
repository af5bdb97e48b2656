const END_SECONDS = 3

export const isAtEpisodeEnd = (positionSeconds: number, durationSeconds: number) =>
  positionSeconds >= Math.max(durationSeconds - END_SECONDS, durationSeconds * 0.5)

export const toStartPosition = (positionSeconds: number, durationSeconds: number) =>
  isAtEpisodeEnd(positionSeconds, durationSeconds) ? 0 : positionSeconds

const MIN_RESUME_SECONDS = 5
const FINISHED_SHARE = 0.95
const REWIND_SECONDS = 2

/** Where the player resumes: `src/player/media/resume-position.ts` has the same rule. */
export function toResumePosition(positionSeconds: number, durationSeconds: number): number {
  if (positionSeconds < MIN_RESUME_SECONDS || positionSeconds > durationSeconds * FINISHED_SHARE) return 0
  return positionSeconds - REWIND_SECONDS
}
