// The movements of an order's money after it was paid, and of what it gave.
import type { Insertable, Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { OrderRow } from '../../../db/schema/store-tables.js'

/** The number of an order's next movement, and the key of its coins; the first is named as those before parts were. */
export async function nextReturn(trx: Transaction<Database>, { order_no }: OrderRow) {
  const { last } = await trx
    .selectFrom('order_returns')
    .select(({ fn }) => fn.max<number | null>('no').as('last'))
    .where('order_no', '=', order_no)
    .executeTakeFirstOrThrow()
  const no = (last ?? 0) + 1
  return { no, key: no === 1 ? `order_refund:${order_no}` : `order_refund:${order_no}:${no}` }
}

export async function writeReturn(
  trx: Transaction<Database>,
  movement: Insertable<Database['order_returns']>
): Promise<void> {
  await trx.insertInto('order_returns').values(movement).execute()
}

/**
 * What was taken back of an order's coins and bonus so far and not given again, whoever had them then; `fromBonus` of it
 * was bonus when it went.
 */
export async function revokedCoins(
  trx: Transaction<Database>,
  orderNo: string
): Promise<{ coins: number; bonus: number; fromBonus: number }> {
  const rows = await trx
    .selectFrom('ledger_txns')
    .innerJoin('ledger_entries', join =>
      join
        .onRef('ledger_entries.user_id', '=', 'ledger_txns.user_id')
        .onRef('ledger_entries.seq', '=', 'ledger_txns.seq')
    )
    .select(['ledger_entries.account', 'ledger_entries.amount'])
    .where('ledger_txns.ref_type', '=', 'order')
    .where('ledger_txns.ref_id', '=', orderNo)
    .where('ledger_txns.kind', '=', 'order_refund')
    .execute()
  const sumOf = (isWanted: (account: string) => boolean) =>
    rows.reduce((sum, { account, amount }) => sum + (isWanted(account) ? Number(amount) : 0), 0)
  return {
    coins: sumOf(account => account === 'sys:sales'),
    bonus: sumOf(account => account === 'sys:rewards'),
    fromBonus: -sumOf(account => account.includes(':bonus:'))
  }
}
