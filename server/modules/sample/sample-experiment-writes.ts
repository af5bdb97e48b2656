import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { findSampleVariant, type SampleExperiment } from './sample-experiments.js'
import type { SampleFact, SampleVisits } from './sample-visits.js'

interface Assigned {
  experiment_id: string
  user_id: string
  variant_no: number
  assigned_at: Date
  starts: number
  paywalls: number
}

function listAssignments(
  experiments: readonly SampleExperiment[],
  { visits, facts }: Pick<SampleVisits, 'visits' | 'facts'>
): Assigned[] {
  const assigned = new Map<string, Assigned>()
  for (const visit of visits) {
    const found = findSampleVariant(experiments, visit)
    const key = `${found?.experiment.id} ${visit.visitor.id}`
    if (found === null || assigned.has(key)) continue
    assigned.set(key, {
      experiment_id: found.experiment.id,
      user_id: visit.visitor.id,
      variant_no: found.variant.no,
      assigned_at: visit.at,
      starts: 0,
      paywalls: 0
    })
  }
  const count = ({ visitor, at, kind }: SampleFact) => {
    const found = findSampleVariant(experiments, { visitor, at })
    const row = assigned.get(`${found?.experiment.id} ${visitor.id}`)
    if (row === undefined || at < row.assigned_at) return
    if (kind === 'start') row.starts += 1
    if (kind === 'paywall') row.paywalls += 1
  }
  facts.forEach(count)
  return [...assigned.values()]
}

/** After everything else, so that nothing is counted twice. */
export async function writeExperiments(
  db: Kysely<Database>,
  experiments: readonly SampleExperiment[],
  drawn: Pick<SampleVisits, 'visits' | 'facts'>
): Promise<void> {
  const rows = listAssignments(experiments, drawn)
  await transaction(db, async trx => {
    const known = await trx.selectFrom('campaigns').select('lpid').execute()
    for (const experiment of experiments) {
      const { id, lpid, name, goal, from, to, variants } = experiment
      if (!known.some(campaign => campaign.lpid === lpid)) continue
      await trx
        .insertInto('experiments')
        .values({ id, lpid, name, goal, created_at: from, created_by: 'sample', changed_at: to ?? from })
        .execute()
      await trx
        .insertInto('experiment_variants')
        .values(
          variants.map(variant => ({
            experiment_id: id,
            no: variant.no,
            name: variant.name,
            share: variant.share,
            start_drama_id: variant.startDramaId ?? null,
            start_episode_no: variant.startEpisodeNo ?? null,
            free_episodes_override: null,
            theme: JSON.stringify(variant.theme ?? {})
          }))
        )
        .execute()
      await trx.updateTable('experiments').set({ status: 'running', started_at: from }).where('id', '=', id).execute()
      await sql`insert into experiment_assignments (experiment_id, user_id, variant_no, assigned_at, is_test, starts,
          paywalls, checkouts, purchases)
        select ${id}, assigned.user_id, variant_no, assigned_at, false, starts, paywalls,
          count(order_no) filter (where created_at >= assigned_at and (${to}::timestamptz is null or created_at < ${to})),
          count(order_no) filter (where paid_at >= assigned_at and (${to}::timestamptz is null or paid_at < ${to}))
        from jsonb_to_recordset(${JSON.stringify(rows.filter(row => row.experiment_id === id))}::jsonb) as assigned
          (user_id text, variant_no integer, assigned_at timestamptz, starts integer, paywalls integer)
        left join orders on orders.user_id = assigned.user_id and orders.lpid = ${lpid} and not orders.is_test
        group by assigned.user_id, variant_no, assigned_at, starts, paywalls`.execute(trx)
      await sql`insert into experiment_money (experiment_id, user_id, currency, variant_no, revenue, refunds, refunded)
        select ${id}, assigned.user_id, currency, variant_no, sum(amount), sum(returned.refunds), sum(returned.refunded)
        from experiment_assignments assigned
        join orders on orders.user_id = assigned.user_id and orders.lpid = ${lpid} and not orders.is_test
          and paid_at >= assigned_at and (${to}::timestamptz is null or paid_at < ${to})
        cross join lateral (
          select count(*) as refunds, coalesce(sum(order_returns.amount), 0) as refunded from order_returns
          where order_returns.order_no = orders.order_no
            and (${to}::timestamptz is null or order_returns.created_at < ${to})
        ) returned
        where experiment_id = ${id} group by assigned.user_id, currency, variant_no`.execute(trx)
      if (to !== null)
        await trx.updateTable('experiments').set({ status: 'ended', ended_at: to }).where('id', '=', id).execute()
    }
  })
}
