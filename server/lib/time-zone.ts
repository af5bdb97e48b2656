/** A day on the calendar of a zone. */
export interface LocalDate {
  year: number
  month: number
  day: number
}

const DAY_MS = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const number = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const
  const format = new Intl.DateTimeFormat('en', {
    ...number,
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
    timeZone: zone,
    calendar: 'iso8601'
  })
  formats.set(zone, format)
  return format
}

/** What the clock on the wall shows, as if it were UTC, epoch milliseconds. */
function wallTime(instant: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)])
  )
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = [
    ...(['year', 'month', 'day', 'hour', 'minute', 'second'] as const).map(type => parts.get(type))
  ]
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The date that this instant has in a zone. */
export function dateIn(instant: Date, zone: string): LocalDate {
  const wall = new Date(wallTime(instant.getTime(), zone))
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1, day: wall.getUTCDate() }
}

/** When a date begins in a zone: at midnight, or, where clocks skip it, at the first moment after. */
export const startOfDate = (date: LocalDate, zone: string): Date => hourOf(date, 0, zone)

/** When a full hour of a date comes, for the first time; where clocks skip it, the first moment after. */
export function hourOf({ year, month, day }: LocalDate, hour: number, zone: string): Date {
  const wall = Date.UTC(year, month - 1, day, hour)
  const offsetAt = (instant: number) => wallTime(instant, zone) - Math.floor(instant / 1000) * 1000
  const before = wall - offsetAt(wall - DAY_MS)
  const after = wall - offsetAt(wall + DAY_MS)
  const midnights = [before, after].filter(instant => wallTime(instant, zone) === wall)
  return new Date(midnights.length === 0 ? before : Math.min(...midnights))
}

/** The date as `2026-11-21`. */
export const dateText = ({ year, month, day }: LocalDate): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

/** Whether this names an IANA zone. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** The date so many days later; negative is earlier. */
export function addDays({ year, month, day }: LocalDate, days: number): LocalDate {
  const moved = new Date(Date.UTC(year, month - 1, day + days))
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() }
}

/** The Monday of this date's week, or the date itself. */
export function startOfWeek(date: LocalDate): LocalDate {
  const weekday = new Date(Date.UTC(date.year, date.month - 1, date.day)).getUTCDay()
  return addDays(date, -((weekday + 6) % 7))
}
