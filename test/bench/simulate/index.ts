// `npm run simulate`: whole days of viewers against several servers, beside the sum of what each request costs alone.
// Then the same while a server is killed: nothing acknowledged may be lost.
import pg from 'pg'
import { type EmbeddedPostgres, startPostgres } from '../../server/support/servers/embedded-postgres.js'
import { BUSY_LIMIT, measureForeignLoad } from '../support/machine-load.js'
import { cpuBetween, cpuOf } from '../support/process-cpu.js'
import { runBench } from '../support/run-bench.js'
import { Cluster } from './cluster.js'
import { createDays, type Day, readCatalogue, runDays } from './days.js'
import { type ModelRow, report, type Simulated, type Written } from './report.js'
import { dayCounts, dayRequests, type Kind } from './viewer-day.js'

const SERVERS = 3
const MAX_DIFFERENCE = 0.3

const viewers = Number(process.env.SIMULATE_VIEWERS ?? 150)
await runBench(run)

async function run(): Promise<void> {
  if (!Number.isInteger(viewers) || viewers < 10) throw new Error('SIMULATE_VIEWERS: a whole number from 10')
  const postgres = await startPostgres(['fsync=on', 'synchronous_commit=on'])
  const url = await postgres.createDatabase()
  const cluster = await Cluster.open(SERVERS, { settings: { DATABASE_URL: url }, stop: postgres.stop })
  const client = new pg.Client(url)
  try {
    await client.connect()
    const running = { cluster, postgres }
    const load = await measureForeignLoad()
    if (load > BUSY_LIMIT) console.error(`other processes use ${(load * 100).toFixed(0)} % of the machine`)
    const catalogue = await readCatalogue(cluster)
    await runDays(createDays(cluster, catalogue, 10))
    const model = await measureModel(running, createDays(cluster, catalogue, viewers))
    const before = await readWritten(client)
    const mixed = await measureDays(running, createDays(cluster, catalogue, viewers), client)
    const after = await readWritten(client)
    const perDay = (name: keyof Written) => (after[name] - before[name]) / viewers
    const written = { rows: perDay('rows'), logBytes: perDay('logBytes'), bytes: perDay('bytes') }
    const killed = await measureDays(running, createDays(cluster, catalogue, viewers), client, () => cluster.replace(1))
    console.log(`\n${report({ servers: SERVERS, viewers, model, mixed, killed, written })}`)
    checkResults(model, mixed, killed)
  } finally {
    await client.end()
    await cluster.close()
  }
}

function checkResults(model: readonly ModelRow[], mixed: Simulated, killed: Simulated): void {
  const expectedMs = model.reduce((sum, { count, ms }) => sum + count * ms, 0)
  const faults: string[] = []
  if (Math.abs(mixed.dayMs / expectedMs - 1) > MAX_DIFFERENCE) faults.push('the mixed load differs from the model')
  for (const { failed, lostBeats, repeatedBeats } of [mixed, killed]) {
    if (failed > 0) faults.push(`${failed} requests failed`)
    if (lostBeats > 0) faults.push(`${lostBeats} acknowledged beats were lost`)
    if (repeatedBeats > 0) faults.push(`${repeatedBeats} beats were stored twice`)
  }
  for (const fault of faults) console.log(`✗ ${fault}`)
  if (faults.length > 0) process.exitCode = 1
}

interface Running {
  cluster: Cluster
  postgres: EmbeddedPostgres
}

/** Processor time of each kind of request, sent by all viewers at once and by nobody else. */
async function measureModel(running: Running, days: readonly Day[]): Promise<ModelRow[]> {
  const rows: ModelRow[] = []
  for (const [kind, count] of Object.entries(dayCounts) as [Kind, number][]) {
    const { servers, postgres } = await measureCpu(running, () => runDays(days, viewer => viewer.run(kind)))
    const requests = count * days.length
    rows.push({ kind, count, ms: ((servers + postgres) * 1000) / requests })
  }
  const [failure] = days.flatMap(({ failures }) => failures)
  if (failure !== undefined) throw new Error(failure)
  return rows
}

async function measureDays(
  running: Running,
  days: readonly Day[],
  client: pg.Client,
  onHalf?: () => Promise<void>
): Promise<Simulated> {
  const { cluster } = running
  const repeatedBefore = cluster.repeated
  const startedAt = performance.now()
  const { servers, postgres } = await measureCpu(running, () => runDays(days, undefined, onHalf))
  const seconds = (performance.now() - startedAt) / 1000
  const acknowledged = new Set(days.flatMap(({ viewer }) => [...viewer.acknowledged]))
  const stored = await client.query<{ beat: string }>(
    `select play_id || '/' || seq as beat from watch_beats where user_id = any($1)`,
    [days.map(({ viewer }) => viewer.userId)]
  )
  const storedBeats = new Set(stored.rows.map(({ beat }) => beat))
  for (const failure of days.flatMap(({ failures }) => failures).slice(0, 5)) console.error(`✗ ${failure}`)
  return {
    dayMs: ((servers + postgres) * 1000) / days.length,
    serverShare: servers / (servers + postgres),
    seconds,
    requestsPerSecond: (days.length * dayRequests) / seconds,
    failed: days.reduce((sum, { failures }) => sum + failures.length, 0),
    repeatedRequests: cluster.repeated - repeatedBefore,
    lostBeats: [...acknowledged].filter(beat => !storedBeats.has(beat)).length,
    repeatedBeats: stored.rows.length - storedBeats.size
  }
}

async function measureCpu({ cluster, postgres }: Running, work: () => Promise<void>) {
  const before = cpuOf(cluster.pids, postgres.pid())
  await work()
  const used = cpuBetween(before, cpuOf(cluster.pids, postgres.pid()))
  if (used === null) throw new Error('processor time is read from /proc')
  return used
}

async function readWritten(client: pg.Client): Promise<Written> {
  // Postgres counts rows once a backend is idle; a new snapshot of the counts is needed to see them.
  await client.query('select pg_stat_force_next_flush(), pg_stat_clear_snapshot()')
  const { rows } = await client.query<
    Record<keyof Written, string>
  >(`select tup_inserted + tup_updated + tup_deleted as rows,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as "logBytes", pg_database_size(current_database()) as bytes
    from pg_stat_database where datname = current_database()`)
  const [read] = rows
  return { rows: Number(read?.rows), logBytes: Number(read?.logBytes), bytes: Number(read?.bytes) }
}
