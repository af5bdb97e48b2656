import type { ReportComparison } from './report-search.js'

const DAY_MS = 86_400_000
const DAYS_PER_WEEK = 7
/** A whole number of weeks, so that weekdays are compared with the same. */
const DAYS_PER_YEAR_OF_WEEKS = 364

export interface DayPeriod {
  from: string
  to: string
}

export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

export const countDays = ({ from, to }: DayPeriod) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

/** The period with which `period` is compared: as long, and earlier. */
export function findComparedPeriod(period: DayPeriod, comparison: ReportComparison): DayPeriod | null {
  if (comparison === 'none') return null
  const days = countDays(period)
  const shift =
    comparison === 'previous'
      ? days
      : comparison === 'week'
        ? Math.ceil(days / DAYS_PER_WEEK) * DAYS_PER_WEEK
        : Math.ceil(days / DAYS_PER_YEAR_OF_WEEKS) * DAYS_PER_YEAR_OF_WEEKS
  return { from: addDays(period.from, -shift), to: addDays(period.to, -shift) }
}

/**
 * The part of `compared` that is as long as what has passed of `period`: up to the nearest full hour of the clock in
 * `zone`, and at least one hour. All of it once `period` is over.
 */
export function findComparedPart(
  { period, compared }: { period: DayPeriod; compared: DayPeriod },
  { now, zone }: { now: number; zone: string }
): DayPeriod & { untilHour: number | null } {
  // Swedish times are written as in ISO 8601.
  const local = new Date(now).toLocaleString('sv-SE', { timeZone: zone })
  const today = local.slice(0, 10)
  if (today > period.to || today < period.from) return { ...compared, untilHour: null }
  const [hour, minute] = [Number(local.slice(11, 13)), Number(local.slice(14, 16))]
  const untilHour = Math.max(1, minute < 30 ? hour : hour + 1)
  const day = addDays(compared.from, countDays({ from: period.from, to: today }) - 1)
  return { from: compared.from, to: `${day}T${String(untilHour - 1).padStart(2, '0')}`, untilHour }
}

/** Today in the member's own time zone. */
export const readToday = (now = new Date()) =>
  new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)

export const presets = ['today', 'yesterday', 'week', 'four_weeks', 'month', 'last_month'] as const
export type PeriodPreset = (typeof presets)[number]

export function findPreset(preset: PeriodPreset, today: string): { from: string | undefined; to: string | undefined } {
  const firstOfMonth = `${today.slice(0, 8)}01`
  switch (preset) {
    case 'today':
    case 'yesterday':
      return { from: preset, to: preset }
    case 'week':
      return { from: undefined, to: undefined }
    case 'four_weeks':
      return { from: addDays(today, -27), to: today }
    case 'month':
      return { from: firstOfMonth, to: today }
    case 'last_month': {
      const to = addDays(firstOfMonth, -1)
      return { from: `${to.slice(0, 8)}01`, to }
    }
  }
}
