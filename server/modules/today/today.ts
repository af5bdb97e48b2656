import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { addDays, formatDate, type LocalDate, startOfDate, toLocalDate } from '../../lib/time-zone.js'
import type { PlaybackMeasures } from '../playback/playback-measures.js'
import { SLOT_MS } from '../report/metrics.js'
import { hoursOf, type ReportPeriodBucket, timeOfSlot } from '../report/period.js'
import { type DayLines, readDayLines, type SlotSpan } from './day-lines.js'
import { sumDay, type TodayNumbers } from './today-numbers.js'

export interface TodayQuery {
  zone: string
  day: LocalDate
  now: Date
}

export interface TodayHour extends TodayNumbers {
  /** Of the clock on the wall, 0 to 23. An hour that occurs twice has two rows. */
  hour: number
  starts_at: Date
}

export interface TodayDay {
  day: string
  /** Up to here `totals` counts. */
  until: Date
  totals: TodayNumbers
  hours: TodayHour[]
}

export interface Today {
  day: string
  timezone: string
  until: Date
  is_over: boolean
  current: TodayDay
  yesterday: TodayDay
  last_week: TodayDay
}

const DAYS_BACK = { current: 0, yesterday: 1, last_week: 7 } as const

/** The days before count until the same time on the wall clock, with their whole hours beside. */
export async function readToday(
  db: Kysely<Database>,
  playback: Pick<PlaybackMeasures, 'list'>,
  { zone, day, now }: TodayQuery
): Promise<Today> {
  const time = findWallTime(day, zone, now)
  const readDay = async (daysBack: number) => {
    const date = addDays(day, -daysBack)
    const span = toSpan(date, zone)
    const pending = daysBack === 0 ? playback.list() : []
    const until = findMoment(date, zone, time)
    // The quarter of an hour that runs has nothing of later yet.
    const counted = { start: span.start, until: daysBack === 0 ? span.end : until.getTime() / SLOT_MS }
    const lines = await readDayLines(db, span, pending)
    return { day: formatDate(date), until, totals: sumDay(lines, counted), hours: toHours(date, zone, lines) }
  }
  const current = await readDay(DAYS_BACK.current)
  return {
    day: formatDate(day),
    timezone: zone,
    until: current.until,
    is_over: time === null,
    current,
    yesterday: await readDay(DAYS_BACK.yesterday),
    last_week: await readDay(DAYS_BACK.last_week)
  }
}

const toSpan = (date: LocalDate, zone: string): SlotSpan => ({
  start: toSlot(startOfDate(date, zone)),
  end: toSlot(startOfDate(addDays(date, 1), zone))
})

const toSlot = (moment: Date) => Math.floor(moment.getTime() / SLOT_MS)

interface WallTime {
  hour: number
  ms: number
}

/** Null if the day is over. */
function findWallTime(day: LocalDate, zone: string, now: Date): WallTime | null {
  if (formatDate(day) !== formatDate(toLocalDate(now, zone))) return null
  const hours = listHours(day, zone)
  const current = hours.findLast(({ start }) => timeOfSlot(start) <= now.getTime())
  return current === undefined ? null : { hour: readHour(current), ms: now.getTime() - timeOfSlot(current.start) }
}

/** An hour that the clock change skips is over when it would begin. */
function findMoment(date: LocalDate, zone: string, time: WallTime | null): Date {
  const end = startOfDate(addDays(date, 1), zone)
  if (time === null) return end
  const hour = listHours(date, zone).find(bucket => readHour(bucket) >= time.hour)
  if (hour === undefined) return end
  const start = timeOfSlot(hour.start)
  return new Date(readHour(hour) === time.hour ? start + time.ms : start)
}

const listHours = (date: LocalDate, zone: string): ReportPeriodBucket[] =>
  hoursOf({ from: formatDate(date), to: formatDate(date), zone, ...toSpan(date, zone) })

const readHour = ({ label }: ReportPeriodBucket) => Number(label.slice(-2))

const toHours = (date: LocalDate, zone: string, lines: DayLines): TodayHour[] =>
  listHours(date, zone).map(bucket => ({
    hour: readHour(bucket),
    starts_at: new Date(timeOfSlot(bucket.start)),
    ...sumDay(lines, { start: bucket.start, until: bucket.end })
  }))
