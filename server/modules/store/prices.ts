import { type CoinPack, rangeDiscounts } from './starter-products.js'

/** What a range of episodes costs at once; `percent` is the greatest discount that applies. */
export function rangePrice(
  prices: readonly number[],
  isRest: boolean
): { full: number; percent: number; coins: number } {
  const full = prices.reduce((total, price) => total + price, 0)
  const fitting = rangeDiscounts.filter(
    ({ minEpisodes, isRest: isForRest }) => prices.length >= minEpisodes && (isRest || !isForRest)
  )
  const percent = Math.max(0, ...fitting.map(discount => discount.percent))
  // Rounded down, in favour of who pays.
  return { full, percent, coins: Math.floor((full * (100 - percent)) / 100) }
}

/** Packs that can be bought; at least one. */
export type CoinPacks = readonly [CoinPack, ...CoinPack[]]

/** What passes cost; at least one. */
export type Passes = readonly [PassOffer, ...PassOffer[]]
export interface PassOffer {
  kind: 'weekly' | 'monthly'
  amount: number
}

const totalOf = ({ coins, bonus }: CoinPack) => coins + bonus

/** The pack with the lowest price per coin, its bonus counted. */
export function cheapestPack(packs: CoinPacks): { coins: number; amount: number } {
  const best = packs.reduce((one, other) => (other.amount * totalOf(one) < one.amount * totalOf(other) ? other : one))
  return { coins: totalOf(best), amount: best.amount }
}

/** What so many coins are worth at the lowest price per coin, in minor units, rounded up. */
export function valueOfCoins(coins: number, packs: CoinPacks): number {
  const { coins: packCoins, amount } = cheapestPack(packs)
  return Math.ceil((coins * amount) / packCoins)
}

/** The least that so many coins cost in packs, for every number of coins up to twice the largest pack. */
function purchaseTable(packs: CoinPacks, upTo: number): number[] {
  const table = [0]
  for (let wanted = 1; wanted <= upTo; wanted++) {
    table.push(Math.min(...packs.map(pack => (table[Math.max(0, wanted - totalOf(pack))] ?? 0) + pack.amount)))
  }
  return table
}

const LONGEST_TABLE = 50_000
/** A server sells in one currency: the table of what is on sale there is made once. */
let priceCache = { key: '', table: [0] }

function tableOf(packs: CoinPacks, upTo: number): number[] {
  const key = packs.map(pack => `${totalOf(pack)}:${pack.amount}`).join()
  if (priceCache.key !== key) priceCache = { key, table: purchaseTable(packs, upTo) }
  return priceCache.table
}

/** What must be paid for packs that together hold at least so many coins, in minor units. */
export function cheapestPurchase(coins: number, packs: CoinPacks): number {
  const best = cheapestPack(packs)
  const reach = Math.min(LONGEST_TABLE, 2 * Math.max(...packs.map(totalOf)))
  // Far above what the table holds, the pack with the lowest price per coin is bought again and again.
  const before = Math.max(0, Math.ceil((coins - reach) / best.coins))
  return before * best.amount + (tableOf(packs, reach)[Math.max(0, coins - before * best.coins)] ?? 0)
}
