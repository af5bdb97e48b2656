import type { LedgerKind } from '../../../contract/wallet.js'
import { sha256Hex } from '../../lib/sha256.js'

export type SystemAccount =
  | ('sys:sales' | 'sys:rewards' | 'sys:spent' | 'sys:expired' | 'sys:moved')
  | ('sys:waived_coins' | 'sys:waived_bonus')

export const coinsAccount = (userId: string) => `user:${userId}:coins`
export const debtAccount = (userId: string) => `user:${userId}:debt`
export const lotAccount = (userId: string, lotId: number) => `user:${userId}:bonus:${lotId}`

export interface LedgerEntry {
  account: string
  amount: number
}

/** Amounts in coins. `coins` and `bonus` are changes, and `entries` sum to zero. */
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

export const NO_HASH = '0'.repeat(64)

/** Builds the text that is hashed. Clients that verify a statement build the same text: see docs/reference/api.md. */
export function toCanonicalText(txn: LedgerTransaction): string {
  const { userId, seq, kind, refType, refId, key, coins, bonus, coinsAfter, bonusAfter } = txn
  const entries = txn.entries.map(({ account, amount }) => [account, amount])
  const fields = [userId, seq, kind, refType, refId, key, coins, bonus, coinsAfter, bonusAfter]
  return JSON.stringify([txn.prevHash, ...fields, txn.createdAt.getTime(), entries])
}

export const hashTransaction = (txn: LedgerTransaction) => sha256Hex(toCanonicalText(txn))
