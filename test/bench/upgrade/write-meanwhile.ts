import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const PAUSE_MS = 10
const VIEWER = "'u_written_meanwhile'"
const hex = (n: number) => n.toString(16).padStart(32, '0')

/** One statement each, of what a purchase writes. `n` is new in each call. */
const statements: Readonly<Record<string, (n: number) => string>> = {
  'a new order':
    n => `insert into orders (order_no, event_id, user_id, product_id, kind, coins, bonus, amount, currency,
      status, provider, is_test, lang, created_at, expires_at)
    values ('o_new_${n}', 'p_o_new_${n}', ${VIEWER}, 'p_brl_300', 'coins', 300, 0, 990, 'BRL', 'closed', 'stripe', false,
      'pt', now(), now() + interval '1 hour')`,
  'a change of an order': n => `update orders set asked_at = now() where order_no = 'o_${hex(n)}'`,
  'an entry of the ledger': n => `insert into ledger_txns (user_id, seq, kind, ref_type, ref_id, idempotency_key, coins,
      bonus, coins_after, bonus_after, entry_count, prev_hash, hash, created_at)
    values (${VIEWER}, ${n}, 'topup', 'order', 'new_${n}', 'new_${n}', 300, 0, 300, 0, 2, repeat('0', 64),
      md5('a') || md5('${n}'), now())`,
  'a postback':
    n => `insert into event_outbox (id, event, event_id, postback_id, user_id, lpid, payload, status, next_at,
      created_at)
    values ('d_new_${n}', 'purchase', 'p_o_new_${n}', 'pb_1', ${VIEWER}, 'c', '{}', 'waiting', now(), now())`
}

export interface WaitsOfStatement {
  name: string
  /** In ms, one for each time. */
  waits: number[]
}

/** Writes to each table again and again, each on a connection of its own, until `signal` is aborted. */
export const writeMeanwhile = (url: string, signal: AbortSignal): Promise<WaitsOfStatement[]> =>
  Promise.all(
    Object.entries(statements).map(async ([name, toStatement]) => {
      const client = new pg.Client(url)
      await client.connect()
      const waits: number[] = []
      try {
        // Without triggers and foreign keys: these viewers have no wallet.
        await client.query('set session_replication_role = replica')
        for (let n = 1; !signal.aborted; n++) {
          const startedAt = performance.now()
          await client.query(toStatement(n))
          waits.push(performance.now() - startedAt)
          await pause(PAUSE_MS)
        }
      } finally {
        await client.end()
      }
      return { name, waits }
    })
  )
