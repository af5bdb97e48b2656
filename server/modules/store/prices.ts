import { type CoinPack, rangeDiscounts } from './starter-products.js'

export function computeRangePrice(
  prices: readonly number[],
  isRest: boolean
): { full: number; percent: number; coins: number } {
  const full = prices.reduce((total, price) => total + price, 0)
  const applicable = rangeDiscounts.filter(
    ({ minEpisodes, isRest: isForRest }) => prices.length >= minEpisodes && (isRest || !isForRest)
  )
  const percent = Math.max(0, ...applicable.map(discount => discount.percent))
  // Rounded down in favour of the buyer.
  return { full, percent, coins: Math.floor((full * (100 - percent)) / 100) }
}

export type CoinPacks = readonly [CoinPack, ...CoinPack[]]

export type PassOffers = readonly [PassOffer, ...PassOffer[]]
export interface PassOffer {
  kind: 'weekly' | 'monthly'
  amount: number
}

const countCoins = ({ coins, bonus }: CoinPack) => coins + bonus

export function findCheapestPack(packs: CoinPacks): { coins: number; amount: number } {
  const best = packs.reduce((one, other) =>
    other.amount * countCoins(one) < one.amount * countCoins(other) ? other : one
  )
  return { coins: countCoins(best), amount: best.amount }
}

export function computeCoinValue(coins: number, packs: CoinPacks): number {
  const { coins: packCoins, amount } = findCheapestPack(packs)
  return Math.ceil((coins * amount) / packCoins)
}

/** `table[n]` is the lowest price, in minor units, of packs with at least `n` coins. */
function buildPurchaseTable(packs: CoinPacks, upTo: number): number[] {
  const table = [0]
  for (let wanted = 1; wanted <= upTo; wanted++) {
    table.push(Math.min(...packs.map(pack => (table[Math.max(0, wanted - countCoins(pack))] ?? 0) + pack.amount)))
  }
  return table
}

const MAX_TABLE_COINS = 50_000
let priceCache = { key: '', table: [0] }

function getPurchaseTable(packs: CoinPacks, upTo: number): number[] {
  const key = packs.map(pack => `${countCoins(pack)}:${pack.amount}`).join()
  if (priceCache.key !== key) priceCache = { key, table: buildPurchaseTable(packs, upTo) }
  return priceCache.table
}

export function computeCheapestPurchase(coins: number, packs: CoinPacks): number {
  const best = findCheapestPack(packs)
  const tableCoins = Math.min(MAX_TABLE_COINS, 2 * Math.max(...packs.map(countCoins)))
  // Beyond the table, buys the pack with the lowest price per coin repeatedly.
  const bestPackCount = Math.max(0, Math.ceil((coins - tableCoins) / best.coins))
  return (
    bestPackCount * best.amount +
    (getPurchaseTable(packs, tableCoins)[Math.max(0, coins - bestPackCount * best.coins)] ?? 0)
  )
}
