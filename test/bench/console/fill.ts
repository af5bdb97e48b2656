// What a service of some years has besides its catalogue and its facts: viewers, orders, pictures of shares, messages,
// deliveries to partners, and the operators' log.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../server/db/schema/schema.js'
import { CAMPAIGNS } from '../report/fill.js'

export interface ConsoleSizes {
  orders: number
  submissions: number
  waitingSubmissions: number
  messages: number
  deliveries: number
  logEntries: number
}

/** A viewer with a long history, for the pages about one viewer. */
export const BUSY_VIEWER = 'u_1'
const BUSY_ORDERS = 2000
const DAYS = 90

/** After `fillOrders` of the reports, whose orders belong to viewers `u_1` and on. Triggers and foreign keys are off. */
export async function fillService(db: Kysely<Database>, sizes: ConsoleSizes, end: Date): Promise<void> {
  await db.transaction().execute(async trx => {
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const statement of statementsFor(sizes, end)) await statement.execute(trx)
  })
  await sql`vacuum analyze`.execute(db)
}

const pastTime = (end: Date, count: number) =>
  sql`${end}::timestamptz - make_interval(secs => n * ${(DAYS * 86_400) / count}::double precision)`

function statementsFor(sizes: ConsoleSizes, end: Date): RawBuilder<unknown>[] {
  const { orders, submissions, waitingSubmissions, messages, deliveries, logEntries } = sizes
  const campaign = sql`'bench_' || 1 + n % ${CAMPAIGNS}::integer`
  return [
    sql`insert into users (id, kind, nickname, locale, first_lpid, last_lpid, coins, email, email_verified_at, created_at)
      select 'u_' || n, case when n % 10 = 0 then 'user' else 'visitor' end, 'Viewer ' || n, 'pt', ${campaign}, ${campaign},
        300, case when n % 10 = 0 then 'viewer' || n || '@mail.test' end, case when n % 10 = 0 then at end, at
      from generate_series(1, ${orders}::integer) n cross join lateral (select ${pastTime(end, orders)} as at) times`,
    sql`update orders set user_id = ${BUSY_VIEWER} where order_no in (
        select 'o_b' || n from generate_series(1, ${BUSY_ORDERS}::integer) n
      )`,
    sql`update orders set status = 'disputed', refunded_at = paid_at + interval '3 days'
      where order_no in (select 'o_b' || n * 400 from generate_series(1, ${Math.floor(orders / 400)}::integer) n)`,
    sql`insert into reward_submissions (user_id, id, channel, status, reason, image_id, reward_bonus, zone, lpid, created_at,
        due_at, reviewed_at, reviewer, claim_until, claimed_at, paid_to)
      select 'u_' || n, 's_' || n, case when n % 2 = 0 then 'whatsapp' else 'facebook' end,
        case when is_waiting then 0 when n % 9 = 0 then 3 else 2 end,
        case when not is_waiting and n % 9 = 0 then 'not_shared' end, 'i_' || n, 20, 'America/Sao_Paulo', ${campaign}, at,
        at + interval '1 hour', case when not is_waiting then at + interval '30 minutes' end,
        case when not is_waiting then 'reviewer@drama.test' end,
        case when not is_waiting and n % 9 > 0 then at + interval '7 days' end,
        case when not is_waiting and n % 9 > 0 then at + interval '1 day' end,
        case when not is_waiting and n % 9 > 0 then 'u_' || n end
      from generate_series(1, ${submissions}::integer) n cross join lateral (
        select ${pastTime(end, submissions)} as at, n <= ${waitingSubmissions}::integer as is_waiting) drawn`,
    sql`insert into reward_images (id, user_id, sha256, prints, width, height, created_at, expires_at, submission_id)
      select image_id, user_id, md5(id) || md5(user_id), '[]', 720, 1280, created_at, created_at + interval '90 days', id
      from reward_submissions`,
    sql`insert into feedback (user_id, id, kind, text, lang, user_agent, created_at, answer, answered_at, answered_by)
      select 'u_' || n, 'f_' || n, 'other', 'The picture stops in episode ' || n % 40, 'pt', 'Mozilla/5.0', at,
        case when n > 200 then 'Thank you' end, case when n > 200 then at end, case when n > 200 then 'support@drama.test' end
      from generate_series(1, ${messages}::integer) n cross join lateral (select ${pastTime(end, messages)} as at) times`,
    sql`insert into event_outbox (id, event, event_id, postback_id, user_id, lpid, payload, status, attempts, next_at,
        delivered_at, last_response, created_at)
      select 'd_' || n, 'purchase', 'p_o_b' || n, 'pb_' || n % ${CAMPAIGNS}::integer, 'u_' || n, ${campaign},
        jsonb_build_object('order_no', 'o_b' || n, 'amount', 990, 'currency', 'BRL'),
        case when n % 200 = 0 then 'failed' else 'delivered' end, 1, at, case when n % 200 > 0 then at end, '200 OK', at
      from generate_series(1, ${deliveries}::integer) n cross join lateral (select ${pastTime(end, deliveries)} as at) times`,
    sql`insert into operator_log (id, operator, action, subject, detail, created_at)
      select 'l_' || n, 'editor' || n % 7 || '@drama.test', 'campaign_save', ${campaign}, '{"name":"Campaign"}', at
      from generate_series(1, ${logEntries}::integer) n cross join lateral (select ${pastTime(end, logEntries)} as at) times`,
    sql`insert into operator_results (entry_id, code, created_at) select id, 200, created_at from operator_log`,
    sql`insert into playback_rollups (slot, measure, kind, bucket, count, total)
      select floor(extract(epoch from ${end}::timestamptz) / 900)::integer - slot, measure, '', bucket, 40, 40 * 900
      from generate_series(0, ${DAYS * 96}::integer) slot, unnest(array['first_frame', 'rebuffering']) measure,
        generate_series(1, 24) bucket`
  ]
}
