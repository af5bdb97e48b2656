// Only this file writes the ledger, lots and balances. Database triggers reject inconsistent changes.
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { LedgerKind } from '../../../contract/wallet.js'
import type { Database } from '../../db/schema/schema.js'
import { hashTransaction, type LedgerTransaction } from './hash-chain.js'
import { computeMovementEffect, type Movement, type MovementEffect, toLedgerEntries } from './movements.js'
import { lockWallet, type WalletState } from './wallet.js'

/**
 * `key` is the idempotency key. Pass `wallet` only if it was locked in this transaction and nothing was posted since:
 * the database rejects a stale one.
 */
export interface NewTransaction {
  userId: string
  kind: LedgerKind
  ref: { type: string; id: string }
  key: string
  change: Movement
  now: Date
  wallet?: WalletState
}

export interface PostedTransaction {
  isNew: boolean
  seq: number
  coins: number
  bonus: number
  balance: { coins: number; bonus: number }
}

/** Posts in the caller's transaction, after locking the user's row. Throws InsufficientBalance. */
export async function postTransaction(trx: Transaction<Database>, posting: NewTransaction): Promise<PostedTransaction> {
  const wallet = posting.wallet ?? (await lockWallet(trx, posting.userId))
  const existing = await findPosted(trx, posting)
  if (existing !== null) return { ...existing, balance: { coins: wallet.coins, bonus: wallet.bonus } }
  return postNewTransaction(trx, { ...posting, wallet })
}

/** Like `postTransaction`, but does not look for an earlier transaction: the database rejects a key that was used. */
async function postNewTransaction(trx: Transaction<Database>, posting: WalletPosting): Promise<PostedTransaction> {
  const planned = planTransaction(posting)
  if (!(await writeTransaction(trx, planned))) throw new Error('the wallet has changed since it was read')
  return planned.posted
}

export type WalletPosting = NewTransaction & { wallet: WalletState }

export interface PlannedTransaction {
  posting: WalletPosting
  txn: LedgerTransaction
  effect: MovementEffect
  posted: PostedTransaction
}

/** Writes nothing. Throws InsufficientBalance. */
export function planTransaction(posting: WalletPosting): PlannedTransaction {
  const { userId, kind, ref, key, change, now, wallet } = posting
  const effect = computeMovementEffect(change, wallet, now)
  const seq = wallet.seq + 1
  const bonus = effect.newLotAmount + effect.lots.reduce((sum, lot) => sum + lot.amount, 0)
  const txn: LedgerTransaction = {
    userId,
    seq,
    kind,
    refType: ref.type,
    refId: ref.id,
    key,
    coins: effect.coins,
    bonus,
    coinsAfter: wallet.coins + effect.coins,
    bonusAfter: wallet.bonus + bonus,
    entries: toLedgerEntries(effect, userId, seq),
    prevHash: wallet.hash,
    createdAt: now
  }
  const balance = { coins: txn.coinsAfter, bonus: txn.bonusAfter }
  return { posting, txn, effect, posted: { isNew: true, seq, coins: txn.coins, bonus, balance } }
}

async function findPosted(trx: Transaction<Database>, { userId, kind, ref, key }: NewTransaction) {
  const row = await trx
    .selectFrom('ledger_txns')
    .select(['seq', 'kind', 'ref_type', 'ref_id', 'coins', 'bonus'])
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  if (row === undefined) return null
  if (row.kind !== kind || row.ref_type !== ref.type || row.ref_id !== ref.id) {
    throw new Error(`the key ${key} was used for another movement`)
  }
  return { isNew: false, seq: Number(row.seq), coins: Number(row.coins), bonus: Number(row.bonus) }
}

/**
 * Writes everything in one statement, because each statement is a round trip to the database. It locks the user's row
 * first. Returns false, and has written nothing, if the balance is no longer the wallet's; a wallet with the same balance
 * but later transactions violates the primary key. `extra` are statements of the same transaction, which must take their
 * rows from `owner (id)` to be written only then.
 */
export async function writeTransaction(
  db: Kysely<Database>,
  { posting: { change, wallet }, txn, effect }: PlannedTransaction,
  extra: readonly RawBuilder<unknown>[] = []
): Promise<boolean> {
  const { userId, seq, kind, createdAt } = txn
  const entries = txn.entries.map((entry, index) => ({ ...entry, no: index + 1 }))
  const parts = [
    sql`owner as (
      select id from users where id = ${userId} and coins = ${wallet.coins}::bigint and bonus = ${wallet.bonus}::bigint
        and debt = ${wallet.debt}::bigint for update
    )`,
    sql`txn as (
      insert into ledger_txns (user_id, seq, kind, ref_type, ref_id, idempotency_key, coins, bonus, entry_count,
        coins_after, bonus_after, prev_hash, hash, created_at)
      select owner.id, ${seq}::bigint, ${kind}::text, ${txn.refType}::text, ${txn.refId}::text, ${txn.key}::text,
        ${txn.coins}::bigint, ${txn.bonus}::bigint, ${entries.length}::integer, ${txn.coinsAfter}::bigint,
        ${txn.bonusAfter}::bigint, ${txn.prevHash}::text, ${hashTransaction(txn)}::text, ${createdAt}::timestamptz
      from owner
    )`,
    sql`entries as (
      insert into ledger_entries (user_id, seq, no, account, amount)
      select owner.id, ${seq}::bigint, entry.no, entry.account, entry.amount
      from owner, jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
        as entry (no integer, account text, amount bigint)
    )`,
    sql`lots as (
      update bonus_lots set remaining = remaining + moved.amount ${extendExpiredLots(change, createdAt)}
      from owner, jsonb_to_recordset(${JSON.stringify(effect.lots)}::jsonb) as moved (id bigint, amount bigint)
      where bonus_lots.user_id = owner.id and bonus_lots.id = moved.id
    )`,
    ...(effect.newLotAmount > 0
      ? [
          sql`new_lot as (
            insert into bonus_lots (user_id, id, source, granted, remaining, expires_at, created_at)
            select owner.id, ${seq}::bigint, ${kind}::text, ${effect.newLotAmount}::bigint,
              ${effect.newLotAmount}::bigint, ${requireEnd(change)}::timestamptz, ${createdAt}::timestamptz
            from owner
          )`
        ]
      : []),
    ...extra.map((statement, index) => sql`${sql.raw(`extra_${index}`)} as (${statement})`)
  ]
  const { rows } = await sql`with ${sql.join(parts)}
    update users set coins = ${txn.coinsAfter}::bigint, bonus = ${txn.bonusAfter}::bigint,
      debt = ${wallet.debt + effect.debtChange}::bigint
    from owner where users.id = owner.id returning users.id`.execute(db)
  return rows.length === 1
}

const extendExpiredLots = (change: Movement, now: Date) =>
  change.type === 'refund'
    ? sql`, expires_at = case when expires_at <= ${now}::timestamptz then ${requireEnd(change)}::timestamptz
        else expires_at end`
    : sql``

function requireEnd(change: Movement): Date {
  if (!('endsAt' in change)) throw new Error('bonus without an end')
  return change.endsAt
}
