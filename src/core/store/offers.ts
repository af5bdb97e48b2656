// What the prices of the store come to, for who compares them.
import type { Product } from '../../../contract/store.js'
import type { Price } from '../format/locale-format.js'

export type StoreTab = 'coins' | 'pass'

export const isPass = ({ kind }: Pick<Product, 'kind'>) => kind !== 'coins'

/** Passes and packs, in the order of the server. */
export function offersOf(products: readonly Product[], tab: StoreTab): Product[] {
  return products.filter(product => isPass(product) === (tab === 'pass'))
}

/** What is proposed first: the campaign's offer, else the popular one of what the viewer came for. */
export function proposedOf(products: readonly Product[], tab: StoreTab): Product | undefined {
  const offers = offersOf(products, tab)
  return (
    offers.find(({ badge }) => badge === 'offer') ??
    offers.find(({ badge }) => badge === 'popular') ??
    offers[0] ??
    products[0]
  )
}

/** Bonus on top of the coins, in whole percent. */
export function bonusPercent({ coins, bonus }: Product): number {
  return coins > 0 ? Math.round((bonus / coins) * 100) : 0
}

/** What a hundred coins cost, the bonus counted; nothing where there are none. */
export function pricePerHundred({ coins, bonus, amount, currency }: Product): Price | undefined {
  const got = coins + bonus
  return got > 0 ? { amount: Math.round((amount * 100) / got), currency } : undefined
}

export function pricePerDay({ days, amount, currency }: Product): Price | undefined {
  return days ? { amount: Math.round(amount / days), currency } : undefined
}

/** How much less a day of this pass costs than one of the dearest, in whole percent. */
export function passSaving(pass: Product, passes: readonly Product[]): number {
  const ofDay = ({ days, amount }: Product) => (days ? amount / days : 0)
  const dearest = Math.max(...passes.filter(({ currency }) => currency === pass.currency).map(ofDay))
  return dearest > 0 ? Math.floor((1 - ofDay(pass) / dearest) * 100) : 0
}
