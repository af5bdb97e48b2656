import type { ActionResponse } from '../../api/action-types.js'
import type { ReportGroup } from './report-search.js'

export type Report = ActionResponse<'/partner/report'>
export type ReportRow = Report['list'][number]
export type ReportNumbers = Report['totals']

/** A row of the table, with what the same row had in the compared period; null if there is none. */
export interface ComparedRow {
  key: string
  row: ReportRow
  before: ReportNumbers | null
}

const noNumbers: ReportNumbers = {
  visits: 0,
  new_visitors: 0,
  views: 0,
  starts: 0,
  q25: 0,
  q50: 0,
  q75: 0,
  completes: 0,
  paywalls: 0,
  unlocks: 0,
  unlock_coins: 0,
  checkouts: 0,
  purchases: 0,
  coins_sold: 0,
  refunds: 0,
  payers: 0,
  d1: null,
  d7: null,
  money: [],
  test: {
    visits: 0,
    new_visitors: 0,
    views: 0,
    starts: 0,
    q25: 0,
    q50: 0,
    q75: 0,
    completes: 0,
    paywalls: 0,
    unlocks: 0,
    unlock_coins: 0,
    checkouts: 0,
    purchases: 0,
    coins_sold: 0,
    refunds: 0,
    money: []
  }
}

const keyOf = (row: ReportRow, group: ReportGroup): string => {
  switch (group) {
    case 'day':
    case 'hour':
      return String(row.starts_at)
    case 'lpid':
      return row.lpid ?? ''
    case 'drama':
      return row.drama_id ?? ''
    case 'episode':
      return `${row.drama_id}:${row.episode_no}`
    case 'utm_source':
      return row.utm_source ?? ''
    case 'country':
      return row.country ?? ''
  }
}

/**
 * Days and hours are compared by their place in the period. Of all others, also those that were only in the compared
 * period, because what is gone explains a fall.
 */
export function compareRows(
  rows: readonly ReportRow[],
  before: readonly ReportRow[] | null,
  group: ReportGroup
): ComparedRow[] {
  const isTime = group === 'day' || group === 'hour'
  const byKey = new Map(before?.map((row, index) => [isTime ? `${index}` : keyOf(row, group), row]))
  const seen = new Set<string>()
  const compared = rows.map((row, index) => {
    const key = isTime ? `${index}` : keyOf(row, group)
    seen.add(key)
    return { key: keyOf(row, group), row, before: before === null ? null : (byKey.get(key) ?? noNumbers) }
  })
  const gone = isTime ? [] : [...byKey].filter(([key]) => !seen.has(key))
  return [...compared, ...gone.map(([key, row]) => ({ key, row: { ...row, ...noNumbers }, before: row }))]
}

/** In minor units of `currency`. */
export const readMoney = ({ money }: Pick<ReportNumbers, 'money'>, name: 'revenue' | 'refunded', currency: string) =>
  money.find(entry => entry.currency === currency)?.[name] ?? 0

/** Null if there is nothing to compare with. */
export const toChange = (now: number, before: number | null): number | null =>
  before === null || before === 0 ? null : now / before - 1
