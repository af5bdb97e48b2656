import type { PriceAndDateFormat } from '../format/price-and-date-format.js'
import type { Translation } from './i18n.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const JUST_NOW_MS = 10_000

/** 360 days, so that `1 year ago` follows `11 months ago`. */
const steps = [
  ['year', 360 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
  ['second', 1000]
] as const

export function formatTimeAgo(
  at: number,
  now: number,
  { text, ago }: Pick<Translation, 'text'> & Pick<PriceAndDateFormat, 'ago'>
): string {
  const elapsed = now - at
  if (!Number.isFinite(elapsed)) return ''
  const step = elapsed < JUST_NOW_MS ? undefined : steps.find(([, length]) => elapsed >= length)
  return step ? ago(Math.floor(elapsed / step[1]), step[0]) : text('justNow')
}
