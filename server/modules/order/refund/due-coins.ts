import type { Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { OrderRow } from '../../../db/schema/store-tables.js'
import type { OrderBonus, ReplacementLots } from '../../ledger/movements.js'
import type { WalletState } from '../../ledger/wallet.js'
import { readMergedBonus, readOriginLots, toLotOrigin } from './order-lots.js'
import { type RevokedCoins, readRevokedCoins } from './order-returns.js'
import { scaleByReversedShare } from './refund-state.js'
import { computeGiftTaken, computeReturnedByMerges, readGifts, sumWithheldGifts } from './withheld-gifts.js'

export interface DueCoins extends Required<OrderBonus> {
  coins: number
  bonus: number
}

/** Reads what the order's refund state takes back beyond what was revoked already. */
export async function readDueCoins(trx: Transaction<Database>, order: OrderRow): Promise<DueCoins> {
  const { revoked, bonus, lotIds, replacement } = await readDueBonus(trx, order)
  const gift = await readWithheldGift(trx, order)
  return {
    coins: scaleByReversedShare(order.coins, order) - revoked.coins,
    bonus: Math.max(0, bonus - gift.withheld),
    lotIds,
    replacement: addLots(replacement, gift.replacement)
  }
}

interface DueBonus extends Required<OrderBonus> {
  revoked: RevokedCoins
  /** As if no gift had been withheld. */
  bonus: number
  ownLeft: number
}

async function readDueBonus(trx: Transaction<Database>, order: OrderRow): Promise<DueBonus> {
  const origin = toLotOrigin(order)
  const lots = await readOriginLots(trx, origin)
  const merged = await readMergedBonus(trx, origin, order.user_id, lots)
  const expired = lots.reduce((sum, lot) => sum + lot.expired, merged.expired)
  const revoked = await readRevokedCoins(trx, order.order_no)
  const own = lots.filter(({ userId }) => userId === order.user_id)
  return {
    revoked,
    // Bonus that expired unspent is not owed.
    bonus: Math.max(0, scaleByReversedShare(order.bonus + order.gift - expired, order) - revoked.bonus),
    lotIds: own.map(({ id }) => id),
    ownLeft: own.reduce((sum, { remaining }) => sum + remaining, 0),
    replacement: { lotIds: merged.lotIds, limit: merged.limit }
  }
}

const NO_LOTS: ReplacementLots = { lotIds: [], limit: 0 }

const addLots = (one: ReplacementLots, other: ReplacementLots): ReplacementLots => ({
  lotIds: [...one.lotIds, ...other.lotIds],
  limit: one.limit + other.limit
})

export interface WithheldGift {
  withheld: number
  replacement: ReplacementLots
}

/**
 * Reads how much of the order's gift a refund leaves, because a merge has withheld it. Of several gifts the first that is
 * refunded counts as withheld. Then its lots replace those of the gift that is refunded later.
 */
export async function readWithheldGift(trx: Transaction<Database>, order: OrderRow): Promise<WithheldGift> {
  const none = { withheld: 0, replacement: NO_LOTS }
  if (order.gift === 0) return none
  const gifts = (await readGifts(trx, order.user_id)).map(gift =>
    gift.order.order_no === order.order_no ? { ...gift, order } : gift
  )
  const withheld = await sumWithheldGifts(trx, order.user_id, gifts)
  if (withheld === 0) return none
  let returned = computeReturnedByMerges(gifts, withheld)
  let replacement = NO_LOTS
  let taken = 0
  for (const gift of gifts) {
    if (gift.order.order_no === order.order_no) taken = computeGiftTaken(gift)
    else {
      const due = await readDueBonus(trx, gift.order)
      const left = Math.min(due.bonus, computeGiftTaken(gift))
      returned -= left
      if (left === 0) continue
      const limit = Math.min(left, due.ownLeft + due.replacement.limit)
      replacement = addLots(replacement, { lotIds: [...due.lotIds, ...due.replacement.lotIds], limit })
    }
  }
  return { withheld: Math.max(0, Math.min(returned, taken)), replacement }
}

/** Sums what is left of the order's bonus, also in the lots that replace its own. */
export function sumRemainingBonus({ lots }: WalletState, { lotIds, replacement }: DueCoins): number {
  const sumOf = (ids: readonly number[]) =>
    lots.reduce((sum, { id, remaining }) => sum + (ids.includes(id) ? remaining : 0), 0)
  return sumOf(lotIds) + Math.min(replacement.limit, sumOf(replacement.lotIds))
}
