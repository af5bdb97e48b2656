import { formatZonedTime } from '../../lib/time-zone.js'
import type { ReportRowNumbers } from './people.js'
import { listCurrencies } from './reconcile.js'
import type { ReportMoney } from './rows.js'

type Cell = string | number

/** Prefixes text that a spreadsheet would run as a formula. */
export function formatCell(value: Cell): string {
  if (typeof value === 'number') return `${value}`
  const safe = /^[=+\-@\t\r\n|%]/.test(value) ? `'${value}` : value
  return /[",\r\n;']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

type CsvRow = Readonly<Record<string, unknown>>

/** CSV by RFC 4180. Columns that a row does not have are empty. */
export function formatCsvTable(names: readonly string[], rows: readonly CsvRow[]): string {
  const lines = rows.map(row => names.map(name => formatCell(toCell(row[name]))).join(','))
  return `${[names.map(formatCell).join(','), ...lines].join('\r\n')}\r\n`
}

function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return ''
  return typeof value === 'number' ? value : value instanceof Date ? value.toISOString() : `${value}`
}

interface CsvReport {
  rows: readonly ReportRowNumbers[]
  keyFields: readonly string[]
  totals: ReportRowNumbers
  timezone: string
}

/**
 * Money is in minor units, with separate columns for each currency; those of `currency` are always there, so that
 * reports of quiet days have the same columns. The last columns repeat times and money as spreadsheets read them.
 */
export function formatCsv({ rows, keyFields, totals, timezone }: CsvReport, currency: string): string {
  const entries = [...rows, totals].flatMap(({ money, test }) => [...money, ...test.money])
  const currencies = listCurrencies(entries, currency)
  const timeFields = keyFields.includes('starts_at') ? ['starts_at_iso'] : []
  const csvRows = rows.map(row => {
    const start = 'starts_at' in row ? row.starts_at : undefined
    return {
      ...row,
      ...toColumns(row, currencies),
      ...toDecimalColumns(row, currencies),
      ...(typeof start === 'number' && { starts_at_iso: formatZonedTime(start, timezone) })
    }
  })
  const names = [toColumns, toDecimalColumns].flatMap(toCells => Object.keys(toCells(totals, currencies)))
  return formatCsvTable([...keyFields, ...names, ...timeFields], csvRows)
}

/** Money in major units with a decimal point, such as 49.80. */
function toDecimalColumns({ money }: ReportRowNumbers, currencies: readonly string[]): Record<string, Cell> {
  return Object.fromEntries(
    currencies.flatMap(currency => {
      const { revenue = 0, refunded = 0 } = money.find(entry => entry.currency === currency) ?? {}
      const format = new Intl.NumberFormat('en', { style: 'currency', currency })
      const decimals = format.resolvedOptions().maximumFractionDigits ?? 2
      const toDecimal = (minorUnits: number) => (minorUnits / 10 ** decimals).toFixed(decimals)
      return [
        [`revenue_decimal_${currency}`, toDecimal(revenue)],
        [`refunded_decimal_${currency}`, toDecimal(refunded)]
      ]
    })
  )
}

function toColumns(numbers: ReportRowNumbers, currencies: readonly string[]): Record<string, Cell> {
  const { money, test, d1, d7, ...counts } = numbers
  const { money: testMoney, ...testCounts } = test
  const toMoneyColumns = (name: string, entries: readonly ReportMoney[]) =>
    currencies.flatMap(currency => {
      const { revenue = 0, refunded = 0 } = entries.find(entry => entry.currency === currency) ?? {}
      return [
        [`${name}revenue_${currency}`, revenue],
        [`${name}refunded_${currency}`, refunded]
      ]
    })
  const payerColumns = currencies.flatMap(currency => {
    const { payers = 0, arppu = null } = money.find(entry => entry.currency === currency) ?? {}
    return [
      [`payers_${currency}`, payers],
      [`arppu_${currency}`, arppu ?? '']
    ]
  })
  return {
    ...counts,
    d1: d1 ?? '',
    d7: d7 ?? '',
    ...Object.fromEntries(toMoneyColumns('', money)),
    ...Object.fromEntries(payerColumns),
    ...Object.fromEntries(Object.entries(testCounts).map(([name, count]) => [`test_${name}`, count])),
    ...Object.fromEntries(toMoneyColumns('test_', testMoney))
  }
}
