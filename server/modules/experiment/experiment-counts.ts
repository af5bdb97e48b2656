import { type RawBuilder, sql } from 'kysely'

/**
 * Adds what viewers did for a campaign to their assignments. `source` has `user_id`, `lpid` and `counted`, one row for a
 * viewer. Locks in the order of viewers, so that two batches wait for each other instead of deadlocking.
 */
export const countForExperiments = (
  name: 'starts' | 'paywalls',
  source: RawBuilder<unknown>
): RawBuilder<unknown>[] => [
  sql`counted_assignment as (
      select assigned.experiment_id, assigned.user_id, source.counted
      from (${source}) source
      join experiments on experiments.lpid = source.lpid and experiments.status = 'running'
      join experiment_assignments assigned on assigned.experiment_id = experiments.id
        and assigned.user_id = source.user_id and not assigned.is_test
      order by assigned.user_id for no key update of assigned
    )`,
  sql`counted_experiment as (
      update experiment_assignments assigned set ${sql.ref(name)} = assigned.${sql.ref(name)} + counted_assignment.counted
      from counted_assignment
      where assigned.experiment_id = counted_assignment.experiment_id and assigned.user_id = counted_assignment.user_id
    )`
]
