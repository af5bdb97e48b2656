import type { RootProof, StatementTxn } from '../../../contract/wallet.js'
import { toHex } from '../lib/hex.js'
import { toJson } from '../lib/json.js'

const NO_HASH = '0'.repeat(64)

export interface ChainEnd {
  id: number
  hash: string
  coins: number
  bonus: number
}

export const chainStart: ChainEnd = { id: 0, hash: NO_HASH, coins: 0, bonus: 0 }

export async function isNextInChain(
  subtle: SubtleCrypto,
  userId: string,
  before: ChainEnd,
  txn: StatementTxn
): Promise<boolean> {
  const coinsAccount = `user:${userId}:coins`
  const debtAccount = `user:${userId}:debt`
  const sum = (matches: (account: string) => boolean) =>
    txn.entries.reduce((total, { account, amount }) => total + (matches(account) ? amount : 0), 0)
  return (
    txn.id === String(before.id + 1) &&
    txn.prev_hash === before.hash &&
    sum(() => true) === 0 &&
    sum(account => account === coinsAccount) === txn.coins &&
    sum(account => account.startsWith('user:') && account !== coinsAccount && account !== debtAccount) === txn.bonus &&
    txn.coins_after === before.coins + txn.coins &&
    txn.bonus_after === before.bonus + txn.bonus &&
    txn.hash === (await hashEntry(subtle, userId, txn))
  )
}

export const chainEndAfter = ({ id, hash, coins_after, bonus_after }: StatementTxn): ChainEnd => ({
  id: Number(id),
  hash,
  coins: coins_after,
  bonus: bonus_after
})

export async function isIncludedInRoot(subtle: SubtleCrypto, userId: string, proof: RootProof): Promise<boolean> {
  let hash = await hashOf(subtle, ['leaf', userId, Number(proof.id), proof.hash])
  for (const step of proof.path) {
    const sibling = step.slice(1)
    hash = await hashOf(subtle, step.startsWith('L') ? ['node', sibling, hash] : ['node', hash, sibling])
  }
  return hash === proof.root
}

async function hashEntry(subtle: SubtleCrypto, userId: string, txn: StatementTxn): Promise<string> {
  const { kind, ref_type, ref_id, key, coins, bonus, coins_after, bonus_after, created_at } = txn
  const lines = txn.entries.map(({ account, amount }) => [account, amount])
  const head = [userId, Number(txn.id), kind, ref_type, ref_id, key, coins, bonus, coins_after, bonus_after]
  return hashOf(subtle, [txn.prev_hash, ...head, created_at, lines])
}

async function hashOf(subtle: SubtleCrypto, parts: readonly unknown[]): Promise<string> {
  return toHex(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(toJson(parts)))))
}
