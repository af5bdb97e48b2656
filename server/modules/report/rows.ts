import type { ReportMetric } from './metrics.js'
import type { ReportLine } from './rollup-queries.js'

export const REPORT_COUNTS = [
  'visits',
  'new_visitors',
  'views',
  'starts',
  'q25',
  'q50',
  'q75',
  'completes',
  'paywalls',
  'unlocks',
  'unlock_coins',
  'checkouts',
  'purchases',
  'coins_sold',
  'refunds'
] as const
type Count = (typeof REPORT_COUNTS)[number]
const ORDER_COUNTS: readonly Count[] = ['checkouts', 'purchases', 'coins_sold', 'refunds']
/** Counts of orders come first, because they were once the only ones and spreadsheets read columns by place. */
const TEST_COUNTS = [...ORDER_COUNTS, ...REPORT_COUNTS.filter(name => !ORDER_COUNTS.includes(name))]

/** In minor units. Money that came back, as after a won dispute, reduces `refunded`. */
export interface ReportMoney {
  currency: string
  revenue: number
  refunded: number
}

export type ReportNumbers = Record<Count, number> & {
  money: ReportMoney[]
  test: Record<Count, number> & { money: ReportMoney[] }
}

export function sumLines(lines: readonly ReportLine[]): ReportNumbers {
  const real = lines.filter(({ is_test }) => !is_test)
  const test = lines.filter(({ is_test }) => is_test)
  const sumMetrics = <Name extends ReportMetric>(names: readonly Name[], source: readonly ReportLine[]) =>
    Object.fromEntries(names.map(name => [name, sumMetric(source, name)])) as Record<Name, number>
  return {
    ...sumMetrics(REPORT_COUNTS, real),
    money: sumMoney(real),
    test: { ...sumMetrics(TEST_COUNTS, test), money: sumMoney(test) }
  }
}

const sumMetric = (lines: readonly ReportLine[], name: ReportMetric) =>
  lines.reduce((sum, line) => sum + Number(line[name]), 0)

function sumMoney(lines: readonly ReportLine[]): ReportMoney[] {
  const currencies = [...new Set(lines.map(({ currency }) => currency))].filter(currency => currency !== '').sort()
  return currencies.map(currency => {
    const currencyLines = lines.filter(line => line.currency === currency)
    return { currency, revenue: sumMetric(currencyLines, 'revenue'), refunded: sumMetric(currencyLines, 'refunded') }
  })
}
