import type { ColumnType } from 'kysely'
import type { Instant, OptionalInstant } from './schema.js'

type Outcome = 'returned' | 'watched' | 'too_many' | 'gone'

/** An unlock that is to be looked at when `due_at` has come; `coins` and `bonus` are what was given back for it. */
export interface PlaybackClaimTable {
  user_id: string
  episode_id: string
  unlocked_at: Instant
  reason: 'not_played' | 'offline'
  detail: string
  made_at: Instant
  due_at: Instant
  outcome: ColumnType<Outcome | null, Outcome | null | undefined, Outcome>
  settled_at: OptionalInstant
  coins: ColumnType<number, number | undefined, number>
  bonus: ColumnType<number, number | undefined, number>
  told_at: OptionalInstant
}
