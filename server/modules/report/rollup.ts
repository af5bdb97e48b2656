import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import {
  DAYS_PER_ROLLUP_SPAN,
  factMetrics,
  metricColumns,
  metricNames,
  SLOTS_PER_DAY,
  SLOTS_PER_HOUR,
  slotOfFact
} from './metrics.js'

export const BATCH_SIZE = 2_000

const addedMetrics = sql.raw(metricNames.map(name => `${name} = report_rollups.${name} + excluded.${name}`).join(', '))
const grains = sql.raw(
  [
    `('campaign', 1, false), ('hour', ${SLOTS_PER_HOUR}, false), ('episode', 1, true)`,
    `('day', ${SLOTS_PER_DAY}, true), ('span', ${SLOTS_PER_DAY * DAYS_PER_ROLLUP_SPAN}, true)`
  ].join(', ')
)
const keyColumns = sql.raw('grain, lpid, bucket, drama_id, episode_no, currency, is_test')

/**
 * Moves facts in one statement, so that a reader sees each fact once and a crash moves none. Several servers may run it
 * at the same time.
 */
export function rollUpFacts(db: Kysely<Database>, limit = BATCH_SIZE): Promise<number> {
  return transaction(db, async trx => {
    const { rows } = await sql<{ taken: string }>`with taken as (
        delete from report_facts where id in (
          select id from report_facts order by id limit ${limit} for update skip locked
        ) returning *, ${slotOfFact} as slot
      ), lines as (
        select grain, lpid, slot / slots as bucket,
          case when has_places then drama_id else '' end as drama_id,
          case when has_places then episode_no else 0 end as episode_no,
          currency, is_test, ${factMetrics}
        from taken cross join (values ${grains}) as grains (grain, slots, has_places)
        group by 1, 2, 3, 4, 5, 6, 7
      ), written as (
        insert into report_rollups (${keyColumns}, ${metricColumns}) select ${keyColumns}, ${metricColumns} from lines
          -- In one order, so that servers wait for each other and do not lock each other.
          order by ${keyColumns}
        on conflict (${keyColumns}) do update set ${addedMetrics}
      )
      select count(*) as taken from taken`.execute(trx)
    return Number(rows[0]?.taken)
  })
}
