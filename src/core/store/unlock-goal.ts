import type { Product, StoreIndex } from '../../../contract/store.js'
import { filterOffers, findDefaultProduct, isPass, type StoreTab } from './offers.js'

export interface UnlockGoal {
  tab: StoreTab
  from: number
  upTo: number
  price: number
}

export function missingCoins(
  { balance: { coins, bonus } }: Pick<StoreIndex, 'balance'>,
  { price }: UnlockGoal
): number {
  return Math.max(0, price - coins - bonus)
}

export function isAffordable(index: Pick<StoreIndex, 'balance' | 'debt'>, goal: UnlockGoal): boolean {
  return index.debt === 0 && missingCoins(index, goal) === 0
}

const MAX_SUGGESTED_PACKS = 4

/** Passes and the smallest packs that suffice, or every pack if none does. */
export function sufficientProducts(index: StoreIndex, goal: UnlockGoal): Product[] {
  const packs = packsBySize(index)
  const enough = packs.filter(pack => isEnough(pack, index, goal))
  const helpful = enough.length > 0 ? enough.slice(0, MAX_SUGGESTED_PACKS) : packs
  return index.products.filter(product => isPass(product) || helpful.includes(product))
}

export function findProductForGoal(index: StoreIndex, goal: UnlockGoal): Product | undefined {
  const packs = packsBySize(index)
  if (goal.tab === 'pass' || packs.length === 0) return findDefaultProduct(index.products, goal.tab)
  return packs.find(pack => isEnough(pack, index, goal)) ?? packs.at(-1)
}

const PAYWALL_PACKS = 3

/** The smallest packs that suffice, or the largest if none does, by size. */
export function selectPaywallPacks(index: StoreIndex, goal: UnlockGoal): Product[] {
  const packs = packsBySize(index)
  const enough = packs.filter(pack => isEnough(pack, index, goal))
  return enough.length > 0 ? enough.slice(0, PAYWALL_PACKS) : packs.slice(-PAYWALL_PACKS)
}

const packsBySize = (index: StoreIndex) =>
  filterOffers(index.products, 'coins').sort((one, other) => coinsGained(one, index) - coinsGained(other, index))

const isEnough = (pack: Product, index: StoreIndex, goal: UnlockGoal) =>
  pack.coins >= index.debt && coinsGained(pack, index) >= missingCoins(index, goal)

function coinsGained({ coins, bonus }: Product, { debt, first_gift }: StoreIndex): number {
  return Math.max(0, coins - debt) + bonus + (first_gift?.bonus ?? 0)
}
