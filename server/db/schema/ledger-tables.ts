import type { ColumnType } from 'kysely'
import type { LedgerKind } from '../../../contract/wallet.js'
import type { BigIntColumn, Instant, OptionalInstant } from './column-types.js'

export interface LedgerTxnTable {
  user_id: string
  seq: BigIntColumn
  kind: LedgerKind
  ref_type: string
  ref_id: string
  idempotency_key: string
  coins: BigIntColumn
  bonus: BigIntColumn
  coins_after: BigIntColumn
  bonus_after: BigIntColumn
  entry_count: number
  prev_hash: string
  hash: string
  created_at: Instant
}

export interface LedgerEntryTable {
  user_id: string
  seq: BigIntColumn
  no: number
  account: string
  amount: BigIntColumn
}

export interface BonusLotTable {
  user_id: string
  id: BigIntColumn
  source: LedgerKind
  granted: BigIntColumn
  remaining: BigIntColumn
  expires_at: Instant
  created_at: Instant
}

export interface IdempotentAnswerTable {
  user_id: string
  key: string
  request_hash: string
  answer: string
  created_at: Instant
}

/** In roots, `lpid` is '' for users without a campaign. */
export interface LedgerTables {
  ledger_txns: LedgerTxnTable
  ledger_entries: LedgerEntryTable
  bonus_lots: BonusLotTable
  idempotent_answers: IdempotentAnswerTable
  /** At most one row. Nothing that ends later than `trusted_until` is ended for good. */
  clock_guard: { id: ColumnType<number, number | undefined, never>; trusted_until: Instant }
  /** Transactions that no root covers yet. A trigger fills it, `closeDay` empties it. */
  ledger_unpublished: { user_id: string; seq: BigIntColumn }
  ledger_root_days: { day: string; created_at: Instant }
  ledger_roots: { day: string; lpid: string; root: string; chains: number }
  /** A user's last transaction when the root was computed; `path` is its Merkle proof. */
  ledger_root_leaves: {
    user_id: string
    seq: BigIntColumn
    day: string
    lpid: string
    hash: string
    path: ColumnType<readonly string[], string, never>
  }
}

type ClaimOutcome = 'returned' | 'watched' | 'too_many' | 'gone'

export interface PlaybackClaimTable {
  user_id: string
  episode_id: string
  unlocked_at: Instant
  reason: 'not_played' | 'offline'
  detail: string
  made_at: Instant
  due_at: Instant
  outcome: ColumnType<ClaimOutcome | null, ClaimOutcome | null | undefined, ClaimOutcome>
  settled_at: OptionalInstant
  coins: ColumnType<number, number | undefined, number>
  bonus: ColumnType<number, number | undefined, number>
  told_at: OptionalInstant
}
