import type { ActionResponse } from '../api/action-types.js'

export type Today = ActionResponse<'/operator/today'>
export type TodayDay = Today['current']
export type TodayNumbers = TodayDay['totals']
type TodayHour = TodayDay['hours'][number]

/** Reads a number of a day or an hour. Null where nothing was measured. */
export type ReadNumber = (numbers: TodayNumbers) => number | null

export interface HourPoint {
  hour: number
  current: number | null
  yesterday: number | null
  lastWeek: number | null
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** By the clock on the wall. Of an hour that occurs twice, the one with more counts. */
export function toHourPoints({ current, yesterday, last_week: lastWeek, until }: Today, read: ReadNumber): HourPoint[] {
  const now = Date.parse(until)
  const readHour = (hours: readonly TodayHour[], hour: number): number | null => {
    const values = hours.filter(one => one.hour === hour).flatMap(one => read(one) ?? [])
    return values.length === 0 ? null : Math.max(...values)
  }
  const passed = current.hours.filter(({ starts_at }) => Date.parse(starts_at) <= now)
  return HOURS.map(hour => ({
    hour,
    current: readHour(passed, hour),
    yesterday: readHour(yesterday.hours, hour),
    lastWeek: readHour(lastWeek.hours, hour)
  }))
}

/** Null without a value before. */
export const toChange = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0 ? null : now / before - 1

export const listCurrencies = ({ current, yesterday, last_week: lastWeek }: Today): string[] => [
  ...new Set([current, yesterday, lastWeek].flatMap(({ totals }) => totals.money.map(({ currency }) => currency)))
]

export const readMoney =
  (currency: string, part: 'revenue' | 'refunded'): ReadNumber =>
  ({ money }) =>
    money.find(entry => entry.currency === currency)?.[part] ?? 0
