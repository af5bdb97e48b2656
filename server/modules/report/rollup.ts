import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { columns, DAYS_A_SPAN, fromFacts, metricNames, SLOTS_A_DAY, SLOTS_AN_HOUR, slotOfFact } from './metrics.js'

/** Fewer than a statement may take time for. */
export const BATCH_SIZE = 2_000

const added = sql.raw(metricNames.map(name => `${name} = report_rollups.${name} + excluded.${name}`).join(', '))
/** Name, how many quarters of an hour are one of it, and whether dramas and episodes are told apart. */
const grains = sql.raw(
  [
    `('campaign', 1, false), ('hour', ${SLOTS_AN_HOUR}, false), ('episode', 1, true)`,
    `('day', ${SLOTS_A_DAY}, true), ('span', ${SLOTS_A_DAY * DAYS_A_SPAN}, true)`
  ].join(', ')
)
const keys = sql.raw('grain, lpid, bucket, drama_id, episode_no, currency, is_test')

/**
 * Moves facts into the rollups; gives how many. They leave and arrive in one statement: whoever reads sees each of them
 * once, and a server that dies has moved none. Several servers take different ones.
 */
export function rollUpFacts(db: Kysely<Database>, most = BATCH_SIZE): Promise<number> {
  return transaction(db, async trx => {
    const { rows } = await sql<{ taken: string }>`with taken as (
        delete from report_facts where id in (
          select id from report_facts order by id limit ${most} for update skip locked
        ) returning *, ${slotOfFact} as slot
      ), lines as (
        select grain, lpid, slot / slots as bucket,
          case when has_places then drama_id else '' end as drama_id,
          case when has_places then episode_no else 0 end as episode_no,
          currency, is_test, ${fromFacts}
        from taken cross join (values ${grains}) as grains (grain, slots, has_places)
        group by 1, 2, 3, 4, 5, 6, 7
      ), written as (
        insert into report_rollups (${keys}, ${columns}) select ${keys}, ${columns} from lines
          -- In one order, so that servers wait for each other and do not lock each other.
          order by ${keys}
        on conflict (${keys}) do update set ${added}
      )
      select count(*) as taken from taken`.execute(trx)
    return Number(rows[0]?.taken)
  })
}
