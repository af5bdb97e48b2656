import type { Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { postTransaction } from './post.js'
import { lockWallet } from './wallet.js'

export async function settleDebt(
  trx: Transaction<Database>,
  { userId, refId, key, now }: { userId: string; refId: string; key: string; now: Date }
): Promise<void> {
  const wallet = await lockWallet(trx, userId)
  const amount = Math.min(wallet.coins, wallet.debt)
  if (amount === 0) return
  const ref = { type: 'debt', id: refId }
  await postTransaction(trx, {
    userId,
    kind: 'order_refund',
    ref,
    key,
    change: { type: 'settleDebt', amount },
    now,
    wallet
  })
}
