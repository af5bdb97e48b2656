import pg from 'pg'

const TABLES = ['orders', 'ledger_txns', 'event_outbox']

/** Fills orders, ledger entries and postbacks with `count` rows each. Indexes are made afterwards, which is faster. */
export async function fillLargeTables(url: string, count: number): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows: indexes } = await client.query(
      `select indexname, indexdef from pg_indexes
        where tablename = any($1) and indexname not in (select conname from pg_constraint)`,
      [TABLES]
    )
    for (const { indexname } of indexes) await client.query(`drop index "${indexname}"`)
    // Without triggers and foreign keys: these viewers have no wallet.
    await client.query('set session_replication_role = replica')
    await client.query(`insert into orders (order_no, event_id, user_id, product_id, kind, coins, bonus, amount, currency,
        status, provider, is_test, lang, lpid, created_at, expires_at, paid_at, provider_ref, payment_ref, utm_source,
        country)
      select 'o_' || number, 'p_o_' || number, 'u_' || n % 3000000, 'p_brl_300', 'coins', 300, 0, 990, 'BRL', 'paid',
        'stripe', false, 'pt', 'c', at, at + interval '1 hour', at, 'cs_' || number, 'pi_' || n, 's', 'BR'
      from generate_series(1, ${count}) n
      cross join lateral (select lpad(to_hex(n), 32, '0') as number, now() - n * interval '10 seconds' as at) made`)
    await client.query(`insert into ledger_txns (user_id, seq, kind, ref_type, ref_id, idempotency_key, coins, bonus,
        coins_after, bonus_after, entry_count, prev_hash, hash, created_at)
      select 'u_' || viewer, seq, 'topup', 'order', 'o_' || n, 'o_' || n, 300, 0, 300, 0, 2, repeat('0', 64),
        md5(viewer::text) || md5(seq::text), now() - n * interval '10 seconds'
      from generate_series(1, ${Math.ceil(count / 4)}) viewer
      cross join generate_series(1, 4) seq cross join lateral (select viewer * 4 + seq as n) made`)
    await client.query(`insert into event_outbox (id, event, event_id, postback_id, user_id, lpid, payload, status, attempts,
        next_at, delivered_at, last_response, created_at)
      select 'd_' || n, 'purchase', 'p_o_' || n, 'pb_1', 'u_' || n, 'c', '{"a":1}', 'delivered', 1, now(), now(), '200 OK',
        now() - n * interval '10 seconds'
      from generate_series(1, ${count}) n`)
    for (const { indexdef } of indexes) await client.query(indexdef)
    await client.query('analyze')
  } finally {
    await client.end()
  }
}
