export interface LocalDate {
  year: number
  month: number
  day: number
}

const DAY_MS = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

function findFormat(zone: string): Intl.DateTimeFormat {
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

/** Returns the local time as if it were UTC, in epoch milliseconds. */
function toLocalTime(instant: number, zone: string): number {
  const parts = new Map(
    findFormat(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)])
  )
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = [
    ...(['year', 'month', 'day', 'hour', 'minute', 'second'] as const).map(type => parts.get(type))
  ]
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

export function toLocalDate(instant: Date, zone: string): LocalDate {
  const localTime = new Date(toLocalTime(instant.getTime(), zone))
  return { year: localTime.getUTCFullYear(), month: localTime.getUTCMonth() + 1, day: localTime.getUTCDate() }
}

export const startOfDate = (date: LocalDate, zone: string): Date => toInstant(date, 0, zone)

/** Returns the first occurrence of the hour, or the first moment after it if the clock change skips it. */
export function toInstant({ year, month, day }: LocalDate, hour: number, zone: string): Date {
  const localTime = Date.UTC(year, month - 1, day, hour)
  const offsetAt = (instant: number) => toLocalTime(instant, zone) - Math.floor(instant / 1000) * 1000
  const before = localTime - offsetAt(localTime - DAY_MS)
  const after = localTime - offsetAt(localTime + DAY_MS)
  const candidates = [before, after].filter(instant => toLocalTime(instant, zone) === localTime)
  return new Date(candidates.length === 0 ? before : Math.min(...candidates))
}

export const formatDate = ({ year, month, day }: LocalDate): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

export const formatUtcDay = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10)

/** ISO 8601 with the offset of the zone, such as 2026-11-21T00:00:00-03:00. */
export function formatZonedTime(timeMs: number, zone: string): string {
  const seconds = Math.floor(timeMs / 1000) * 1000
  const localTime = toLocalTime(seconds, zone)
  const minutes = Math.round((localTime - seconds) / 60_000)
  const toTwoDigits = (value: number) => `${value}`.padStart(2, '0')
  const offset = `${toTwoDigits(Math.floor(Math.abs(minutes) / 60))}:${toTwoDigits(Math.abs(minutes) % 60)}`
  return `${new Date(localTime).toISOString().slice(0, 19)}${minutes < 0 ? '-' : '+'}${offset}`
}

export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

export function addDays({ year, month, day }: LocalDate, days: number): LocalDate {
  const moved = new Date(Date.UTC(year, month - 1, day + days))
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() }
}

export function startOfWeek(date: LocalDate): LocalDate {
  const weekday = new Date(Date.UTC(date.year, date.month - 1, date.day)).getUTCDay()
  return addDays(date, -((weekday + 6) % 7))
}
