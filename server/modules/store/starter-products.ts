// Amounts in minor units of the server's currency.

export interface CoinPack {
  coins: number
  bonus: number
  amount: number
}

export interface StarterPack extends CoinPack {
  badge: 'popular' | 'best_value' | null
}

export const coinPacks: readonly StarterPack[] = [
  { coins: 300, bonus: 0, amount: 990, badge: null },
  { coins: 600, bonus: 30, amount: 1990, badge: null },
  { coins: 1200, bonus: 120, amount: 3990, badge: 'popular' },
  { coins: 3000, bonus: 450, amount: 9990, badge: null },
  { coins: 6000, bonus: 1200, amount: 19_990, badge: 'best_value' }
]

export const passOffers = [
  { kind: 'weekly', days: 7, amount: 2990 },
  { kind: 'monthly', days: 30, amount: 7990 }
] as const

export interface RangeDiscount {
  minEpisodes: number
  isRest: boolean
  percent: number
}

export const rangeDiscounts: readonly RangeDiscount[] = [
  { minEpisodes: 10, isRest: false, percent: 5 },
  { minEpisodes: 2, isRest: true, percent: 15 }
]

export const FIRST_PURCHASE_BONUS = 100
