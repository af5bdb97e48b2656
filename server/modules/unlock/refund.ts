import type { Transaction } from 'kysely'
import type { Database } from '../../db/schema.js'
import { coinsAccount, lotAccount } from '../ledger/chain.js'
import { type Posted, post } from '../ledger/post.js'
import type { Wallet } from '../ledger/wallet.js'

const AGAIN_MS = 7 * 86_400_000

/** An unlock that was paid for and not given back. */
export interface PaidUnlock {
  episodeId: string
  coinsPaid: number
  bonusPaid: number
  ledgerSeq: number
}

/**
 * Locks the episode again and gives what it cost back to where it came from; lots that have ended meanwhile last for 7
 * days more. The wallet must be locked. Null where it had cost nothing.
 */
export async function refundUnlock(
  trx: Transaction<Database>,
  { userId }: Wallet,
  { episodeId, coinsPaid, bonusPaid, ledgerSeq }: PaidUnlock,
  now: Date
): Promise<Posted | null> {
  await trx
    .updateTable('unlocks')
    .set({ refunded_at: now })
    .where('user_id', '=', userId)
    .where('episode_id', '=', episodeId)
    .execute()
  if (coinsPaid + bonusPaid === 0) return null
  const lots = shareOut(bonusPaid, await lotsOfPayment(trx, userId, ledgerSeq))
  const payment = { coins: coinsPaid, lots }
  const change = { type: 'giveBack', payment, endsAt: new Date(now.getTime() + AGAIN_MS) } as const
  const name = `${ledgerSeq}:${episodeId}`
  const ref = { type: 'unlock', id: name }
  return post(trx, { userId, kind: 'unlock_refund', ref, key: `refund:${name}`, change, now })
}

/** What a payment took from each lot, less what was given back of it already. */
async function lotsOfPayment(trx: Transaction<Database>, userId: string, seq: number) {
  const rows = await trx
    .selectFrom('ledger_entries')
    .innerJoin('ledger_txns', join =>
      join
        .onRef('ledger_txns.user_id', '=', 'ledger_entries.user_id')
        .onRef('ledger_txns.seq', '=', 'ledger_entries.seq')
    )
    .select(({ fn }) => ['ledger_entries.account', fn.sum<string>('ledger_entries.amount').as('amount')])
    .where('ledger_entries.user_id', '=', userId)
    .where(({ or, and, eb, fn, val }) =>
      or([
        eb('ledger_txns.seq', '=', String(seq)),
        and([
          eb('ledger_txns.kind', '=', 'unlock_refund'),
          eb(fn<boolean>('starts_with', ['ledger_txns.ref_id', val(`${seq}:`)]), '=', true)
        ])
      ])
    )
    .groupBy('ledger_entries.account')
    .execute()
  const prefix = lotAccount(userId, 0).slice(0, -1)
  return rows
    .filter(({ account }) => account !== coinsAccount(userId) && account.startsWith(prefix))
    .map(({ account, amount }) => ({ id: Number(account.slice(prefix.length)), amount: -Number(amount) }))
    .sort((one, other) => other.id - one.id)
}

/** Youngest lots first: they last longest. */
function shareOut(total: number, lots: readonly { id: number; amount: number }[]) {
  let missing = total
  return lots.flatMap(({ id, amount }) => {
    const given = Math.min(missing, amount)
    missing -= given
    return given > 0 ? [{ id, amount: given }] : []
  })
}
