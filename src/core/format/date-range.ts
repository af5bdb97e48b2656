/** 1: today, 2: yesterday, 3: this week from Monday, 4: this month, 5: this year. */
export type DateGroupKey = 1 | 2 | 3 | 4 | 5

const keys = [1, 2, 3, 4, 5] as const
const DAY_MS = 86_400_000

/** Epoch ms, both inclusive. */
export interface DateRange {
  from: number
  to: number
}

/**
 * The range ends with today, except for 2. Days are those of `timeZone` or the device; throws RangeError for a
 * zone that Intl does not know.
 */
export function dateRangeOf(key: DateGroupKey, now: number, timeZone?: string): DateRange {
  const offset = offsets(timeZone)
  const today = dayOf(now + offset(now))
  const start = startOf(today, offset)
  // From the start of today, because Samoa has skipped a calendar day.
  if (key === 2) return { from: startOf(dayOf(start - 1 + offset(start - 1)), offset), to: start - 1 }
  return { from: startOf(firstDay(key, today), offset), to: startOf(today + DAY_MS, offset) - 1 }
}

/** Finds the group of a time (epoch ms), or undefined for an earlier year. */
export function createDateGroupLookup(now: number, timeZone?: string): (at: number) => DateGroupKey | undefined {
  const ranges = keys.map(key => ({ key, ...dateRangeOf(key, now, timeZone) }))
  return at => {
    const time = Math.min(at, now)
    return ranges.find(({ from, to }) => from <= time && time < to + 1)?.key
  }
}

// A day is the UTC timestamp of its midnight; `offset` is local time minus UTC, in ms.

function dayOf(local: number): number {
  return Math.floor(local / DAY_MS) * DAY_MS
}

function firstDay(key: 1 | 3 | 4 | 5, today: number): number {
  if (key === 1) return today
  const date = new Date(today)
  if (key === 3) return today - ((date.getUTCDay() + 6) % 7) * DAY_MS
  return Date.UTC(date.getUTCFullYear(), key === 4 ? date.getUTCMonth() : 0, 1)
}

function startOf(day: number, offset: (at: number) => number): number {
  const guess = day - offset(day - DAY_MS)
  const begin = day - offset(guess)
  return offset(begin) === offset(guess) ? begin : Math.max(guess, begin)
}

function offsets(timeZone: string | undefined): (at: number) => number {
  if (timeZone === undefined) return at => -60_000 * new Date(at).getTimezoneOffset()
  const fields = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...Object.fromEntries(fields.map(field => [field, 'numeric']))
  })
  return at => {
    if (!Number.isFinite(at)) return Number.NaN
    const parts = format.formatToParts(at)
    const [year = 0, month = 1, ...rest] = fields.map(field => Number(parts.find(({ type }) => type === field)?.value))
    return Date.UTC(year, month - 1, ...rest) - Math.floor(at / 1000) * 1000
  }
}
