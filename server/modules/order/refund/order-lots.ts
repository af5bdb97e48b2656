import type { Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { OrderRow } from '../../../db/schema/store-tables.js'
import { lotAccount } from '../../ledger/hash-chain.js'

/** A bonus lot that an order gave; amounts in coins. `expired` of it was unspent at its end. */
export interface OrderLot {
  userId: string
  id: number
  granted: number
  remaining: number
  expired: number
}

export async function readOrderLots(trx: Transaction<Database>, { order_no }: OrderRow): Promise<OrderLot[]> {
  const lots = await trx
    .selectFrom('ledger_txns')
    .innerJoin('bonus_lots', join =>
      join.onRef('bonus_lots.user_id', '=', 'ledger_txns.user_id').onRef('bonus_lots.id', '=', 'ledger_txns.seq')
    )
    .select(['bonus_lots.user_id', 'bonus_lots.id', 'bonus_lots.granted', 'bonus_lots.remaining'])
    .where('ledger_txns.ref_type', '=', 'order')
    .where('ledger_txns.ref_id', '=', order_no)
    .where('ledger_txns.kind', 'in', ['topup_bonus', 'gift', 'order_refund'])
    .execute()
  const expired = await Promise.all(lots.map(({ user_id, id }) => readExpiredAmount(trx, user_id, Number(id))))
  return lots.map(({ user_id: userId, id, granted, remaining }, index) => ({
    userId,
    id: Number(id),
    granted: Number(granted),
    remaining: Number(remaining),
    expired: expired[index] ?? 0
  }))
}

async function readExpiredAmount(trx: Transaction<Database>, userId: string, lotId: number): Promise<number> {
  const row = await trx
    .selectFrom('ledger_entries')
    .innerJoin('ledger_txns', join =>
      join
        .onRef('ledger_txns.user_id', '=', 'ledger_entries.user_id')
        .onRef('ledger_txns.seq', '=', 'ledger_entries.seq')
    )
    .select(({ fn }) => fn.sum<string | null>('ledger_entries.amount').as('sum'))
    .where('ledger_entries.user_id', '=', userId)
    .where('ledger_entries.account', '=', lotAccount(userId, lotId))
    .where('ledger_txns.kind', '=', 'expire')
    .executeTakeFirstOrThrow()
  return -Number(row.sum ?? 0)
}
