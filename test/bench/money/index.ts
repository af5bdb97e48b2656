// `npm run bench:money`: unlocks of many viewers at once over HTTP, followed by an audit of the ledger.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '../../../server/config/config.js'
import { openDatabase } from '../../../server/db/open.js'
import { createLog } from '../../../server/lib/log.js'
import { auditLedger } from '../../server/support/ledger-audit.js'
import { createTestClock, openTestServer } from '../../server/support/open-test-server.js'
import { writeDrama } from '../../server/support/package-fixture.js'
import { startPostgres } from '../../server/support/servers/embedded-postgres.js'
import {
  type BuiltServer,
  buildServer,
  type ServerProcess,
  startServer
} from '../../server/support/servers/server-process.js'
import { createCaller } from '../support/http-caller.js'
import { measureForeignLoad } from '../support/machine-load.js'
import { pinToCore } from '../support/pin-to-core.js'
import { cpuBetween, cpuOf } from '../support/process-cpu.js'
import { runBench } from '../support/run-bench.js'
import { readServerCounts } from '../support/server-counts.js'
import { drive } from './drive.js'
import { faultsOf, type Measured, report } from './report.js'
import { DRAMAS, EPISODES, openViewers, PRICE } from './viewers.js'

const VIEWERS = 400
const HOT_VIEWERS = 20
const UNLOCK_LANES = 24
const READ_LANES = 3

const seconds = Number(process.env.BENCH_SECONDS ?? 15)
const serverCounts = readServerCounts()
await runBench(run)

async function run(): Promise<void> {
  if (!Number.isInteger(seconds) || seconds < 1) throw new Error('BENCH_SECONDS: a whole number of seconds')
  const folder = mkdtempSync(join(tmpdir(), 'drama-bench-money-'))
  // As in production: a committed transaction is on disk.
  const postgres = await startPostgres(['fsync=on', 'synchronous_commit=on'])
  const built = await buildServer()
  const measured: Measured[] = []
  try {
    for (let drama = 0; drama < DRAMAS; drama++) {
      const fixture = { slug: `bench${drama}`, episodes: EPISODES, free: 0, price: PRICE }
      writeDrama(join(folder, 'catalogue'), fixture)
    }
    for (const servers of serverCounts) {
      const name = `${servers} ${servers === 1 ? 'server' : 'servers'} on Postgres`
      const url = await postgres.createDatabase()
      measured.push(await measure(built, folder, { name, servers, url, postgres: postgres.pid() }))
    }
    measured.push(
      await measure(built, folder, { name: '1 server on PGlite', servers: 1, url: null, postgres: undefined })
    )
  } finally {
    built.remove()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(`\n${report(measured)}`)
  for (const fault of measured.flatMap(faultsOf)) {
    console.log(`✗ ${fault}`)
    process.exitCode = 1
  }
}

interface Setup {
  name: string
  servers: number
  url: string | null
  postgres: number | undefined
}

async function measure(built: BuiltServer, folder: string, setup: Setup): Promise<Measured> {
  const { name, servers, url, postgres } = setup
  const data = { DATA_DIR: join(folder, 'data'), CATALOGUE_DIRS: join(folder, 'catalogue'), LOG_LEVEL: 'error' }
  const env: Record<string, string> = { ...data, ...(url === null ? {} : { DATABASE_URL: url }) }
  const config = readConfig(env, { projectDir: folder, readText: () => null })
  const viewers = await createViewers(config)
  const running: ServerProcess[] = []
  const callers: ReturnType<typeof createCaller>[] = []
  try {
    for (let index = 0; index < servers; index++) {
      const server = startServer(built.file, { ...env, MEDIA_SECRET: 'secret of the bench' })
      running.push(server)
      pinToCore(server.child.pid, index, servers)
      callers.push(createCaller(await server.origin(), UNLOCK_LANES + READ_LANES))
    }
    const load = await measureForeignLoad()
    const pids = running.flatMap(({ child }) => child.pid ?? [])
    const before = cpuOf(pids, postgres)
    const seen = await drive(
      callers.map(({ call }) => call),
      {
        warmUpMs: 5000,
        measureMs: seconds * 1000,
        unlockLanes: UNLOCK_LANES,
        readLanes: READ_LANES,
        seed: 42,
        viewers: viewers.slice(HOT_VIEWERS),
        hot: viewers.slice(0, HOT_VIEWERS)
      }
    )
    const cpu = cpuBetween(before, cpuOf(pids, postgres))
    await stop(running)
    const { db, close } = await openDatabase(config, createLog('silent'))
    const books = await auditLedger(db)
    const { count } = await db
      .selectFrom('ledger_txns')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('kind', '=', 'unlock')
      .executeTakeFirstOrThrow()
    await close()
    return { name, load, seen, cpu, books, payments: Number(count) }
  } finally {
    for (const { close } of callers) close()
    await stop(running)
  }
}

async function createViewers(config: Config) {
  const { db, close } = await openDatabase(config, createLog('silent'))
  const options = { engine: 'postgres', db, clock: createTestClock(Date.now()) } as const
  const server = await openTestServer({ ...options, catalogueDirs: config.catalogueDirs })
  const call = async ({ path, body = {} }: { path: string; body?: object }) => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await server.fetch(path, init)
    return { status: answer.status, text: await answer.text() }
  }
  const viewers = await openViewers(db, call, VIEWERS)
  await server.close()
  await close()
  return viewers
}

async function stop(servers: readonly ServerProcess[]): Promise<void> {
  for (const { child } of servers) child.kill('SIGTERM')
  await Promise.all(servers.map(({ ended }) => ended))
}
