import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { coinsAccount, debtAccount, hashTransaction, NO_HASH } from './hash-chain.js'
import { readTransactions, type StoredTransaction } from './transactions.js'

/**
 * `brokenAt` is the `seq` of the first invalid transaction, `balance` if only the balance or a lot is wrong, or null.
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

export async function verifyChain(db: Kysely<Database>, userId: string, batchSize = BATCH_SIZE): Promise<ChainCheck> {
  const progress: Progress = { seq: 0, hash: NO_HASH, coins: 0, bonus: 0, entries: 0 }
  for (;;) {
    const batch = await readTransactions(db, userId, { afterSeq: progress.seq, limit: batchSize })
    for (const txn of batch) {
      if (!isNextInChain(txn, progress)) return toChainCheck(progress, String(txn.seq))
      progress.seq = txn.seq
      progress.hash = txn.hash
      progress.coins = txn.coinsAfter
      progress.bonus = txn.bonusAfter
      progress.entries += txn.entries.length
    }
    if (batch.length < batchSize) break
  }
  return toChainCheck(progress, (await isBalanceConsistent(db, userId, progress)) ? null : 'balance')
}

const toChainCheck = ({ hash, entries }: Progress, brokenAt: string | null): ChainCheck => ({
  headHash: hash,
  entries,
  brokenAt
})

function isNextInChain(txn: StoredTransaction, previous: Progress): boolean {
  const coinsName = coinsAccount(txn.userId)
  const debtName = debtAccount(txn.userId)
  const sum = (matches: (account: string) => boolean) =>
    txn.entries.reduce((total, { account, amount }) => total + (matches(account) ? amount : 0), 0)
  return (
    txn.seq === previous.seq + 1 &&
    txn.prevHash === previous.hash &&
    txn.hash === hashTransaction(txn) &&
    sum(() => true) === 0 &&
    sum(account => account === coinsName) === txn.coins &&
    sum(account => account.startsWith('user:') && account !== coinsName && account !== debtName) === txn.bonus &&
    txn.coinsAfter === previous.coins + txn.coins &&
    txn.bonusAfter === previous.bonus + txn.bonus
  )
}

async function isBalanceConsistent(
  db: Kysely<Database>,
  userId: string,
  { seq, coins, bonus }: Progress
): Promise<boolean> {
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
  // A transaction that was posted while the chain was read is not an error.
  if (Number(row.last_seq ?? 0) !== seq) return true
  return Number(row.coins) === coins && Number(row.bonus) === bonus && Number(row.in_lots) === bonus
}
