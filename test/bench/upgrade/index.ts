// `npm run bench:upgrade`: how long a purchase waits while two servers of this version migrate a database with millions of
// orders, ledger entries and postbacks.
import { migrate, migrateOnConnection, migrations } from '../../../server/db/migrate.js'
import { openUnlimitedPostgres } from '../../../server/db/open.js'
import { startPostgres } from '../../server/support/servers/embedded-postgres.js'
import { BUSY_LIMIT, measureForeignLoad } from '../support/machine-load.js'
import { runBench } from '../support/run-bench.js'
import { formatTable, shareOf } from '../support/statistics.js'
import { fillLargeTables } from './fill-large-tables.js'
import { writeMeanwhile } from './write-meanwhile.js'

/** The last one before the console. */
const LAST_BEFORE = '0044-fact-archive'
const MAX_WAIT_MS = 1000
const count = Number(process.env.BENCH_ORDERS ?? 10_000_000)

await runBench(run)

async function run(): Promise<void> {
  if (!Number.isInteger(count) || count < 1) throw new Error('BENCH_ORDERS: a whole number from 1')
  const memory = ['shared_buffers=2GB', 'maintenance_work_mem=512MB', 'max_wal_size=8GB']
  const postgres = await startPostgres(memory)
  try {
    const url = await postgres.createDatabase()
    const servers = [1, 2].map(() => openUnlimitedPostgres(url, error => console.error(error.message)))
    const [first] = servers
    if (first === undefined) throw new Error('no server')
    await first.connection().execute(connection => migrateOnConnection(connection, LAST_BEFORE))
    await fillLargeTables(url, count)
    const load = await measureForeignLoad()
    if (load > BUSY_LIMIT) console.error(`other processes use ${(load * 100).toFixed(0)} % of the machine`)
    const writing = new AbortController()
    const written = writeMeanwhile(url, writing.signal)
    const startedAt = performance.now()
    const counts = await Promise.all(servers.map(server => migrate(server))).finally(() => writing.abort())
    const seconds = (performance.now() - startedAt) / 1000
    const results = await written
    const rows = results.map(({ name, waits }) => [
      name,
      `${waits.length}`,
      ...[0.5, 0.99, 1].map(share => shareOf(waits, share).toFixed(share === 0.5 ? 1 : 0))
    ])
    console.log(formatTable([['ms a statement waits', 'times', 'p50', 'p99', 'longest'], ...rows]))
    const done = counts.reduce((sum, one) => sum + one, 0)
    console.log(`\n  ${done} migrations in ${seconds.toFixed(0)} s, with ${count} rows in each of three tables`)
    await Promise.all(servers.map(server => server.destroy()))
    const all = Object.keys(migrations).filter(name => name > LAST_BEFORE).length
    if (done !== all) throw new Error(`${done} of ${all} migrations ran`)
    const longest = Math.max(...results.flatMap(({ waits }) => waits))
    if (longest > MAX_WAIT_MS) throw new Error(`a statement waited ${longest.toFixed(0)} ms`)
  } finally {
    await postgres.stop()
  }
}
