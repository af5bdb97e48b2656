import { addDays, formatDate, type LocalDate, startOfDate, toInstant, toLocalDate } from '../../lib/time-zone.js'
import { SLOT_MS, SLOTS_PER_HOUR } from './metrics.js'

/** `start` and `end` count quarters of an hour since 1970, `end` is excluded. `from` and `to` are both included. */
export interface ReportPeriod {
  from: string
  to: string
  start: number
  end: number
  zone: string
}

export interface ReportPeriodBucket {
  label: string
  start: number
  end: number
}

const HOUR_MS = 3_600_000
const DEFAULT_DAYS = 7

interface Moment {
  date: LocalDate
  hour: number | null
}

function readMoment(text: string): Moment | null {
  const [, year, month, day, hour] = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d))?$/.exec(text) ?? []
  if (year === undefined) return null
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  if (formatDate(date) !== text.slice(0, 10) || date.year < 2000) return null
  if (hour !== undefined && Number(hour) > 23) return null
  return { date, hour: hour === undefined ? null : Number(hour) }
}

const toSlot = (moment: Date) => Math.floor(moment.getTime() / SLOT_MS)
export const timeOfSlot = (slot: number) => slot * SLOT_MS

export interface PeriodProblem {
  fields: ('from' | 'to')[]
  reason: 'not_a_day' | 'ends_before_it_begins' | 'too_long'
}

export function parsePeriod(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  zone: string,
  now: Date
): ReportPeriod | PeriodProblem {
  const today = toLocalDate(now, zone)
  const last = toDay(to, today) ?? formatDate(today)
  const end = readMoment(last)
  if (end === null) return { fields: ['to'], reason: 'not_a_day' }
  const first = toDay(from, today) ?? formatDate(addDays(end.date, 1 - DEFAULT_DAYS))
  const start = readMoment(first)
  if (start === null) return { fields: ['from'], reason: 'not_a_day' }
  const period = { from: first, to: last, start: toSlot(toStart(start, zone)), end: toSlot(toEnd(end, zone)), zone }
  return period.start < period.end ? period : { fields: ['from', 'to'], reason: 'ends_before_it_begins' }
}

function toDay(text: string | undefined, today: LocalDate): string | undefined {
  if (text === 'today') return formatDate(today)
  return text === 'yesterday' ? formatDate(addDays(today, -1)) : text
}

const toStart = ({ date, hour }: Moment, zone: string) =>
  hour === null ? startOfDate(date, zone) : toInstant(date, hour, zone)

function toEnd({ date, hour }: Moment, zone: string): Date {
  if (hour === null || hour === 23) return startOfDate(addDays(date, 1), zone)
  return toInstant(date, hour + 1, zone)
}

export function daysOf({ start, end, zone }: ReportPeriod): ReportPeriodBucket[] {
  const days: ReportPeriodBucket[] = []
  for (let from = start; from < end; ) {
    const date = toLocalDate(new Date(timeOfSlot(from)), zone)
    const to = Math.min(end, toSlot(startOfDate(addDays(date, 1), zone)))
    days.push({ label: formatDate(date), start: from, end: to })
    from = to
  }
  return days
}

/** An hour that occurs twice, when clocks are set back, gives two buckets with the same label. */
export function hoursOf(period: ReportPeriod): ReportPeriodBucket[] {
  const format = new Intl.DateTimeFormat('en', { hour: '2-digit', hourCycle: 'h23', timeZone: period.zone })
  return daysOf(period).flatMap(day => {
    const hours: ReportPeriodBucket[] = []
    for (let from = day.start; from < day.end; from += SLOTS_PER_HOUR) {
      const label = `${day.label}T${format.format(timeOfSlot(from)).padStart(2, '0')}`
      hours.push({ label, start: from, end: Math.min(day.end, from + SLOTS_PER_HOUR) })
    }
    return hours
  })
}

export const hoursIn = ({ start, end }: ReportPeriod) => ((end - start) * SLOT_MS) / HOUR_MS
