// What coins, passes and longer ranges cost until a store with products of its own exists. Amounts in minor units.

/** Coins for money; `bonus` comes on top. */
export interface CoinPack {
  coins: number
  bonus: number
  amount: number
}

export const coinPacks: readonly CoinPack[] = [
  { coins: 300, bonus: 0, amount: 990 },
  { coins: 600, bonus: 30, amount: 1990 },
  { coins: 1200, bonus: 120, amount: 3990 },
  { coins: 3000, bonus: 450, amount: 9990 },
  { coins: 6000, bonus: 1200, amount: 19_990 }
]

/** Unlimited viewing for so many days. */
export const passOffers = [
  { kind: 'weekly', days: 7, amount: 2990 },
  { kind: 'monthly', days: 30, amount: 7990 }
] as const

/** A discount on unlocking several episodes at once; `isRest` for all that are left of a drama. */
export interface RangeDiscount {
  least: number
  isRest: boolean
  percent: number
}

export const rangeDiscounts: readonly RangeDiscount[] = [
  { least: 10, isRest: false, percent: 5 },
  { least: 2, isRest: true, percent: 15 }
]
