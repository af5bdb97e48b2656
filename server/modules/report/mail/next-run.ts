import { addDays, type LocalDate, toInstant, toLocalDate } from '../../../lib/time-zone.js'

/** `weekday` is 1 for Monday, and null for every day. `hour` is local. */
export interface RunTime {
  weekday: number | null
  hour: number
  timezone: string
}

/** The first time after `after`. */
export function findNextRun({ weekday, hour, timezone }: RunTime, after: Date): Date {
  for (let date = toLocalDate(after, timezone); ; date = addDays(date, 1)) {
    const at = toInstant(date, hour, timezone)
    if (at > after && (weekday === null || weekdayOf(date) === weekday)) return at
  }
}

/** After an outage only the latest report is sent, because the earlier ones are in the console. */
export function findNextUnsentRun(time: RunTime, sent: Date, now: Date): Date {
  let next = findNextRun(time, sent)
  for (let later = findNextRun(time, next); later <= now; later = findNextRun(time, next)) next = later
  return next
}

const weekdayOf = ({ year, month, day }: LocalDate) =>
  ((new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7) + 1
