import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { isArchiveOn } from './archive/archive-state.js'
import { factColumns } from './archive/fact-columns.js'
import {
  DAYS_PER_ROLLUP_SPAN,
  factMetrics,
  metricColumns,
  metricNames,
  SLOTS_PER_DAY,
  SLOTS_PER_HOUR,
  slotOfFact,
  sourceFactMetrics
} from './metrics.js'

export const BATCH_SIZE = 2_000

const SLOTS_PER_SPAN = SLOTS_PER_DAY * DAYS_PER_ROLLUP_SPAN

const addTo = (table: string) =>
  sql.raw(metricNames.map(name => `${name} = ${table}.${name} + excluded.${name}`).join(', '))
const grains = sql.raw(
  [
    `('campaign', 1, true, false), ('hour', ${SLOTS_PER_HOUR}, true, false), ('episode', 1, true, true)`,
    `('day', ${SLOTS_PER_DAY}, true, true), ('span', ${SLOTS_PER_SPAN}, true, true), ('all', 1, false, false)`
  ].join(', ')
)
const sourceGrains = sql.raw(
  [
    `('slot', 1, true, true, true)`,
    `('utm_hour', ${SLOTS_PER_HOUR}, false, true, false), ('country_hour', ${SLOTS_PER_HOUR}, false, false, true)`,
    `('utm_campaign_day', ${SLOTS_PER_DAY}, false, true, false)`,
    `('country_campaign_day', ${SLOTS_PER_DAY}, false, false, true)`,
    `('pair_day', ${SLOTS_PER_DAY}, false, true, true), ('pair_span', ${SLOTS_PER_SPAN}, false, true, true)`,
    `('utm_day', ${SLOTS_PER_DAY}, true, true, false), ('utm_span', ${SLOTS_PER_SPAN}, true, true, false)`,
    `('country_day', ${SLOTS_PER_DAY}, true, false, true), ('country_span', ${SLOTS_PER_SPAN}, true, false, true)`
  ].join(', ')
)
const keyColumns = sql.raw('grain, lpid, bucket, drama_id, episode_no, currency, is_test')
const sourceKeyColumns = sql.raw('grain, lpid, bucket, drama_id, episode_no, utm_source, country, currency, is_test')
const placeColumns = sql.raw(
  `case when has_places then drama_id else '' end as drama_id, case when has_places then episode_no else 0 end as episode_no`
)

/**
 * Moves facts in one statement, so that a reader sees each fact once and a crash moves none. Several servers may run it
 * at the same time. If there is an archive, the facts are queued for it.
 */
export function rollUpFacts(db: Kysely<Database>, limit = BATCH_SIZE): Promise<number> {
  return transaction(db, async trx => {
    const { rows } = await sql<{ taken: string }>`with taken as (
        delete from report_facts where id in (
          select id from report_facts order by id limit ${limit} for update skip locked
        ) returning *, ${slotOfFact} as slot
      ), lines as (
        select grain, case when has_campaign then lpid else '' end as lpid, slot / slots as bucket, ${placeColumns},
          currency, is_test, ${factMetrics}
        from taken cross join (values ${grains}) as grains (grain, slots, has_campaign, has_places)
        where kind not like 'late\\_%'
        group by 1, 2, 3, 4, 5, 6, 7
      ), source_lines as (
        select grain, lpid, slot / slots as bucket, ${placeColumns},
          case when has_utm then utm_source else '' end as utm_source,
          case when has_country then country else '' end as country, currency, is_test, ${sourceFactMetrics}
        from taken cross join (values ${sourceGrains}) as grains (grain, slots, has_places, has_utm, has_country)
        where (has_utm and utm_source <> '') or (has_country and country <> '')
        group by 1, 2, 3, 4, 5, 6, 7, 8, 9
      ), written as (
        insert into report_rollups (${keyColumns}, ${metricColumns}) select ${keyColumns}, ${metricColumns} from lines
          -- In one order, so that servers wait for each other and do not lock each other.
          order by ${keyColumns}
        on conflict (${keyColumns}) do update set ${addTo('report_rollups')}
      ), sources_written as (
        insert into report_source_rollups (${sourceKeyColumns}, ${metricColumns})
          select ${sourceKeyColumns}, ${metricColumns} from source_lines order by ${sourceKeyColumns}
        on conflict (${sourceKeyColumns}) do update set ${addTo('report_source_rollups')}
      ), queued as (
        insert into report_fact_queue (queued_at, ${factColumns}) select now(), ${factColumns} from taken
          where exists (select 1 from report_archive where ${isArchiveOn})
      )
      select count(*) as taken from taken`.execute(trx)
    return Number(rows[0]?.taken)
  })
}
