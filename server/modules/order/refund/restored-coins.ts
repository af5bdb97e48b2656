import type { OrderRow } from '../../../db/schema/store-tables.js'
import type { WaivedCoins } from '../../ledger/movements.js'
import type { RevokedCoins } from './order-returns.js'
import { scaleByReversedShare } from './refund-state.js'

/** `coins` and `bonus` are no longer revoked. `waived` of them was never taken; the viewer gets the rest. */
export interface RestoredCoins {
  coins: number
  bonus: number
  asBonus: number
  waived: WaivedCoins
}

type Grants = Pick<OrderRow, 'coins' | 'bonus' | 'gift' | 'status' | 'amount' | 'refunded_amount' | 'disputed_amount'>

/**
 * Computes what comes back with the order's refund state. What was taken from bonus comes back as bonus. `standing` is
 * what was waived by refunds that have not failed, `withheld` what no refund takes of the gift.
 */
export function computeRestoredCoins(
  order: Grants,
  revoked: RevokedCoins,
  standing: WaivedCoins,
  withheld = 0
): RestoredCoins {
  const coins = revoked.coins - scaleByReversedShare(order.coins, order)
  const dueBonus = Math.max(0, scaleByReversedShare(order.bonus + order.gift, order) - withheld)
  const bonus = Math.max(0, revoked.bonus - dueBonus)
  const waived = {
    coins: computeRestoredWaiver(revoked.waived.coins, standing.coins, revoked.coins, coins),
    bonus: computeRestoredWaiver(revoked.waived.bonus, standing.bonus, revoked.bonus, bonus)
  }
  const total = coins + bonus - waived.coins - waived.bonus
  const takenBonus = revoked.bonus - revoked.waived.bonus
  const asBonus = Math.max(0, Math.min(total, bonus - waived.bonus + revoked.fromBonus - takenBonus))
  return { coins, bonus, asBonus, waived }
}

/**
 * Shares are rounded down, so a part that is restored can differ by one coin from the part that was revoked. What stays
 * waived is therefore never more than what stays revoked: all parts together restore exactly what was taken.
 */
function computeRestoredWaiver(waived: number, standing: number, revoked: number, restored: number): number {
  const stays = Math.min(waived, standing, revoked - restored)
  return Math.min(waived - stays, restored)
}
