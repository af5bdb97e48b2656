import type { ColumnType, Selectable } from 'kysely'
import type { Rejection, RewardChannel } from '../../../contract/reward.js'
import type { TaskCode } from '../../../contract/task.js'
import type { Instant, OptionalInstant, OptionalText } from './column-types.js'

/** The tables of rewards. */
export interface RewardTables {
  reward_zones: RewardZoneTable
  task_counts: TaskCountTable
  task_states: TaskStateTable
  reward_images: RewardImageTable
  reward_prints: RewardPrintTable
  reward_submissions: RewardSubmissionTable
  share_codes: { user_id: string; code: string; created_at: Instant }
  share_clicks: { user_id: string; visitor_id: string; created_at: Instant }
  reward_budgets: { lpid: string; day: string; approved: number }
  operator_log: OperatorLogTable
}

/** What a campaign says of rewards; null where the server's settings hold. `reward_budget` is bonus a day. */
export interface CampaignRewardColumns {
  timezone: OptionalText
  rewards_enabled: ColumnType<boolean, boolean | undefined, boolean>
  reward_budget: ColumnType<number | null, number | null | undefined, number | null>
}

/** Since when an operator keeps a drama offline. */
export interface WithdrawnColumn {
  withdrawn_at: OptionalInstant
}

/** The zone whose day a user has begun, until that day ends. */
interface RewardZoneTable {
  user_id: string
  zone: string
  starts_at: Instant
  ends_at: Instant
}

/** The one count of time that runs for a user. */
interface TaskCountTable {
  user_id: string
  code: 'home_15s'
  nonce_hash: string
  started_at: Instant
  used_at: OptionalInstant
}

/** A task that was done on a day, `2026-11-21`; `paid_to` is whose ledger paid it, a visitor's where it was merged. */
interface TaskStateTable {
  user_id: string
  day: string
  code: TaskCode
  done_at: Instant
  claimed_at: OptionalInstant
  reward_bonus: ColumnType<number, number | undefined, number>
  paid_to: OptionalText
}

/** A screenshot that was taken in; `sha256` is of its pixels, `prints` its looks as JSON. */
interface RewardImageTable {
  id: string
  user_id: string
  sha256: string
  prints: string
  width: number
  height: number
  created_at: Instant
  expires_at: Instant
  submission_id: OptionalText
  removed_at: OptionalInstant
}

/** What a submitted picture looks like: number 0 whole, the others with its edges cut; kept after the picture is gone. */
interface RewardPrintTable {
  submission_id: string
  no: number
  sha256: string | null
  bits: string | null
  /** How many of the bits are set: copies cannot differ much in that. */
  ones: number | null
  created_at: Instant
}

/** `objection` is what the checks at once found, which rejects it where no person decides. */
interface RewardSubmissionTable {
  user_id: string
  id: string
  channel: RewardChannel
  status: ColumnType<0 | 1 | 2 | 3, 0 | undefined, 0 | 1 | 2 | 3>
  reason: ColumnType<Rejection | null, Rejection | null | undefined, Rejection | null>
  note: OptionalText
  image_id: OptionalText
  telegram_id: OptionalText
  telegram_key: OptionalText
  reward_bonus: number
  zone: string
  lpid: OptionalText
  objection: ColumnType<Rejection | null, Rejection | null | undefined, Rejection | null>
  created_at: Instant
  due_at: Instant
  reviewed_at: OptionalInstant
  reviewer: OptionalText
  claim_until: OptionalInstant
  claimed_at: OptionalInstant
  paid_to: OptionalText
  appealed_at: OptionalInstant
  appeal: OptionalText
}

export type SubmissionRow = Selectable<RewardSubmissionTable>

/** What an operator did; `detail` is JSON. Nobody changes it. */
interface OperatorLogTable {
  id: string
  operator: string
  action: string
  subject: string
  detail: string
  created_at: Instant
}
