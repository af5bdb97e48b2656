import type { Translation } from '../i18n/i18n.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Below this, in ms, it happened just now. */
const JUST_NOW = 10_000

/** A month has 30 days and a year twelve of them, 360 days: after `11 months ago` comes `1 year ago`. */
const steps = [
  ['year', 360 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', 1000]
] as const

/** Epoch ms as `10 seconds ago`; what lies ahead is `just now`. Empty when either time is none. */
export function formatTimeAgo(at: number, now: number, { text, ago }: Pick<Translation, 'text' | 'ago'>): string {
  const passed = now - at
  if (!Number.isFinite(passed)) return ''
  const step = passed < JUST_NOW ? undefined : steps.find(([, length]) => passed >= length)
  return step ? ago(Math.floor(passed / step[1]), step[0]) : text('justNow')
}
