/** How fast an episode may play; 1 is the usual speed. */
export const PLAYBACK_RATES = [0.5, 0.8, 1, 1.25, 1.5, 2] as const
export type PlaybackRate = (typeof PLAYBACK_RATES)[number]

/** The rate that this is, or the usual one. */
export const parsePlaybackRate = (value: number): PlaybackRate => PLAYBACK_RATES.find(rate => rate === value) ?? 1

/** The qualities in a master playlist by the lines of their picture, its shorter side; most first, each once. */
export function readQualities(master: string): number[] {
  const lines = [...master.matchAll(/^#EXT-X-STREAM-INF:.*\bRESOLUTION=(\d+)x(\d+)/gm)].map(([, width, height]) =>
    Math.min(Number(width), Number(height))
  )
  return [...new Set(lines)].sort((one, other) => other - one)
}

/** The next faster (1) or slower (-1) one; at the end the same. */
export function stepRate(rate: PlaybackRate, direction: 1 | -1): PlaybackRate {
  return PLAYBACK_RATES[PLAYBACK_RATES.indexOf(rate) + direction] ?? rate
}
