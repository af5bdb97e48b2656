import { type Kysely, sql } from 'kysely'
import { createIndexes, type LargeIndex } from '../large-index.js'
import { todayRules } from './0048-today-rules.js'

/** A week, and the day of the week before it. */
const FILLED_DAYS = 9

export const indexes: readonly LargeIndex[] = [
  { name: 'event_outbox_failed', table: 'event_outbox', rows: "(next_at) where status = 'failed'" },
  { name: 'orders_disputed', table: 'orders', rows: "(refunded_at) where status = 'disputed'" },
  { name: 'order_refunds_waiting', table: 'order_refunds', rows: '(created_at) where money_back_at is null' },
  { name: 'order_events_failed_refunds', table: 'order_events', rows: "(received_at) where outcome = 'refund_failed'" },
  { name: 'operator_log_backups', table: 'operator_log', rows: "(created_at) where action = 'backup'" }
]

/**
 * Reports also count viewers without a campaign, as those of the campaign `(none)`. The grain `all` adds up all campaigns
 * by quarter of an hour.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table report_alls partition of report_rollups for values in ('all')`.execute(db)
  await createPlaybackRollups(db)
  await createQueueIndexes(db)
  await addUpCampaigns(db)
  await countViewersWithoutCampaign(db)
  // Last, because they lock tables that every viewer writes.
  for (const rule of todayRules) await sql.raw(rule).execute(db)
}

/**
 * What browsers measured, by quarter of an hour. `bucket` is a class of size for `first_frame` (milliseconds) and
 * `rebuffering` (millionths), and 0 for the others; `total` adds up the values.
 */
async function createPlaybackRollups(db: Kysely<unknown>): Promise<void> {
  await sql`create table playback_rollups (
    slot integer not null,
    measure text not null check (measure in ('first_frame', 'rebuffering', 'early_exit', 'error')),
    kind text not null,
    bucket smallint not null,
    count bigint not null,
    total bigint not null,
    primary key (slot, measure, kind, bucket)
  )`.execute(db)
}

async function createQueueIndexes(db: Kysely<unknown>): Promise<void> {
  await createIndexes(db, indexes)
  await sql`create index reward_budgets_by_day on reward_budgets (day)`.execute(db)
}

async function addUpCampaigns(db: Kysely<unknown>): Promise<void> {
  const counts = [
    'visits',
    'new_visitors',
    'views',
    'starts',
    'q25',
    'q50',
    'q75',
    'completes',
    'paywalls',
    'unlocks',
    'unlock_coins',
    'checkouts',
    'purchases',
    'coins_sold',
    'revenue',
    'refunds',
    'refunded'
  ]
  const [columns, sums] = [counts.join(', '), counts.map(name => `sum(${name})`).join(', ')].map(text => sql.raw(text))
  await sql`insert into report_rollups (grain, lpid, bucket, drama_id, episode_no, currency, is_test, ${columns})
    select 'all', '', bucket, '', 0, currency, is_test, ${sums} from report_rollups
    where grain = 'campaign' and bucket >= floor(extract(epoch from now()) / 900) - ${sql.lit(FILLED_DAYS * 96)}
    group by bucket, currency, is_test`.execute(db)
}

/** Plays of the past without a campaign are not known. */
async function countViewersWithoutCampaign(db: Kysely<unknown>): Promise<void> {
  const isNew = (column: string) => sql.raw(`${column} > now() - interval '${FILLED_DAYS} days'`)
  await sql`insert into report_facts (lpid, at, is_test, kind)
    select '(none)', created_at, is_test, case when exists (
      select 1 from visits earlier where earlier.user_id = visits.user_id
        and (earlier.created_at, earlier.id) < (visits.created_at, visits.id)
    ) then 'visit' else 'first_visit' end
    from visits where lpid is null and ${isNew('created_at')}`.execute(db)
  await sql`insert into report_facts (lpid, at, kind, drama_id, episode_no, currency, is_test, coins, amount)
    select '(none)', created_at, 'checkout', coalesce(drama_id, ''), coalesce(episode_no, 0), currency, is_test, 0, 0
    from orders where lpid is null and ${isNew('created_at')}
    union all
    select '(none)', paid_at, 'purchase', coalesce(drama_id, ''), coalesce(episode_no, 0), currency, is_test, coins, amount
    from orders where lpid is null and ${isNew('paid_at')}
    union all
    select '(none)', order_returns.created_at, 'refund', coalesce(drama_id, ''), coalesce(episode_no, 0), currency,
      is_test, 0, order_returns.amount
    from order_returns join orders using (order_no) where lpid is null and ${isNew('order_returns.created_at')}
    union all
    select '(none)', created_at, 'unlock', drama_id, episode_no, '', is_test_visit, coins_paid + bonus_paid, 0
    from unlocks where lpid is null and ledger_seq is not null and ${isNew('created_at')}`.execute(db)
}
