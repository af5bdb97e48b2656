import type { Insertable, Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { OrderRow } from '../../../db/schema/store-tables.js'
import type { WaivedCoins } from '../../ledger/movements.js'

/** The first key has no number, because orders had one return at most before partial refunds. */
export async function readNextReturn(trx: Transaction<Database>, { order_no }: OrderRow) {
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
  orderReturn: Insertable<Database['order_returns']>
): Promise<void> {
  await trx.insertInto('order_returns').values(orderReturn).execute()
}

/** Coins that a return took from the wallet, or that became debt or were waived instead. */
export interface TakenCoins {
  coins: number
  bonus: number
  debt: number
  waived: WaivedCoins
}

/**
 * Coins and bonus that were revoked and not restored, in the chains of all owners. `fromBonus` was taken from bonus lots;
 * `waived` was revoked without being taken from anybody.
 */
export interface RevokedCoins {
  coins: number
  bonus: number
  fromBonus: number
  waived: WaivedCoins
}

export async function readRevokedCoins(trx: Transaction<Database>, orderNo: string): Promise<RevokedCoins> {
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
  const sumEntries = (isWanted: (account: string) => boolean) =>
    rows.reduce((sum, { account, amount }) => sum + (isWanted(account) ? Number(amount) : 0), 0)
  return {
    coins: sumEntries(account => account === 'sys:sales'),
    bonus: sumEntries(account => account === 'sys:rewards'),
    fromBonus: -sumEntries(account => account.includes(':bonus:')),
    waived: {
      coins: -sumEntries(account => account === 'sys:waived_coins'),
      bonus: -sumEntries(account => account === 'sys:waived_bonus')
    }
  }
}
