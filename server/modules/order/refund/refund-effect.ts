import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { OrderRow } from '../../../db/schema/store-tables.js'
import { transaction } from '../../../db/transaction.js'
import { selectWallet, toWalletAndStoredResponse } from '../../ledger/wallet.js'
import { readDueCoins, sumRemainingBonus } from './due-coins.js'
import { computeReversedAmount } from './refund-state.js'

interface Coins {
  coins: number
  bonus: number
}

/** `takes` is what a refund of all that is left takes from the viewer, `held` what the viewer still has to give. */
export interface RefundEffect {
  takes: Coins
  held: Coins
}

/**
 * Null for an order that sold no coins, is not paid or has nothing left. It locks nothing, so the refund itself counts
 * again.
 */
export async function readRefundEffect(db: Kysely<Database>, order: OrderRow, now: Date): Promise<RefundEffect | null> {
  const { user_id: userId, amount, kind, status } = order
  if (kind !== 'coins' || status !== 'paid' || computeReversedAmount(order) >= Number(amount)) return null
  return transaction(db, async trx => {
    const due = await readDueCoins(trx, { ...order, status: 'refunded', refunded_amount: amount })
    const { wallet } = toWalletAndStoredResponse(
      userId,
      await selectWallet(trx, userId, null).executeTakeFirstOrThrow()
    )
    const lots = wallet.lots.filter(({ expiresAt }) => expiresAt > now)
    return {
      takes: { coins: due.coins, bonus: due.bonus },
      held: { coins: wallet.coins, bonus: sumRemainingBonus({ ...wallet, lots }, due) }
    }
  })
}
