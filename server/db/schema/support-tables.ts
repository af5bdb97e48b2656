import type { Selectable } from 'kysely'
import type { Instant, OptionalInstant, OptionalText } from './column-types.js'

export interface SupportTables {
  coin_adjustments: CoinAdjustmentTable
}

/**
 * `coins` is negative if they are taken. `requested_by` and `decided_by` are names of operators; members of the console
 * have an id, too.
 */
interface CoinAdjustmentTable {
  id: string
  user_id: string
  kind: 'coins' | 'bonus'
  coins: number
  reason: string
  request_key: string
  requested_by: string
  requested_member: string | null
  created_at: Instant
  needs_approval: boolean
  status: 'waiting' | 'done' | 'declined'
  decided_by: OptionalText
  decided_member: OptionalText
  decided_at: OptionalInstant
  note: OptionalText
}

export type CoinAdjustmentRow = Selectable<CoinAdjustmentTable>
