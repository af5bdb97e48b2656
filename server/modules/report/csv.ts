import type { Numbers } from './rows.js'

type Cell = string | number

/** What spreadsheets would take for a formula becomes text. */
export function cellOf(value: Cell): string {
  if (typeof value === 'number') return `${value}`
  const safe = /^[=+\-@\t\r\n|%]/.test(value) ? `'${value}` : value
  return /[",\r\n;']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The rows as a spreadsheet reads them (RFC 4180), money in columns of its currency, in minor units. */
export function csvOf(
  rows: readonly { keys: Record<string, Cell>; numbers: Numbers }[],
  keys: readonly string[]
): string {
  const currencies = [...new Set(rows.flatMap(({ numbers }) => currenciesOf(numbers)))].sort()
  const flat = rows.map(({ keys: named, numbers }) => ({ ...named, ...columnsOf(numbers, currencies) }))
  const names = [...keys, ...Object.keys(columnsOf(rows[0]?.numbers ?? null, currencies))]
  const lines = flat.map((row: Record<string, Cell>) => names.map(name => cellOf(row[name] ?? '')).join(','))
  return `${[names.map(cellOf).join(','), ...lines].join('\r\n')}\r\n`
}

const currenciesOf = ({ money, test }: Numbers) => [...money, ...test.money].map(({ currency }) => currency)

function columnsOf(numbers: Numbers | null, currencies: readonly string[]): Record<string, Cell> {
  if (numbers === null) return {}
  const { money, test, ...counts } = numbers
  const { money: testMoney, ...testCounts } = test
  const moneyColumns = (name: string, of: Numbers['money']) =>
    currencies.flatMap(currency => {
      const { revenue = 0, refunded = 0 } = of.find(one => one.currency === currency) ?? {}
      return [
        [`${name}revenue_${currency}`, revenue],
        [`${name}refunded_${currency}`, refunded]
      ]
    })
  return {
    ...counts,
    ...Object.fromEntries(moneyColumns('', money)),
    ...Object.fromEntries(Object.entries(testCounts).map(([name, count]) => [`test_${name}`, count])),
    ...Object.fromEntries(moneyColumns('test_', testMoney))
  }
}
