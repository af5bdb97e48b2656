// The one door for money: nothing else writes the ledger, lots or a balance, and the database refuses who tries.
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { LedgerKind } from '../../../contract/wallet.js'
import type { Database } from '../../db/schema/schema.js'
import { hashOf, type LedgerTransaction } from './hash-chain.js'
import { effectOf, entriesOf, type Movement, type MovementEffect } from './movements.js'
import { type LockedWallet, lockWallet } from './wallet.js'

/**
 * Money to be moved. `key` names the movement: the same one again moves nothing. `wallet` may be given where it was
 * locked and read in this transaction and nothing has moved since; an old one is refused by the database.
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

/** The transaction that was written, or was there already; its number in the user's chain and what it changed. */
export interface PostedTransaction {
  isNew: boolean
  seq: number
  coins: number
  bonus: number
  balance: { coins: number; bonus: number }
}

/** Moves money within the caller's transaction, after locking the user's row. Throws NotEnough. */
export async function post(trx: Transaction<Database>, posting: NewTransaction): Promise<PostedTransaction> {
  const wallet = posting.wallet ?? (await lockWallet(trx, posting.userId))
  const earlier = await postedBefore(trx, posting)
  if (earlier !== null) return { ...earlier, balance: { coins: wallet.coins, bonus: wallet.bonus } }
  return postNew(trx, { ...posting, wallet })
}

/** Another table's rows that belong to a movement: written in one statement with it. */
export type ExtraStatements = (posted: PostedTransaction) => RawBuilder<object>

/** As post, for a key that is known to be new: the database refuses one that is not. */
export async function postNew(
  trx: Transaction<Database>,
  { wallet, ...posting }: NewTransaction & { wallet: LockedWallet },
  besides: ExtraStatements = () => sql<object>`select`
): Promise<PostedTransaction> {
  const { userId, kind, ref, key, change, now } = posting
  const effect = effectOf(change, wallet, now)
  const seq = wallet.seq + 1
  const bonus = effect.newLot + effect.lots.reduce((sum, lot) => sum + lot.amount, 0)
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
    entries: entriesOf(effect, userId, seq),
    prevHash: wallet.hash,
    createdAt: now
  }
  const balance = { coins: txn.coinsAfter, bonus: txn.bonusAfter }
  const posted: PostedTransaction = { isNew: true, seq, coins: txn.coins, bonus, balance }
  await write(trx, { txn, effect, change, debt: wallet.debt + effect.owed, besides: besides(posted) })
  if (effect.newLot > 0) await openLot(trx, txn, effect.newLot, endOf(change))
  return posted
}

async function postedBefore(trx: Transaction<Database>, { userId, kind, ref, key }: NewTransaction) {
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

/** A movement to be written, with what the user owes after it. */
interface Written {
  txn: LedgerTransaction
  effect: MovementEffect
  change: Movement
  debt: number
  besides: RawBuilder<object>
}

/** The transaction, its entries, what it takes from lots or gives back to them, and the balance, in one statement. */
async function write(trx: Transaction<Database>, { txn, effect, change, debt, besides }: Written): Promise<void> {
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
        hash: hashOf(txn),
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
        .$if(change.type === 'giveBack', one =>
          one.set({
            expires_at: sql`case when expires_at <= ${txn.createdAt} then ${endOf(change)} else expires_at end`
          })
        )
        .where('user_id', '=', txn.userId)
        .whereRef('bonus_lots.id', '=', 'moved.id')
    )
    .with('besides', () => sql<object>`(${besides})`)
    .updateTable('users')
    .set({ coins: txn.coinsAfter, bonus: txn.bonusAfter, debt })
    .where('id', '=', txn.userId)
    .execute()
}

function affectedLots(lots: MovementEffect['lots']) {
  const ids = lots.map(({ id }) => id)
  const amounts = lots.map(({ amount }) => amount)
  return sql<{ id: string; amount: string }>`unnest(${ids}::bigint[], ${amounts}::bigint[])`
}

async function openLot(
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

function endOf(change: Movement): Date {
  if (!('endsAt' in change)) throw new Error('bonus without an end')
  return change.endsAt
}
