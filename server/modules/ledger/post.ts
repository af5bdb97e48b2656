// Only this file writes the ledger, lots and balances. Database triggers reject inconsistent changes.
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { LedgerKind } from '../../../contract/wallet.js'
import type { Database } from '../../db/schema/schema.js'
import { hashTransaction, type LedgerTransaction } from './hash-chain.js'
import { computeMovementEffect, type Movement, type MovementEffect, toLedgerEntries } from './movements.js'
import { type LockedWallet, lockWallet } from './wallet.js'

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
  wallet?: LockedWallet
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

export type ExtraStatements = (posted: PostedTransaction) => RawBuilder<object>

/** Like `postTransaction`, but does not look for an earlier transaction: the database rejects a key that was used. */
export async function postNewTransaction(
  trx: Transaction<Database>,
  { wallet, ...posting }: NewTransaction & { wallet: LockedWallet },
  extra: ExtraStatements = () => sql<object>`select`
): Promise<PostedTransaction> {
  const { userId, kind, ref, key, change, now } = posting
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
  const posted: PostedTransaction = { isNew: true, seq, coins: txn.coins, bonus, balance }
  await writeTransaction(trx, { txn, effect, change, debtAfter: wallet.debt + effect.debtChange, extra: extra(posted) })
  if (effect.newLotAmount > 0) await insertLot(trx, txn, effect.newLotAmount, requireEnd(change))
  return posted
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

interface TransactionWrite {
  txn: LedgerTransaction
  effect: MovementEffect
  change: Movement
  debtAfter: number
  extra: RawBuilder<object>
}

/** Writes everything in one statement, because each statement is a round trip to the database. */
async function writeTransaction(
  trx: Transaction<Database>,
  { txn, effect, change, debtAfter, extra }: TransactionWrite
): Promise<void> {
  const owner = { user_id: txn.userId, seq: txn.seq }
  await trx
    .with('txn', query =>
      query.insertInto('ledger_txns').values({
        ...owner,
        kind: txn.kind,
        ref_type: txn.refType,
        ref_id: txn.refId,
        idempotency_key: txn.key,
        coins: txn.coins,
        bonus: txn.bonus,
        entry_count: txn.entries.length,
        coins_after: txn.coinsAfter,
        bonus_after: txn.bonusAfter,
        prev_hash: txn.prevHash,
        hash: hashTransaction(txn),
        created_at: txn.createdAt
      })
    )
    .with('entries', query =>
      query
        .insertInto('ledger_entries')
        .values(txn.entries.map((entry, index) => ({ ...owner, ...entry, no: index + 1 })))
    )
    .with('lots', query =>
      query
        .updateTable('bonus_lots')
        .from(affectedLots(effect.lots).as<'moved'>(sql`moved(id, amount)`))
        .set({ remaining: sql`remaining + moved.amount` })
        .$if(change.type === 'refund', update =>
          update.set({
            expires_at: sql`case when expires_at <= ${txn.createdAt} then ${requireEnd(change)} else expires_at end`
          })
        )
        .where('user_id', '=', txn.userId)
        .whereRef('bonus_lots.id', '=', 'moved.id')
    )
    .with('extra_write', () => sql<object>`(${extra})`)
    .updateTable('users')
    .set({ coins: txn.coinsAfter, bonus: txn.bonusAfter, debt: debtAfter })
    .where('id', '=', txn.userId)
    .execute()
}

function affectedLots(lots: MovementEffect['lots']) {
  const ids = lots.map(({ id }) => id)
  const amounts = lots.map(({ amount }) => amount)
  return sql<{ id: string; amount: string }>`unnest(${ids}::bigint[], ${amounts}::bigint[])`
}

async function insertLot(
  trx: Transaction<Database>,
  txn: LedgerTransaction,
  amount: number,
  endsAt: Date
): Promise<void> {
  const { userId, seq, kind, createdAt } = txn
  await trx
    .insertInto('bonus_lots')
    .values({
      user_id: userId,
      id: seq,
      source: kind,
      granted: amount,
      remaining: amount,
      expires_at: endsAt,
      created_at: createdAt
    })
    .execute()
}

function requireEnd(change: Movement): Date {
  if (!('endsAt' in change)) throw new Error('bonus without an end')
  return change.endsAt
}
