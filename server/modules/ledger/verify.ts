import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { coinsAccount, debtAccount, hashOf, NO_HASH } from './hash-chain.js'
import { readTransactions, type StoredTransaction } from './transactions.js'

/**
 * What a look through a user's chain has found. `brokenAt` is the first transaction that is not what was sealed;
 * `balance` where the chain is whole, and the balance or a lot is not what it says; null when all is well.
 */
export interface ChainCheck {
  headHash: string
  entries: number
  brokenAt: string | null
}

interface Progress {
  seq: number
  hash: string
  coins: number
  bonus: number
  entries: number
}

const BATCH_SIZE = 500

/** Seals every transaction again and adds every entry up, reading so many transactions at a time. */
export async function verifyChain(db: Kysely<Database>, userId: string, most = BATCH_SIZE): Promise<ChainCheck> {
  const progress: Progress = { seq: 0, hash: NO_HASH, coins: 0, bonus: 0, entries: 0 }
  for (;;) {
    const stretch = await readTransactions(db, userId, { afterSeq: progress.seq, limit: most })
    for (const txn of stretch) {
      if (!follows(txn, progress)) return verdict(progress, String(txn.seq))
      progress.seq = txn.seq
      progress.hash = txn.hash
      progress.coins = txn.coinsAfter
      progress.bonus = txn.bonusAfter
      progress.entries += txn.entries.length
    }
    if (stretch.length < most) break
  }
  return verdict(progress, (await isBalanceOf(db, userId, progress)) ? null : 'balance')
}

const verdict = ({ hash, entries }: Progress, brokenAt: string | null): ChainCheck => ({
  headHash: hash,
  entries,
  brokenAt
})

function follows(txn: StoredTransaction, before: Progress): boolean {
  const own = coinsAccount(txn.userId)
  const debt = debtAccount(txn.userId)
  const sum = (matches: (account: string) => boolean) =>
    txn.entries.reduce((total, { account, amount }) => total + (matches(account) ? amount : 0), 0)
  return (
    txn.seq === before.seq + 1 &&
    txn.prevHash === before.hash &&
    txn.hash === hashOf(txn) &&
    sum(() => true) === 0 &&
    sum(account => account === own) === txn.coins &&
    sum(account => account.startsWith('user:') && account !== own && account !== debt) === txn.bonus &&
    txn.coinsAfter === before.coins + txn.coins &&
    txn.bonusAfter === before.bonus + txn.bonus
  )
}

/** Reads only what stands beside the chain: the row of the user, and the lots. */
async function isBalanceOf(db: Kysely<Database>, userId: string, { seq, coins, bonus }: Progress): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select(['coins', 'bonus'])
    .select(query =>
      query
        .selectFrom('bonus_lots')
        .select(({ fn }) => fn.coalesce(fn.sum<string>('remaining'), query.val('0')).as('sum'))
        .where('user_id', '=', userId)
        .as('in_lots')
    )
    .select(query =>
      query
        .selectFrom('ledger_txns')
        .select(({ fn }) => fn.max('seq').as('last'))
        .where('user_id', '=', userId)
        .as('last_seq')
    )
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  // Money that moved while the chain was read is no fault.
  if (Number(row.last_seq ?? 0) !== seq) return true
  return Number(row.coins) === coins && Number(row.bonus) === bonus && Number(row.in_lots) === bonus
}
