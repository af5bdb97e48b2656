// `npm run bench:api`: processor time, queries and commits of a request, beside a bare Hono route, on Postgres.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { startPostgres } from '../../server/support/servers/embedded-postgres.js'
import { startServer } from '../../server/support/servers/server-process.js'
import { type Caller, createCaller } from '../support/http-caller.js'
import { BUSY_LIMIT, measureForeignLoad } from '../support/machine-load.js'
import { hasCores } from '../support/pin-to-core.js'
import { readRounds } from '../support/rounds.js'
import { runBench } from '../support/run-bench.js'
import { readServerCounts } from '../support/server-counts.js'
import { spreadOf } from '../support/statistics.js'
import { prepareCalls } from './calls.js'
import { type Growth, measureGrowth, REQUESTS_OF_CALL } from './growth.js'
import { CONNECTIONS, type Counts, measureCall } from './measure.js'
import { type CallFigures, report, reportGrowth } from './report.js'
import { prepareStatementCount } from './statements.js'

const VISITORS = 200
const COUNTS: Counts = { warmUp: 300, measured: 1000 }
const BARE_COUNTS: Counts = { warmUp: 1000, measured: 4000 }

const rounds = readRounds()
const serverCounts = readServerCounts()
/** What servers behind one address share. */
const SECRETS = { MEDIA_SECRET: 'secret of the bench', ACCOUNT_SECRET: 'accounts of the bench' }
await runBench(run)

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'drama-bench-api-'))
  const postgres = await startPostgres([
    'fsync=on',
    'synchronous_commit=on',
    'shared_preload_libraries=pg_stat_statements'
  ])
  const url = await postgres.createDatabase()
  const client = new pg.Client(url)
  const start = () => startServer('dist/server/index.js', { DATA_DIR: folder, DATABASE_URL: url, ...SECRETS })
  const server = start()
  const bare = await startBareServer()
  const callers: { call: Caller; close(): void }[] = []
  const open = (origin: string): Caller => {
    const caller = createCaller(origin, CONNECTIONS)
    callers.push(caller)
    return caller.call
  }
  try {
    const product = withHost(open(await server.origin()))
    await client.connect()
    await prepareStatementCount(client)
    const calls = await prepareCalls(product, VISITORS)
    const load = await measureForeignLoad()
    if (load > BUSY_LIMIT) console.error(`other processes use ${(load * 100).toFixed(0)} % of the machine`)
    const processes = { server: server.child.pid ?? 0, postgres: postgres.pid() }
    const bareCall = { name: 'bare Hono', status: 200, create: () => ({ path: '/' }) }
    const bareOptions = {
      processes: { server: bare.pid, postgres: undefined },
      client: null,
      first: 0,
      counts: BARE_COUNTS
    }
    const bareCaller = open(bare.origin)
    const results = new Map<string, CallFigures[]>()
    for (let round = 0; round < rounds; round++) {
      console.error(`round ${round + 1} of ${rounds}`)
      const reference = await measureCall(bareCaller, bareCall, bareOptions)
      record(results, { ...reference, timesBare: 1 })
      for (const call of calls) {
        const first = round * (COUNTS.warmUp + COUNTS.measured)
        const measured = await measureCall(product, call, { processes, client, first, counts: COUNTS })
        record(results, { ...measured, timesBare: measured.serverMs / reference.serverMs })
      }
    }
    console.log(`\n${report([...results.values()].map(medianOf))}`)
    const growths: Growth[] = []
    for (const [run, count] of serverCounts.entries()) {
      const first = rounds * (COUNTS.warmUp + COUNTS.measured) + run * REQUESTS_OF_CALL
      growths.push(await measureGrowth(count, { start, withHost, calls, first, postgres: postgres.pid() }))
    }
    const pinned = hasCores(Math.max(...serverCounts)) ? 'each on its own core' : 'on shared cores'
    console.log(`\n${reportGrowth(growths)}\n\n  all calls in turn, ${pinned}`)
  } finally {
    for (const { close } of callers) close()
    bare.child.kill()
    server.child.kill('SIGTERM')
    await server.ended
    await client.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As behind one address: otherwise each server names its own in its answers. */
function withHost(call: Caller): Caller {
  return message => call({ ...message, headers: { ...message.headers, Host: 'drama.example' } })
}

function record(results: Map<string, CallFigures[]>, round: CallFigures): void {
  results.set(round.name, [...(results.get(round.name) ?? []), round])
}

function medianOf(rounds: readonly CallFigures[]): CallFigures {
  const median = (read: (round: CallFigures) => number) => spreadOf(rounds.map(read)).median
  return {
    name: rounds[0]?.name ?? '',
    timesBare: median(({ timesBare }) => timesBare),
    serverMs: median(({ serverMs }) => serverMs),
    postgresMs: median(({ postgresMs }) => postgresMs),
    queries: median(({ queries }) => queries),
    commits: median(({ commits }) => commits)
  }
}

async function startBareServer(): Promise<{ child: ChildProcess; pid: number; origin: string }> {
  const child = spawn(process.execPath, ['test/bench/api/bare-server.mjs'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = await once(createInterface(child.stdout), 'line')
  return { child, pid: child.pid ?? 0, origin: `http://127.0.0.1:${port}` }
}
