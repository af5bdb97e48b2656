import type { Metric } from './metrics.js'
import type { Line } from './rollup-queries.js'

const counts = [
  ...(['visits', 'new_visitors', 'views', 'starts', 'q25', 'q50', 'q75', 'completes', 'paywalls'] as const),
  ...(['unlocks', 'unlock_coins', 'checkouts', 'purchases', 'coins_sold', 'refunds'] as const)
]
type Count = (typeof counts)[number]
const ofOrders = ['checkouts', 'purchases', 'coins_sold', 'refunds'] as const

/** Money in minor units; `refunded` is less where some came again, as after a dispute that was won. */
export interface Money {
  currency: string
  revenue: number
  refunded: number
}

/** What was counted; orders that were tests stand under `test` alone. */
export type Numbers = Record<Count, number> & {
  money: Money[]
  test: Record<(typeof ofOrders)[number], number> & { money: Money[] }
}

/** Adds lines up that stand for one thing. */
export function numbersOf(lines: readonly Line[]): Numbers {
  const real = lines.filter(({ is_test }) => !is_test)
  const test = lines.filter(({ is_test }) => is_test)
  const added = <Name extends Metric>(names: readonly Name[], of: readonly Line[]) =>
    Object.fromEntries(names.map(name => [name, sumOf(of, name)])) as Record<Name, number>
  return {
    ...added(counts, real),
    money: moneyOf(real),
    test: { ...added(ofOrders, test), money: moneyOf(test) }
  }
}

const sumOf = (lines: readonly Line[], name: Metric) => lines.reduce((sum, line) => sum + Number(line[name]), 0)

function moneyOf(lines: readonly Line[]): Money[] {
  const currencies = [...new Set(lines.map(({ currency }) => currency))].filter(currency => currency !== '').sort()
  return currencies.map(currency => {
    const mine = lines.filter(line => line.currency === currency)
    return { currency, revenue: sumOf(mine, 'revenue'), refunded: sumOf(mine, 'refunded') }
  })
}
