// What the viewer was about to watch when coins were missing, or a pass wished for; and what of the store helps.
import type { Product, StoreIndex } from '../../../contract/store.js'
import { isPass, offersOf, proposedOf, type StoreTab } from './offers.js'

export interface UnlockGoal {
  tab: StoreTab
  /** What is to be unlocked, from one episode up to another, and its price in coins. */
  from: number
  upTo: number
  price: number
}

/** In coins; 0 where the balance is enough. */
export function missingCoins(
  { balance: { coins, bonus } }: Pick<StoreIndex, 'balance'>,
  { price }: UnlockGoal
): number {
  return Math.max(0, price - coins - bonus)
}

/** Who owes coins can unlock nothing, whatever there is. */
export function isAffordable(index: Pick<StoreIndex, 'balance' | 'debt'>, errand: UnlockGoal): boolean {
  return index.debt === 0 && missingCoins(index, errand) === 0
}

const MAX_SUGGESTED_PACKS = 4

/** Passes, and the smallest packs after which nothing is missing; every pack where none is enough. */
export function sufficientProducts(index: StoreIndex, errand: UnlockGoal): Product[] {
  const packs = packsBySize(index)
  const enough = packs.filter(pack => isEnough(pack, index, errand))
  const helpful = enough.length > 0 ? enough.slice(0, MAX_SUGGESTED_PACKS) : packs
  return index.products.filter(product => isPass(product) || helpful.includes(product))
}

/** The smallest pack that is enough, or else the largest. */
export function suggestedProduct(index: StoreIndex, errand: UnlockGoal): Product | undefined {
  const packs = packsBySize(index)
  if (errand.tab === 'pass' || packs.length === 0) return proposedOf(index.products, errand.tab)
  return packs.find(pack => isEnough(pack, index, errand)) ?? packs.at(-1)
}

const packsBySize = (index: StoreIndex) =>
  offersOf(index.products, 'coins').sort((one, other) => coinsGained(one, index) - coinsGained(other, index))

const isEnough = (pack: Product, index: StoreIndex, errand: UnlockGoal) =>
  pack.coins >= index.debt && coinsGained(pack, index) >= missingCoins(index, errand)

/** What can be spent of a pack: coins settle what is owed first. */
function coinsGained({ coins, bonus }: Product, { debt, first_gift }: StoreIndex): number {
  return Math.max(0, coins - debt) + bonus + (first_gift?.bonus ?? 0)
}
