// `npm run bench:report`: rolls up ten million events as a server does, then requests reports; the same from files of facts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { createServer } from '../../../server/app.js'
import { type Config, readConfig } from '../../../server/config/config.js'
import { migrate } from '../../../server/db/migrate.js'
import type { Database } from '../../../server/db/schema/schema.js'
import { untracked } from '../../../server/http/external-calls.js'
import { systemClock } from '../../../server/lib/clock.js'
import { createLog } from '../../../server/lib/log.js'
import { systemRandom } from '../../../server/lib/random.js'
import { createPartnerKey } from '../../../server/modules/partner/api-keys.js'
import { renewArchive } from '../../../server/modules/report/archive/archive-state.js'
import { type FactArchive, openFactArchive } from '../../../server/modules/report/archive/fact-archive.js'
import { type ReportContext, readReport, reportRequest } from '../../../server/modules/report/report.js'
import { rollUpFacts } from '../../../server/modules/report/rollup.js'
import { startPostgres } from '../../server/support/servers/embedded-postgres.js'
import { openPostgres } from '../../server/support/servers/test-database.js'
import { measureForeignLoad } from '../support/machine-load.js'
import { runBench } from '../support/run-bench.js'
import { repeatArchive, type WrittenFiles, writeArchive } from './archive.js'
import { fillCampaigns, fillFacts, fillNewcomers, fillOrders, toOrderCount } from './fill.js'

const MAX_P99_MS = 1000
const REPETITIONS = 15
const ROLLUP_BATCH = 20_000

const SERVERS = 2
const EVENTS = Number(process.env.BENCH_EVENTS ?? 10_000_000)
const ARCHIVED_EVENTS = Number(process.env.BENCH_ARCHIVED_EVENTS ?? 100_000_000)

const end = new Date(Math.floor(Date.now() / 900_000) * 900_000)
const dayBefore = (days: number) => new Date(end.getTime() - days * 86_400_000).toISOString().slice(0, 10)
const today = dayBefore(0)
const queries: Record<string, Record<string, string>> = {
  'one campaign, a week by day': { lpid: 'bench_3', from: dayBefore(6), to: today },
  'one campaign, a month by hour': { lpid: 'bench_3', from: dayBefore(30), to: today, group_by: 'hour' },
  'one campaign, 90 days by episode': { lpid: 'bench_3', from: dayBefore(90), to: today, group_by: 'episode' },
  'all 20, 90 days by day': { from: dayBefore(90), to: today },
  'all 20, 90 days by campaign': { from: dayBefore(90), to: today, group_by: 'lpid' },
  'all 20, 90 days by drama': { from: dayBefore(90), to: today, group_by: 'drama' },
  'all 20, 90 days by episode': { from: dayBefore(90), to: today, group_by: 'episode' },
  'one campaign, a month by day and episode': {
    lpid: 'bench_3',
    from: dayBefore(30),
    to: today,
    group_by: 'day,episode'
  },
  'all 20, yesterday by campaign and source': { from: 'yesterday', to: 'yesterday', group_by: 'lpid,utm_source' },
  'all 20, 90 days by campaign and source': { from: dayBefore(90), to: today, group_by: 'lpid,utm_source' },
  'all 20, 90 days by day and source': { from: dayBefore(90), to: today, group_by: 'day,utm_source' },
  'all 20, 90 days by source and country': { from: dayBefore(90), to: today, group_by: 'utm_source,country' },
  'all 20, 90 days by drama and country': { from: dayBefore(90), to: today, group_by: 'drama,country' },
  'all 20, a month by day and drama': { from: dayBefore(30), to: today, group_by: 'day,drama' },
  'all 20, 90 days by day, as CSV': { from: dayBefore(90), to: today, format: 'csv' }
}

await runBench(run)

async function run(): Promise<void> {
  const postgres = await startPostgres(['max_wal_size=4GB', 'shared_buffers=256MB'])
  const url = await postgres.createDatabase()
  const db = openPostgres(url)
  const dataDir = mkdtempSync(join(tmpdir(), 'drama-bench-'))
  // A separate connection without the server's timeouts, because filling takes longer.
  const filling = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) })
  })
  try {
    await migrate(db)
    await renewArchive(db, new Date(0))
    const now = new Date()
    await db.insertInto('partners').values({ id: 'pa_bench', name: 'Bench', created_at: now }).execute()
    const { key } = await db
      .transaction()
      .execute(trx => createPartnerKey(trx, 'pa_bench', { random: systemRandom, now }))
    await fillCampaigns(db, 'pa_bench')
    const filled = await measureTime(async () => {
      await fillFacts(filling, EVENTS, end)
      await fillNewcomers(filling)
      await fillOrders(filling, toOrderCount(EVENTS), end)
    })
    console.log(`${EVENTS} events and ${toOrderCount(EVENTS)} orders written down in ${formatSeconds(filled.ms)}`)
    const rolled = await measureTime(() => Promise.all(Array.from({ length: SERVERS }, () => rollUpAll())))
    const sum = rolled.result.reduce((one, other) => one + other, 0)
    const speed = Math.round(sum / (rolled.ms / 1000))
    console.log(`${sum} rolled up in ${formatSeconds(rolled.ms)} by ${SERVERS} at once, ${speed} a second`)
    const load = await measureForeignLoad()
    const totals = await measureQueries(key, { reportArchive: 'off', dataDir }, checkBooks)
    await measureArchive(key, totals)
    console.log(`\n  Others used ${Math.round(load * 100)} % of the machine.`)
  } finally {
    await filling.destroy()
    await db.destroy()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }

  async function rollUpAll(): Promise<number> {
    let total = 0
    for (let moved = 1; moved > 0; total += moved) moved = await rollUpFacts(filling, ROLLUP_BATCH)
    return total
  }

  async function measureArchive(key: string, totals: Totals): Promise<void> {
    const settings = { reportArchive: 'read' as const, dataDir, mediaBucket: null }
    const archive = openFactArchive(settings)
    const written = await measureTime(() => writeArchive(filling, archive))
    const speed = Math.round(written.result.facts / (written.ms / 1000))
    console.log(
      `\n${describeFiles(written.result)} written and merged in ${formatSeconds(written.ms)}, ${speed} a second`
    )
    // The tables would answer if the files could not.
    await sql`truncate report_rollups, report_source_rollups`.execute(filling)
    const checkFiles =
      (copies: number): CheckReport =>
      (name, report) => {
        const expected = totals.get(name)
        for (const metric of ['visits', 'starts', 'purchases'] as const) {
          const [found, wanted] = [report.totals[metric], (expected?.[metric] ?? 0) * copies]
          if (found !== wanted) fail(`${name}: ${found} ${metric} from files, ${wanted} from rollups`)
        }
      }
    await measureQueries(key, settings, checkFiles(1))
    const copies = Math.round(ARCHIVED_EVENTS / written.result.facts)
    const repeated = await measureTime(() => repeatArchive(filling, archive, copies))
    console.log(`\n${describeFiles(repeated.result)}`)
    await measureLargeReports({ ...archive, readTimeoutMs: 120_000 }, checkFiles(copies))
  }

  /** Without the time limit of a request, after which the rollups answer. */
  async function measureLargeReports(factArchive: FactArchive, check: CheckReport): Promise<void> {
    const context: ReportContext = {
      db,
      config: toConfig({}),
      log: createLog('warn'),
      now: new Date(),
      partner: { id: 'pa_bench', name: 'Bench' },
      factArchive,
      trackExternalWait: untracked
    }
    for (const [name, query] of Object.entries(queries)) {
      const times: number[] = []
      for (let repetition = 0; repetition < 3; repetition++) {
        const { ms, result } = await measureTime(() => readReport(context, reportRequest.parse(query)))
        if (query.format === undefined) check(name, result)
        times.push(ms)
      }
      printTimes(name, times)
    }
  }

  async function measureQueries(key: string, settings: Partial<Config>, check: CheckReport): Promise<Totals> {
    const config = toConfig(settings)
    const totals: Totals = new Map()
    for (const [name, query] of Object.entries(queries)) {
      // A new server per query, because each server limits the calls of a key.
      const app = createServer({ config, db, clock: systemClock, random: systemRandom, log: createLog('warn') })
      const times: number[] = []
      for (let repetition = 0; repetition < REPETITIONS; repetition++) {
        const { ms, result } = await measureTime(async () => {
          const headers = { Authorization: `Bearer ${key}` }
          return (await app.request(`/partner/report?${new URLSearchParams(query)}`, { headers })).text()
        })
        if (query.format === undefined) {
          const { code, data }: { code: number; data: Report } = JSON.parse(result)
          if (code !== 200) throw new Error(`${name}: refused with ${code}`)
          check(name, data)
          totals.set(name, data.totals)
        }
        times.push(ms)
      }
      const p99 = printTimes(name, times)
      if (p99 > MAX_P99_MS) fail(`${name} takes ${p99} ms`)
    }
    return totals
  }
}

function describeFiles({ files, facts, bytes }: WrittenFiles): string {
  return `${facts} facts in ${files} files of ${Math.round(bytes / 1e6)} MB, ${(bytes / facts).toFixed(1)} bytes each,`
}

function toConfig(settings: Partial<Config>): Config {
  const env = { MEDIA_SECRET: 'secret of the bench', ACCOUNT_SECRET: 'accounts of the bench' }
  const defaults = readConfig(env, { projectDir: '.', readText: () => null })
  return { ...defaults, timezone: 'America/Sao_Paulo', ...settings }
}

/** Returns the 99th percentile, rounded. */
function printTimes(name: string, times: number[]): number {
  const sorted = times.toSorted((one, other) => one - other)
  const p50 = Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
  const p99 = Math.round(sorted.at(-1) ?? 0)
  console.log(`  ${name.padEnd(40)} p50 ${`${p50}`.padStart(5)} ms   p99 ${`${p99}`.padStart(5)} ms`)
  return p99
}

type CheckReport = (name: string, report: Report) => void

type Totals = Map<string, Report['totals']>

interface Report {
  totals: { visits: number; starts: number; purchases: number }
  reconciliation: { revenue: { report: number; difference: number }[]; refunded: { difference: number }[] } | null
}

function checkBooks(name: string, { totals, reconciliation }: Report): void {
  const { revenue, refunded } = reconciliation ?? { revenue: [], refunded: [] }
  const isBalanced = [...revenue, ...refunded].every(({ difference }) => difference === 0)
  if (!isBalanced || totals.visits === 0 || !((revenue[0]?.report ?? 0) > 0)) {
    fail(`${name}: the report is not what the books say`)
  }
}

function fail(fault: string): void {
  console.log(`✗ ${fault}`)
  process.exitCode = 1
}

async function measureTime<Result>(task: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const startedAt = performance.now()
  const result = await task()
  return { ms: performance.now() - startedAt, result }
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
