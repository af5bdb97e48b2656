import { type CoinPack, coinPacks, rangeDiscounts } from './starter-catalogue.js'

/** What a range of episodes costs at once; `percent` is the greatest discount that applies. */
export function rangePrice(
  prices: readonly number[],
  isRest: boolean
): { full: number; percent: number; coins: number } {
  const full = prices.reduce((total, price) => total + price, 0)
  const fitting = rangeDiscounts.filter(
    ({ least, isRest: isForRest }) => prices.length >= least && (isRest || !isForRest)
  )
  const percent = Math.max(0, ...fitting.map(discount => discount.percent))
  // Rounded down, in favour of who pays.
  return { full, percent, coins: Math.floor((full * (100 - percent)) / 100) }
}

const totalOf = ({ coins, bonus }: CoinPack) => coins + bonus

/** The pack with the lowest price per coin, its bonus counted. */
export function cheapestPack(): { coins: number; amount: number } {
  const best = coinPacks.reduce((one, other) =>
    other.amount * totalOf(one) < one.amount * totalOf(other) ? other : one
  )
  return { coins: totalOf(best), amount: best.amount }
}

/** What so many coins are worth at the lowest price per coin, in minor units, rounded up. */
export function worthOf(coins: number): number {
  const { coins: packCoins, amount } = cheapestPack()
  return Math.ceil((coins * amount) / packCoins)
}

const packsByTotal = [...coinPacks].sort((one, other) => totalOf(other) - totalOf(one))
const largest = packsByTotal[0]

/** The least that so many coins cost in packs, for every number of coins up to twice the largest pack. */
const purchases = purchaseTable(largest === undefined ? 0 : 2 * totalOf(largest))

function purchaseTable(upTo: number): number[] {
  const table = [0]
  for (let wanted = 1; wanted <= upTo; wanted++) {
    table.push(Math.min(...coinPacks.map(pack => (table[Math.max(0, wanted - totalOf(pack))] ?? 0) + pack.amount)))
  }
  return table
}

/** What must be paid for packs that together hold at least so many coins, in minor units. */
export function cheapestPurchase(coins: number): number {
  if (largest === undefined || coins <= 0) return 0
  // Far above the largest pack that one is bought again and again: it has the lowest price per coin.
  const before = Math.max(0, Math.ceil((coins - 2 * totalOf(largest)) / totalOf(largest)))
  return before * largest.amount + (purchases[coins - before * totalOf(largest)] ?? 0)
}
