export const PLAYBACK_RATES = [0.5, 0.8, 1, 1.25, 1.5, 2] as const
export type PlaybackRate = (typeof PLAYBACK_RATES)[number]

export const parsePlaybackRate = (value: number): PlaybackRate => PLAYBACK_RATES.find(rate => rate === value) ?? 1

export function stepRate(rate: PlaybackRate, direction: 1 | -1): PlaybackRate {
  return PLAYBACK_RATES[PLAYBACK_RATES.indexOf(rate) + direction] ?? rate
}
