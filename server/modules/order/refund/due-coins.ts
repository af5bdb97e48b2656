import type { Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { OrderRow } from '../../../db/schema/store-tables.js'
import type { OrderBonus } from '../../ledger/movements.js'
import type { LockedWallet } from '../../ledger/wallet.js'
import { readMergedBonus, readOrderLots } from './order-lots.js'
import { readRevokedCoins } from './order-returns.js'
import { scaleByReversedShare } from './refund-state.js'

export interface DueCoins extends Required<OrderBonus> {
  coins: number
  bonus: number
}

/** Reads what the order's refund state takes back beyond what was revoked already. */
export async function readDueCoins(trx: Transaction<Database>, order: OrderRow): Promise<DueCoins> {
  const lots = await readOrderLots(trx, order)
  const merged = await readMergedBonus(trx, order, order.user_id, lots)
  const expired = lots.reduce((sum, lot) => sum + lot.expired, merged.expired)
  const revoked = await readRevokedCoins(trx, order.order_no)
  return {
    coins: scaleByReversedShare(order.coins, order) - revoked.coins,
    // Bonus that expired unspent is not owed.
    bonus: Math.max(0, scaleByReversedShare(order.bonus + order.gift - expired, order) - revoked.bonus),
    lotIds: lots.filter(({ userId }) => userId === order.user_id).map(({ id }) => id),
    replacement: { lotIds: merged.lotIds, limit: merged.limit }
  }
}

/** Sums what is left of the order's bonus, also in the lots that replace its own. */
export function sumRemainingBonus({ lots }: LockedWallet, { lotIds, replacement }: DueCoins): number {
  const sumOf = (ids: readonly number[]) =>
    lots.reduce((sum, { id, remaining }) => sum + (ids.includes(id) ? remaining : 0), 0)
  return sumOf(lotIds) + Math.min(replacement.limit, sumOf(replacement.lotIds))
}
