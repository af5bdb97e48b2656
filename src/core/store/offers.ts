import type { Product } from '../../../contract/store.js'
import type { CurrencyAmount } from '../format/price-and-date-format.js'

export type StoreTab = 'coins' | 'pass'

export const isPass = ({ kind }: Pick<Product, 'kind'>) => kind !== 'coins'

export function filterOffers(products: readonly Product[], tab: StoreTab): Product[] {
  return products.filter(product => isPass(product) === (tab === 'pass'))
}

export function findDefaultProduct(products: readonly Product[], tab: StoreTab): Product | undefined {
  const offers = filterOffers(products, tab)
  return (
    offers.find(({ badge }) => badge === 'offer') ??
    offers.find(({ badge }) => badge === 'popular') ??
    offers[0] ??
    products[0]
  )
}

export function bonusPercent({ coins, bonus }: Product): number {
  return coins > 0 ? Math.round((bonus / coins) * 100) : 0
}

export function pricePerHundred({ coins, bonus, amount, currency }: Product): CurrencyAmount | undefined {
  const totalCoins = coins + bonus
  return totalCoins > 0 ? { amount: Math.round((amount * 100) / totalCoins), currency } : undefined
}

export function pricePerDay({ days, amount, currency }: Product): CurrencyAmount | undefined {
  return days ? { amount: Math.round(amount / days), currency } : undefined
}

/** In whole percent per day, compared with the most expensive pass. */
export function passSaving(pass: Product, passes: readonly Product[]): number {
  const pricePerDayOf = ({ days, amount }: Product) => (days ? amount / days : 0)
  const highestPrice = Math.max(...passes.filter(({ currency }) => currency === pass.currency).map(pricePerDayOf))
  return highestPrice > 0 ? Math.floor((1 - pricePerDayOf(pass) / highestPrice) * 100) : 0
}
