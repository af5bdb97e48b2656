// What the viewer was about to watch when coins were missing, or a pass wished for; and what of the store helps.
import type { Product, StoreIndex } from '../../../contract/store.js'
import { isPass, offersOf, proposedOf, type StoreTab } from './offers.js'

export interface Errand {
  tab: StoreTab
  /** What is to be unlocked, from one episode up to another, and its price in coins. */
  from: number
  upTo: number
  price: number
}

/** In coins; 0 where the balance is enough. */
export function missingOf({ balance: { coins, bonus } }: Pick<StoreIndex, 'balance'>, { price }: Errand): number {
  return Math.max(0, price - coins - bonus)
}

/** Who owes coins can unlock nothing, whatever there is. */
export function isCovered(index: Pick<StoreIndex, 'balance' | 'debt'>, errand: Errand): boolean {
  return index.debt === 0 && missingOf(index, errand) === 0
}

const MOST_PACKS = 4

/** Passes, and the smallest packs after which nothing is missing; every pack where none is enough. */
export function helpfulOf(index: StoreIndex, errand: Errand): Product[] {
  const packs = packsBySize(index)
  const enough = packs.filter(pack => isEnough(pack, index, errand))
  const helpful = enough.length > 0 ? enough.slice(0, MOST_PACKS) : packs
  return index.products.filter(product => isPass(product) || helpful.includes(product))
}

/** The smallest pack that is enough, or else the largest. */
export function proposedFor(index: StoreIndex, errand: Errand): Product | undefined {
  const packs = packsBySize(index)
  if (errand.tab === 'pass' || packs.length === 0) return proposedOf(index.products, errand.tab)
  return packs.find(pack => isEnough(pack, index, errand)) ?? packs.at(-1)
}

const packsBySize = (index: StoreIndex) =>
  offersOf(index.products, 'coins').sort((one, other) => gainOf(one, index) - gainOf(other, index))

const isEnough = (pack: Product, index: StoreIndex, errand: Errand) =>
  pack.coins >= index.debt && gainOf(pack, index) >= missingOf(index, errand)

/** What can be spent of a pack: coins settle what is owed first. */
function gainOf({ coins, bonus }: Product, { debt, first_gift }: StoreIndex): number {
  return Math.max(0, coins - debt) + bonus + (first_gift?.bonus ?? 0)
}
