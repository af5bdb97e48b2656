import type { ColumnType, JSONColumnType, Selectable } from 'kysely'
import type { Instant, OptionalBigIntColumn, OptionalInstant, OptionalText } from './column-types.js'

export interface ExperimentTables {
  experiments: ExperimentTable
  experiment_variants: ExperimentVariantTable
  experiment_assignments: ExperimentAssignmentTable
  experiment_money: ExperimentMoneyTable
  experiment_previews: ExperimentPreviewTable
}

export const experimentGoals = ['purchase_rate', 'start_rate', 'paywall_to_purchase', 'revenue_per_visitor'] as const
export type ExperimentGoal = (typeof experimentGoals)[number]
export type ExperimentStatus = 'draft' | 'running' | 'ended'

interface ExperimentTable {
  id: string
  lpid: string
  name: string
  goal: ExperimentGoal
  status: ColumnType<ExperimentStatus, ExperimentStatus | undefined, ExperimentStatus>
  created_at: Instant
  created_by: string
  changed_at: Instant
  started_at: OptionalInstant
  ended_at: OptionalInstant
  chosen_variant: ColumnType<number | null, number | null | undefined, number | null>
}

export type Experiment = Selectable<ExperimentTable>

/** Null, or no entry in `theme`, is what the campaign has. */
interface ExperimentVariantTable {
  experiment_id: string
  no: number
  name: string
  /** In percent. */
  share: number
  start_drama_id: OptionalText
  start_episode_no: number | null
  free_episodes_override: number | null
  offer_id: OptionalText
  theme: JSONColumnType<Record<string, string>>
}

export type ExperimentVariant = Selectable<ExperimentVariantTable>

type Count = ColumnType<number, number | undefined, number>

interface ExperimentAssignmentTable {
  experiment_id: string
  user_id: string
  variant_no: number
  assigned_at: Instant
  /** Of a test visit: counted nowhere. */
  is_test: boolean
  starts: Count
  paywalls: Count
  checkouts: Count
  purchases: Count
}

/** Amounts in minor units. */
interface ExperimentMoneyTable {
  experiment_id: string
  user_id: string
  currency: string
  variant_no: number
  revenue: OptionalBigIntColumn
  refunds: Count
  refunded: OptionalBigIntColumn
}

interface ExperimentPreviewTable {
  user_id: string
  experiment_id: string
  variant_no: number
  until: Instant
}
