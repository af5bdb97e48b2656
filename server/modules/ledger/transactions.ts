import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { LedgerEntry, LedgerTransaction } from './hash-chain.js'

/** A transaction as it is kept, with the seal it was given. */
export interface StoredTransaction extends LedgerTransaction {
  hash: string
}

/** Which transactions to read: those after `afterSeq`, oldest first, made within a time if one is given. */
export interface TransactionRange {
  afterSeq: number
  limit: number
  from?: Date | undefined
  to?: Date | undefined
}

/** A stretch of a user's chain with its entries. */
export async function readTransactions(
  db: Kysely<Database>,
  userId: string,
  { afterSeq, limit, from, to }: TransactionRange
): Promise<StoredTransaction[]> {
  const rows = await db
    .selectFrom('ledger_txns')
    .selectAll()
    .where('user_id', '=', userId)
    .where('seq', '>', String(afterSeq))
    .$if(from !== undefined, query => query.where('created_at', '>=', from ?? new Date(0)))
    .$if(to !== undefined, query => query.where('created_at', '<', to ?? new Date(0)))
    .orderBy('seq')
    .limit(limit)
    .execute()
  if (rows.length === 0) return []
  const entries = await db
    .selectFrom('ledger_entries')
    .select(['seq', 'account', 'amount'])
    .where('user_id', '=', userId)
    .where(
      'seq',
      'in',
      rows.map(row => row.seq)
    )
    .orderBy('seq')
    .orderBy('no')
    .execute()
  const bySeq = groupBySeq(entries)
  return rows.map(row => txnOf(row, bySeq.get(row.seq) ?? []))
}

function groupBySeq(rows: { seq: string; account: string; amount: string }[]): Map<string, LedgerEntry[]> {
  const groups = new Map<string, LedgerEntry[]>()
  for (const { seq, account, amount } of rows) {
    const group = groups.get(seq) ?? []
    groups.set(seq, group)
    group.push({ account, amount: Number(amount) })
  }
  return groups
}

function txnOf(row: Selectable<Database['ledger_txns']>, entries: LedgerEntry[]): StoredTransaction {
  return {
    userId: row.user_id,
    seq: Number(row.seq),
    kind: row.kind,
    refType: row.ref_type,
    refId: row.ref_id,
    key: row.idempotency_key,
    coins: Number(row.coins),
    bonus: Number(row.bonus),
    coinsAfter: Number(row.coins_after),
    bonusAfter: Number(row.bonus_after),
    entries,
    prevHash: row.prev_hash,
    createdAt: row.created_at,
    hash: row.hash
  }
}
