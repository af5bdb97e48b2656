// The one door for money: nothing else writes the ledger, lots or a balance, and the database refuses who tries.
import { sql, type Transaction } from 'kysely'
import type { LedgerKind } from '../../../contract/wallet.js'
import type { Database } from '../../db/schema.js'
import { sealOf, type Txn } from './chain.js'
import { type Change, type Effect, effectOf, entriesOf } from './changes.js'
import { lockWallet } from './wallet.js'

/** Money to be moved. `key` names the movement: the same one again moves nothing. */
export interface Posting {
  userId: string
  kind: LedgerKind
  ref: { type: string; id: string }
  key: string
  change: Change
  now: Date
}

/** The transaction that was written, or was there already; its number in the user's chain and what it changed. */
export interface Posted {
  isNew: boolean
  seq: number
  coins: number
  bonus: number
  balance: { coins: number; bonus: number }
}

/** Moves money within the caller's transaction, after locking the user's row. Throws NotEnough. */
export async function post(trx: Transaction<Database>, posting: Posting): Promise<Posted> {
  const { userId, kind, ref, key, change, now } = posting
  const wallet = await lockWallet(trx, userId)
  const earlier = await postedBefore(trx, posting)
  if (earlier !== null) return { ...earlier, balance: { coins: wallet.coins, bonus: wallet.bonus } }
  const effect = effectOf(change, wallet, now)
  const seq = wallet.seq + 1
  const bonus = effect.newLot + effect.lots.reduce((sum, lot) => sum + lot.amount, 0)
  const txn: Txn = {
    ...{ userId, seq, kind, refType: ref.type, refId: ref.id, key, coins: effect.coins, bonus },
    ...{ coinsAfter: wallet.coins + effect.coins, bonusAfter: wallet.bonus + bonus },
    ...{ entries: entriesOf(effect, userId, seq), prevHash: wallet.hash, createdAt: now }
  }
  assertSound(txn)
  await writeTxn(trx, txn)
  await writeLots(trx, posting, effect, seq)
  await trx
    .updateTable('users')
    .set({ coins: txn.coinsAfter, bonus: txn.bonusAfter })
    .where('id', '=', userId)
    .execute()
  return { isNew: true, seq, coins: txn.coins, bonus, balance: { coins: txn.coinsAfter, bonus: txn.bonusAfter } }
}

async function postedBefore(trx: Transaction<Database>, { userId, kind, ref, key }: Posting) {
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

/** What the database checks again when it commits; here the fault has a stack. */
function assertSound({ entries, coinsAfter, bonusAfter, seq }: Txn): void {
  const sum = entries.reduce((total, { amount }) => total + amount, 0)
  const isWhole = entries.every(({ amount }) => Number.isSafeInteger(amount))
  if (sum !== 0 || !isWhole || entries.length < 2) throw new Error(`transaction ${seq} does not sum to zero`)
  if (coinsAfter < 0 || bonusAfter < 0) throw new Error(`transaction ${seq} would leave less than nothing`)
}

async function writeTxn(trx: Transaction<Database>, txn: Txn): Promise<void> {
  await trx
    .insertInto('ledger_txns')
    .values({
      ...{ user_id: txn.userId, seq: txn.seq, kind: txn.kind, ref_type: txn.refType, ref_id: txn.refId },
      ...{ idempotency_key: txn.key, coins: txn.coins, bonus: txn.bonus, entry_count: txn.entries.length },
      ...{ coins_after: txn.coinsAfter, bonus_after: txn.bonusAfter },
      ...{ prev_hash: txn.prevHash, hash: sealOf(txn), created_at: txn.createdAt }
    })
    .execute()
  const owner = { user_id: txn.userId, seq: txn.seq }
  await trx
    .insertInto('ledger_entries')
    .values(txn.entries.map((entry, index) => ({ ...owner, ...entry, no: index + 1 })))
    .execute()
}

async function writeLots(
  trx: Transaction<Database>,
  { userId, kind, change, now }: Posting,
  { newLot, lots }: Effect,
  seq: number
): Promise<void> {
  for (const { id, amount } of lots) {
    await trx
      .updateTable('bonus_lots')
      .set({ remaining: sql`remaining + ${amount}` })
      .$if(change.type === 'giveBack', query =>
        query.set({ expires_at: sql`case when expires_at <= ${now} then ${endOf(change)} else expires_at end` })
      )
      .where('user_id', '=', userId)
      .where('id', '=', String(id))
      .execute()
  }
  if (newLot === 0) return
  await trx
    .insertInto('bonus_lots')
    .values({
      ...{ user_id: userId, id: seq, source: kind, granted: newLot, remaining: newLot },
      ...{ expires_at: endOf(change), created_at: now }
    })
    .execute()
}

function endOf(change: Change): Date {
  if (!('endsAt' in change)) throw new Error('bonus without an end')
  return change.endsAt
}
