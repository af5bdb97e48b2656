import type { ColumnType, JSONColumnType, Selectable } from 'kysely'
import type { RejectionReason, RewardChannel, ShareScope } from '../../../contract/reward.js'
import type { TaskCode } from '../../../contract/task.js'
import type { Instant, OptionalInstant, OptionalText } from './column-types.js'

export interface RewardTables {
  reward_zones: RewardZoneTable
  task_counts: TaskCountTable
  task_states: TaskStateTable
  reward_images: RewardImageTable
  reward_prints: RewardPrintTable
  reward_submissions: RewardSubmissionTable
  share_codes: { user_id: string; code: string; created_at: Instant }
  share_clicks: { user_id: string; visitor_id: string; network: string | null; created_at: Instant }
  earning_usage: { scope: string; key: string; used: number; used_at: Instant }
  payer_scopes: { user_id: string; scope: string; key: string; order_no: string; seen_at: Instant }
  pending_earnings: PendingEarningTable
  earning_networks: EarningNetworkTable
  share_evidence: { sharer_network: string; friend_network: string; used_at: Instant }
  review_leases: ReviewLeaseTable
  reward_budgets: { lpid: string; day: string; approved: number }
  operator_log: OperatorLogTable
  operator_results: OperatorResultTable
}

export interface CampaignRewardColumns {
  timezone: OptionalText
  rewards_enabled: ColumnType<boolean, boolean | undefined, boolean>
  checkin_enabled: ColumnType<boolean, boolean | undefined, boolean>
  reward_budget: ColumnType<number | null, number | null | undefined, number | null>
  share_scope: ColumnType<ShareScope, ShareScope | undefined, ShareScope>
}

export interface WithdrawnColumn {
  withdrawn_at: OptionalInstant
}

/** `block` is the first groups of the addresses, `people` how many share it by an operator's word, 0 if unknown. */
interface EarningNetworkTable {
  network: string
  block: string
  people: ColumnType<number, number | undefined, number>
  seen_at: Instant
}

/**
 * Where a viewer came from when something was earned, as keyed hashes. `address` is that of the network if the internet
 * does not route it. `lpid` is empty without a campaign.
 */
export interface EarnerOrigin {
  address: string
  network: string
  device: string
  browser: string
  lpid: string
}

/**
 * Bonus that waits until limits have room or the person has paid (`task`), or for an operator (`merge`). `ref_id` is
 * `<day>:<code>` of a task, with the row's own id behind if a merge held it, or the merged visitor. `paid_by` is `limits`, `proof` or an operator.
 */
export interface PendingEarningTable {
  id: string
  user_id: string
  kind: 'task' | 'merge'
  ref_id: string
  bonus: number
  earner: JSONColumnType<EarnerOrigin, string, string>
  created_at: Instant
  /** When the limits were asked last. */
  tried_at: Instant
  paid_at: OptionalInstant
  paid_by: OptionalText
}

interface RewardZoneTable {
  user_id: string
  zone: string
  starts_at: Instant
  ends_at: Instant
}

interface TaskCountTable {
  user_id: string
  code: 'home_15s'
  nonce_hash: string
  started_at: Instant
  used_at: OptionalInstant
}

/** `day` looks like 2026-11-21. `paid_to` is the user whose ledger was credited, which may be a merged visitor. */
interface TaskStateTable {
  user_id: string
  day: string
  code: TaskCode | 'check_in'
  done_at: Instant
  claimed_at: OptionalInstant
  reward_bonus: ColumnType<number, number | undefined, number>
  paid_to: OptionalText
}

/**
 * `compared_to` is the highest position of `reward_prints` with which the picture was compared, `is_duplicate` the
 * result. `position` is its own after it was handed in.
 */
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
  compared_to: ColumnType<number | null, number | undefined, number>
  is_duplicate: ColumnType<boolean | null, boolean | undefined, boolean>
  position: ColumnType<number | null, undefined, number>
}

/**
 * `no` 0 is the whole picture, the others have cropped edges. Rows outlive the picture. `position` numbers the pictures
 * in the order of their commits; the database sets it.
 */
interface RewardPrintTable {
  submission_id: string
  no: number
  sha256: string | null
  bits: string | null
  ones: number | null
  created_at: Instant
  position: ColumnType<number, undefined, never>
}

/**
 * `objection` is the reason for a rejection if no reviewer decides, `budget_lpid` the budget in which an approval was
 * counted.
 */
interface RewardSubmissionTable {
  user_id: string
  id: string
  channel: RewardChannel
  status: ColumnType<0 | 1 | 2 | 3, 0 | undefined, 0 | 1 | 2 | 3>
  reason: ColumnType<RejectionReason | null, RejectionReason | null | undefined, RejectionReason | null>
  note: OptionalText
  image_id: OptionalText
  telegram_id: OptionalText
  telegram_key: OptionalText
  reward_bonus: number
  zone: string
  lpid: OptionalText
  objection: ColumnType<RejectionReason | null, RejectionReason | null | undefined, RejectionReason | null>
  created_at: Instant
  due_at: Instant
  reviewed_at: OptionalInstant
  reviewer: OptionalText
  claim_until: OptionalInstant
  claimed_at: OptionalInstant
  paid_to: OptionalText
  appealed_at: OptionalInstant
  appeal: OptionalText
  undone_at: OptionalInstant
  budget_lpid: OptionalText
  earner: JSONColumnType<EarnerOrigin | null, string | null | undefined, string | null>
}

/** `holder` is the id of a member, or the name of an operator with OPERATOR_KEY behind `key `. */
interface ReviewLeaseTable {
  submission_id: string
  holder: string
  operator: string
  expires_at: Instant
}

export type SubmissionRow = Selectable<RewardSubmissionTable>

interface OperatorLogTable {
  id: string
  operator: string
  action: string
  subject: string
  detail: string
  created_at: Instant
  address: OptionalText
  /** JSON of the subject, if the action has one. */
  state_before: OptionalText
}

/** What became of an entry of the operator log, which has none if the server stopped in between. */
interface OperatorResultTable {
  entry_id: string
  code: number
  reason: string | null
  created_at: Instant
  state_after: OptionalText
}
