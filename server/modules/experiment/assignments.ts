import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { chooseVariant, type VariantShare } from './variant-choice.js'

export interface AssignedVisit {
  userId: string
  /** Null if none runs for the campaign of the visit. */
  experiment: { id: string; variants: readonly VariantShare[] } | null
  isTest: boolean
  now: Date
}

type ExperimentVisit = AssignedVisit & { experiment: NonNullable<AssignedVisit['experiment']> }

export const hasExperiment = (visit: AssignedVisit): visit is ExperimentVisit => visit.experiment !== null

/** The first visit decides. A real visit replaces the assignment of a test. */
export const insertAssignment = (db: Kysely<Database>, { userId, experiment, isTest, now }: ExperimentVisit) =>
  db
    .insertInto('experiment_assignments')
    .values({
      experiment_id: experiment.id,
      user_id: userId,
      variant_no: chooseVariant(experiment.id, experiment.variants, userId),
      assigned_at: now,
      is_test: isTest
    })
    .onConflict(conflict =>
      conflict
        .columns(['experiment_id', 'user_id'])
        .doUpdateSet({ assigned_at: now, is_test: false })
        .where('experiment_assignments.is_test', '=', true)
        .where(sql<boolean>`not excluded.is_test`)
    )

/** The variant of a viewer who may have one already: after a merge of accounts it is not always the one of the hash. */
export async function assignVariant(db: Kysely<Database>, visit: ExperimentVisit): Promise<number> {
  const { userId, experiment } = visit
  const row = await db
    .with('assigned', () => insertAssignment(db, visit).returning('variant_no'))
    .selectFrom('experiment_assignments')
    .select('variant_no')
    .where('experiment_id', '=', experiment.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.variant_no ?? chooseVariant(experiment.id, experiment.variants, userId)
}
