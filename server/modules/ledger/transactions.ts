import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { LedgerEntry, LedgerTransaction } from './hash-chain.js'

export interface StoredTransaction extends LedgerTransaction {
  hash: string
}

export interface TransactionRange {
  afterSeq: number
  limit: number
  from?: Date | undefined
  to?: Date | undefined
}

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
  return rows.map(row => toTransaction(row, bySeq.get(row.seq) ?? []))
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

function toTransaction(row: Selectable<Database['ledger_txns']>, entries: LedgerEntry[]): StoredTransaction {
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
