import type { Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { settleDebt } from '../../ledger/debt.js'
import { postTransaction } from '../../ledger/post.js'
import { lockWallet } from '../../ledger/wallet.js'
import type { MergeContext } from './merge-context.js'

/**
 * Moves coins, bonus per end time, and debt out of the visitor's chain and into the account's, so that both chains stay
 * valid. Then pays the debt from the coins.
 */
export async function mergeMoney(trx: Transaction<Database>, { from, into, now }: MergeContext): Promise<void> {
  const wallet = await lockWallet(trx, from)
  const { coins, bonus, debt, lots } = wallet
  if (coins + bonus + debt === 0) return
  const key = `merge:${from}`
  const moveOut = { type: 'moveOut' } as const
  await postTransaction(trx, {
    userId: from,
    kind: 'merge',
    ref: { type: 'user', id: into },
    key,
    change: moveOut,
    now,
    wallet
  })
  const arrivals = [
    ...(coins + debt === 0 ? [] : [{ name: 'coins', coins, bonus: 0, debt, endsAt: now }]),
    ...[...sumBonusByEndMs(lots)].map(([end, amount]) => ({
      name: `${end}`,
      coins: 0,
      bonus: amount,
      debt: 0,
      endsAt: new Date(end)
    }))
  ]
  for (const { name, ...amounts } of arrivals) {
    const change = { type: 'moveIn', ...amounts } as const
    const ref = { type: 'user', id: from }
    await postTransaction(trx, { userId: into, kind: 'merge', ref, key: `${key}:${name}`, change, now })
  }
  await settleDebt(trx, { userId: into, refId: from, key: `debt:${key}`, now })
}

function sumBonusByEndMs(lots: readonly { remaining: number; expiresAt: Date }[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { remaining, expiresAt } of lots) {
    sums.set(expiresAt.getTime(), (sums.get(expiresAt.getTime()) ?? 0) + remaining)
  }
  return sums
}
