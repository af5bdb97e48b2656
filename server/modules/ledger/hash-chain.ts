import type { LedgerKind } from '../../../contract/wallet.js'
import { digest } from '../../lib/sha256.js'

/** Accounts of the house; what users have is named after them. */
export type SystemAccount = 'sys:sales' | 'sys:rewards' | 'sys:spent' | 'sys:expired' | 'sys:moved'

export const coinsAccount = (userId: string) => `user:${userId}:coins`
/** What a user owes stands here with a minus. */
export const debtAccount = (userId: string) => `user:${userId}:debt`
export const lotAccount = (userId: string, lotId: number) => `user:${userId}:bonus:${lotId}`

/** One line of a transaction; all lines of one sum to zero. */
export interface LedgerEntry {
  account: string
  amount: number
}

/** A transaction as it is sealed; amounts in coins. */
export interface LedgerTransaction {
  userId: string
  seq: number
  kind: LedgerKind
  refType: string
  refId: string
  key: string
  coins: number
  bonus: number
  coinsAfter: number
  bonusAfter: number
  entries: readonly LedgerEntry[]
  prevHash: string
  createdAt: Date
}

/** What stands before the first transaction of a user. */
export const NO_HASH = '0'.repeat(64)

/** The text that a transaction's hash is made of. Whoever checks a statement writes the same: see README. */
export function canonicalText(txn: LedgerTransaction): string {
  const { userId, seq, kind, refType, refId, key, coins, bonus, coinsAfter, bonusAfter } = txn
  const lines = txn.entries.map(({ account, amount }) => [account, amount])
  const head = [userId, seq, kind, refType, refId, key, coins, bonus, coinsAfter, bonusAfter]
  return JSON.stringify([txn.prevHash, ...head, txn.createdAt.getTime(), lines])
}

/** SHA-256 over the transaction and, by `prevHash`, over all before it. */
export const hashOf = (txn: LedgerTransaction) => digest(canonicalText(txn))
