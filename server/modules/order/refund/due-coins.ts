import type { Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { OrderRow } from '../../../db/schema/store-tables.js'
import { type OrderLot, readOrderLots } from './order-lots.js'
import { readRevokedCoins } from './order-returns.js'
import { scaleByReversedShare } from './refund-state.js'

export interface DueCoins {
  coins: number
  bonus: number
  lots: readonly OrderLot[]
}

/** Reads what the order's refund state takes back beyond what was revoked already. */
export async function readDueCoins(trx: Transaction<Database>, order: OrderRow): Promise<DueCoins> {
  const lots = await readOrderLots(trx, order)
  const expired = lots.reduce((sum, lot) => sum + lot.expired, 0)
  const revoked = await readRevokedCoins(trx, order.order_no)
  return {
    coins: scaleByReversedShare(order.coins, order) - revoked.coins,
    // Bonus that expired unspent is not owed.
    bonus: Math.max(0, scaleByReversedShare(order.bonus + order.gift - expired, order) - revoked.bonus),
    lots
  }
}
