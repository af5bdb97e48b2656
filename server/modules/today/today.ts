import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { addDays, formatDate, type LocalDate, startOfDate, toLocalDate } from '../../lib/time-zone.js'
import type { PlaybackMeasures } from '../playback/playback-measures.js'
import { SLOT_MS } from '../report/metrics.js'
import { hoursOf, type ReportPeriodBucket, timeOfSlot } from '../report/period.js'
import { type DayLines, readDayLines } from './day-lines.js'
import { sumLinesOfDay, type TodayNumbers } from './today-numbers.js'

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

const DAYS_BACK = [0, 1, 7] as const

/** The days before count until the same time on the wall clock, with their whole hours beside. */
export async function readToday(
  db: Kysely<Database>,
  playback: Pick<PlaybackMeasures, 'list'>,
  { zone, day, now }: TodayQuery
): Promise<Today> {
  const time = findWallTime(day, zone, now)
  const days = DAYS_BACK.map(daysBack => {
    const date = addDays(day, -daysBack)
    const span = toSpan(date, zone)
    const until = findMoment(date, zone, time)
    // The quarter of an hour that runs has nothing of later yet.
    return { date, until, span: { ...span, until: daysBack === 0 ? span.end : until.getTime() / SLOT_MS } }
  })
  const lines = await readDayLines(
    db,
    days.map(({ span }) => span),
    playback.list()
  )
  const [current, yesterday, lastWeek] = days.map(({ date, until }, index) => toDay(date, zone, until, lines[index]))
  if (current === undefined || yesterday === undefined || lastWeek === undefined) throw new Error('a day is missing')
  return {
    day: formatDate(day),
    timezone: zone,
    until: current.until,
    is_over: time === null,
    current,
    yesterday,
    last_week: lastWeek
  }
}

const toSpan = (date: LocalDate, zone: string) => ({
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

function toDay(date: LocalDate, zone: string, until: Date, lines: DayLines | undefined): TodayDay {
  const { counts = [], playback = [] } = lines ?? {}
  const hours = listHours(date, zone).map((bucket, index) => ({
    hour: readHour(bucket),
    starts_at: new Date(timeOfSlot(bucket.start)),
    ...sumLinesOfDay(
      counts.filter(({ hour }) => hour === index).map(({ line }) => line),
      playback.filter(({ hour }) => hour === index).map(({ line }) => line)
    )
  }))
  const totals = sumLinesOfDay(
    counts.map(({ lineUntil }) => lineUntil),
    playback.map(({ lineUntil }) => lineUntil)
  )
  return { day: formatDate(date), until, totals, hours }
}
