// `npm run bench:experiments`: an experiment whose visitors have made ten million events, read as the console does.
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { migrate } from '../../../server/db/migrate.js'
import type { Database } from '../../../server/db/schema/schema.js'
import { readResults } from '../../../server/modules/experiment/results.js'
import { startPostgres } from '../../server/support/servers/embedded-postgres.js'
import { openPostgres } from '../../server/support/servers/test-database.js'
import { runBench } from '../support/run-bench.js'

const MAX_MS = 1500
const REPETITIONS = 10
const EVENTS = Number(process.env.BENCH_EVENTS ?? 10_000_000)
/** A visit, a view, some starts and quartiles, and now and then a paywall. */
const EVENTS_PER_VISITOR = 10
const VISITORS = Math.round(EVENTS / EVENTS_PER_VISITOR)
const ID = 'x_0000000000000001'

await runBench(run)

async function run(): Promise<void> {
  const postgres = await startPostgres(['max_wal_size=4GB', 'shared_buffers=256MB'])
  const url = await postgres.createDatabase()
  const db = openPostgres(url)
  // A separate connection without the server's timeouts, because filling takes longer.
  const filling = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) })
  })
  try {
    await migrate(db)
    await fill(filling)
    const variants = [
      { no: 1, share: 50 },
      { no: 2, share: 50 }
    ]
    const times: number[] = []
    for (let repetition = 0; repetition <= REPETITIONS; repetition++) {
      const startedAt = performance.now()
      await readResults(db, { id: ID, goal: 'revenue_per_visitor' }, variants, 'BRL')
      times.push(performance.now() - startedAt)
    }
    const [first = 0, ...warm] = times
    const slowest = Math.max(...warm)
    console.log(`${VISITORS} visitors: first ${Math.round(first)} ms, slowest of the next ${Math.round(slowest)} ms`)
    if (Math.max(first, slowest) > MAX_MS) throw new Error(`slower than ${MAX_MS} ms`)
  } finally {
    await filling.destroy()
    await db.destroy()
    await postgres.stop()
  }
}

/** As many visitors of another experiment are beside them. */
async function fill(db: Kysely<Database>): Promise<void> {
  for (const id of [ID, 'x_0000000000000002']) {
    await sql`insert into experiment_assignments (experiment_id, user_id, variant_no, assigned_at, is_test, starts,
        paywalls, checkouts, purchases)
      select ${id}, 'u_' || no, 1 + (hashtext(no::text) & 1), now() - no * interval '1 second', false, no % 5,
        (no % 4 = 0)::integer, (no % 12 = 0)::integer, (no % 24 = 0)::integer
      from generate_series(1, ${VISITORS}::integer) as no`.execute(db)
    await sql`insert into experiment_money (experiment_id, user_id, currency, variant_no, revenue)
      select experiment_id, user_id, 'BRL', variant_no, 990 from experiment_assignments
      where purchases > 0 and experiment_id = ${id}`.execute(db)
  }
  await sql`analyze`.execute(db)
}
