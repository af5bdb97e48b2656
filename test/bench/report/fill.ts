// Writes the events of 20 campaigns in 90 days, in order of time, with newcomers, and orders for the reconciliation.
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../server/db/schema/schema.js'

export const CAMPAIGNS = 20
const DRAMAS = 12
const EPISODES = 30
const DAYS = 90
const EVENTS_PER_ORDER = 500
const BATCH_SIZE = 200_000
/** Names of one campaign; most viewers come from the first ones. */
const UTM_SOURCES = 12
const countries = ['BR', 'BR', 'BR', 'BR', 'BR', 'PT', 'MX', 'US', 'AR', '']

const kinds = [
  ...Array(12).fill('visit'),
  ...Array(8).fill('first_visit'),
  ...Array(14).fill('view'),
  ...Array(24).fill('start'),
  ...Array(14).fill('q25'),
  ...Array(10).fill('q50'),
  ...Array(7).fill('q75'),
  ...Array(5).fill('complete'),
  ...Array(4).fill('paywall'),
  'unlock',
  'checkout'
]

export async function fillCampaigns(db: Kysely<Database>, partnerId: string): Promise<void> {
  await sql`insert into campaigns (lpid, name, status, partner_id, created_at)
    select 'bench_' || n, 'Campaign ' || n, 'active', ${partnerId}, now() from generate_series(1, ${CAMPAIGNS}::integer) n`.execute(
    db
  )
}

/** Ids of 12 dramas that need not exist, for reports without their titles. */
const madeUpDramas = Array.from({ length: DRAMAS }, (_, number) => `d_${number}`)

export async function fillFacts(
  db: Kysely<Database>,
  events: number,
  end: Date,
  dramaIds: readonly string[] = madeUpDramas
): Promise<void> {
  const stepMs = (DAYS * 86_400_000) / events
  for (let first = 0; first < events; first += BATCH_SIZE) {
    const last = Math.min(events, first + BATCH_SIZE) - 1
    // Most viewers of a campaign watch one drama, and most of them only its first episodes.
    await sql`insert into report_facts (lpid, at, kind, drama_id, episode_no, currency, coins, utm_source, country)
      select 'bench_' || campaign, ${end}::timestamptz
          - make_interval(secs => (${events}::bigint - n) * ${stepMs}::double precision / 1000), kind,
        case when kind in ('visit', 'first_visit') then ''
          else (${sql.val(`{${dramaIds.join(',')}}`)}::text[])[1 + case when random() < 0.8 then campaign % ${dramaIds.length}::integer
            else floor(random() * ${dramaIds.length}::integer)::integer end] end,
        case when kind in ('visit', 'first_visit', 'view') then 0
          else 1 + floor(power(random(), 3) * ${EPISODES}::integer)::integer end,
        case when kind = 'checkout' then 'BRL' else '' end, case when kind = 'unlock' then 60 else 0 end,
        utm_source, country
      from generate_series(${first}::bigint, ${last}::bigint) n
      cross join lateral (select 1 + n * 7919 % ${CAMPAIGNS}::integer as campaign,
        (${sql.val(`{${kinds.join(',')}}`)}::text[])[1 + floor(random() * ${kinds.length}::integer)::integer] as kind,
        case when random() < 0.2 then '' else 'source_' || floor(power(random(), 2) * ${UTM_SOURCES}::integer)::integer end as utm_source,
        (${sql.val(`{${countries.map(code => code || '""').join(',')}}`)}::text[])[1 + floor(random() * ${countries.length}::integer)::integer] as country
      ) drawn
      order by n`.execute(db)
  }
}

export async function fillNewcomers(db: Kysely<Database>): Promise<void> {
  await sql`insert into campaign_newcomers (user_id, lpid, first_at, utm_source, country, returned_1, returned_7)
    select 'u_' || id, lpid, at, utm_source, country, random() < 0.2, random() < 0.1
    from report_facts where kind = 'first_visit'`.execute(db)
}

export const toOrderCount = (events: number) => Math.floor(events / EVENTS_PER_ORDER)

export async function fillOrders(db: Kysely<Database>, orders: number, end: Date): Promise<void> {
  const stepMs = (DAYS * 86_400_000) / orders
  await db.transaction().execute(async trx => {
    // Disables triggers and foreign keys, because only the sums matter here.
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`insert into orders (order_no, event_id, user_id, product_id, kind, coins, bonus, amount, currency, status,
        provider, is_test, lang, lpid, created_at, expires_at, paid_at, utm_source, country)
      select 'o_b' || n, 'p_o_b' || n, 'u_' || n, 'p_brl_300', 'coins', 300, 0, 990, 'BRL', 'paid', 'stripe', false, 'pt',
        'bench_' || 1 + n % ${CAMPAIGNS}::integer, at, at + interval '1 hour', at, 'source_' || n % ${UTM_SOURCES}::integer, 'BR'
      from generate_series(1, ${orders}::integer) n
      cross join lateral (select ${end}::timestamptz
        - make_interval(secs => n * ${stepMs}::double precision / 1000) as at) times`.execute(trx)
    await sql`insert into ledger_txns (user_id, seq, kind, ref_type, ref_id, idempotency_key, coins, bonus, coins_after,
        bonus_after, entry_count, prev_hash, hash, created_at)
      select user_id, 1, 'topup', 'order', order_no, order_no, 300, 0, 300, 0, 2, repeat('0', 64), md5(order_no) || md5(user_id),
        paid_at from orders`.execute(trx)
    await sql`insert into order_returns (order_no, no, amount, created_at)
      select order_no, 1, 990, paid_at from orders where order_no like '%7'`.execute(trx)
    await sql`insert into report_facts (lpid, at, kind, currency, coins, amount, utm_source, country)
      select lpid, paid_at, 'purchase', currency, coins, amount, utm_source, country from orders`.execute(trx)
    await sql`insert into report_facts (lpid, at, kind, currency, amount, utm_source, country)
      select lpid, paid_at, 'refund', currency, order_returns.amount, utm_source, country
      from order_returns join orders using (order_no)`.execute(trx)
  })
  await sql`analyze`.execute(db)
}
