// `npm run simulate:faults`: days of viewers who also pay, on three servers, a primary, a synchronous standby and a
// replica, while one part after the other fails. Nothing that was acknowledged may be lost.
import { resolve } from 'node:path'
import pg from 'pg'
import { openUnlimitedPostgres } from '../../../server/db/open.js'
import { auditLedger } from '../../server/support/ledger-audit.js'
import { runBench } from '../support/run-bench.js'
import { formatTable } from '../support/statistics.js'
import { Cluster } from './cluster.js'
import { createDays, type Day, readCatalogue, runDays } from './days.js'
import { type FaultDatabase, openFaultDatabase } from './fault-database.js'

const SERVERS = 3
/** The app goes on for longer than a failover takes. */
const RETRY_DELAYS_MS = [0, 100, 500, 1000, 2000, 3000, 4000]
const FROZEN_MS = 3000
const FULL_DISK_MS = 4000
const NO_FAULT = 'nothing'
const MAX_FAILED_SHARE = 0.001
const MAX_FAILOVER_MS = 10_000

const viewers = Number(process.env.SIMULATE_VIEWERS ?? 40)
await runBench(run)

interface Fault {
  name: string
  work(): Promise<void>
  /** Undoes it once the days are over. */
  repair?(): Promise<void>
}

interface Outcome {
  name: string
  requests: number
  failed: number
  repeated: number
  /** The longest time in which no request was answered. */
  pauseMs: number
  replicaReads: number
  lost: Lost
}

interface Lost {
  beats: number
  orders: number
  unlocks: number
}

async function run(): Promise<void> {
  if (!Number.isInteger(viewers) || viewers < 4) throw new Error('SIMULATE_VIEWERS: a whole number from 4')
  const database = await openFaultDatabase()
  const cluster = await Cluster.open(SERVERS, database, RETRY_DELAYS_MS)
  try {
    const catalogue = await readCatalogue(cluster)
    const outcomes: Outcome[] = []
    for (const fault of listFaults(cluster, database)) {
      const days = createDays(cluster, catalogue, viewers)
      outcomes.push(await measure(cluster, database, fault, days))
    }
    const audit = await auditBooks(database.standbyUrl)
    console.log(
      `\n${report(outcomes, database)}\n\n  ${audit.transactions} transactions, ${audit.faults.length} faults`
    )
    for (const fault of [...outcomes.flatMap(findFaults), ...audit.faults]) {
      console.log(`✗ ${fault}`)
      process.exitCode = 1
    }
  } finally {
    await cluster.close()
  }
}

function listFaults(cluster: Cluster, { pooler, postgres, replica, disk, standbyUrl }: FaultDatabase): Fault[] {
  const killPooler = async () => {
    await pooler?.kill()
    await pooler?.restart()
  }
  const freezeReplica = async () => {
    replica.freeze()
    await new Promise(done => setTimeout(done, FROZEN_MS))
    replica.thaw()
  }
  const fillDisk = async () => {
    disk?.fill()
    await new Promise(done => setTimeout(done, FULL_DISK_MS))
    disk?.empty()
    // Without room for its log Postgres ends itself; then a service manager starts it again.
    if (postgres.primary.hasEnded()) await postgres.primary.restart()
  }
  const clock = resolve(import.meta.dirname, 'clock-ahead.mjs')
  const replacePrimary = async () => {
    await postgres.primary.kill()
    await runSql(standbyUrl, 'select pg_promote()')
  }
  return [
    { name: NO_FAULT, work: async () => undefined },
    { name: 'a server is killed', work: () => cluster.replace(1) },
    ...(pooler === null ? [] : [{ name: 'the pooler is killed', work: killPooler }]),
    { name: `the replica is frozen for ${FROZEN_MS / 1000} s`, work: freezeReplica },
    { name: 'the replica is killed', work: () => replica.kill(), repair: () => replica.restart() },
    {
      name: 'a server comes with its clock 5 min ahead',
      work: () => cluster.replace(2, `--import=${clock}`),
      repair: () => cluster.replace(2)
    },
    ...(disk === null
      ? []
      : [{ name: `the disk of the primary is full for ${FULL_DISK_MS / 1000} s`, work: fillDisk }]),
    { name: 'all servers are replaced by a deploy', work: () => cluster.deploy() },
    { name: 'the primary is killed, the standby promoted', work: replacePrimary }
  ]
}

async function measure(
  cluster: Cluster,
  database: FaultDatabase,
  fault: Fault,
  days: readonly Day[]
): Promise<Outcome> {
  console.log(`… ${fault.name}`)
  const readsBefore = await countReplicaReads(database)
  cluster.resetCounts()
  await runDays(days, day => day.runAll({ isPaying: true }), fault.work)
  const { sent, repeated, longestPauseMs: pauseMs } = cluster
  await fault.repair?.()
  const failures = days.flatMap(day => day.failures)
  for (const failure of failures.slice(0, 5)) console.error(`✗ ${failure}`)
  const replicaReads = (await countReplicaReads(database)) - readsBefore
  const lost = await findLost(await findPrimary(database), days)
  return { name: fault.name, requests: sent - repeated, failed: failures.length, repeated, pauseMs, replicaReads, lost }
}

/** Statements that the replica has run since it started. */
async function countReplicaReads({ replica, url }: FaultDatabase): Promise<number> {
  const name = new URL(url).pathname.slice(1)
  const counted = 'select xact_commit::int as count from pg_stat_database where datname = $1'
  const [row] = await runSql(replica.url('postgres'), counted, [name])
  return row?.count ?? 0
}

async function findPrimary({ url, standbyUrl }: FaultDatabase): Promise<string> {
  const [row] = await runSql(standbyUrl, 'select pg_is_in_recovery() as is_standby')
  return row?.is_standby === true ? url : standbyUrl
}

async function findLost(url: string, days: readonly Day[]): Promise<Lost> {
  const users = days.map(({ viewer }) => viewer.userId)
  const countLost = async (statement: string, acknowledged: readonly string[]) => {
    const stored = new Set((await runSql(url, statement, [users])).map(({ name }) => name))
    return acknowledged.filter(name => !stored.has(name)).length
  }
  const each = (list: (viewer: Day['viewer']) => Iterable<string>) => days.flatMap(({ viewer }) => [...list(viewer)])
  return {
    beats: await countLost(
      `select play_id || '/' || seq as name from watch_beats where user_id = any($1)`,
      each(viewer => viewer.acknowledged)
    ),
    orders: await countLost(
      `select order_no as name from orders where user_id = any($1) and status = 'paid'`,
      each(viewer => viewer.paidOrders)
    ),
    unlocks: await countLost(
      `select user_id || '/' || episode_id as name from unlocks where user_id = any($1)`,
      each(viewer => viewer.unlockedEpisodes.map(episode => `${viewer.userId}/${episode}`))
    )
  }
}

async function runSql(url: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end()
  }
}

async function auditBooks(url: string) {
  const db = openUnlimitedPostgres(url, () => undefined)
  try {
    return await auditLedger(db)
  } finally {
    await db.destroy()
  }
}

function report(outcomes: readonly Outcome[], { pooler, disk }: FaultDatabase): string {
  const head = [
    `${viewers} days, half of them begun`,
    'requests',
    'failed',
    'sent again',
    'longest pause, ms',
    'by replica'
  ]
  const rows = outcomes.map(({ name, requests, failed, repeated, pauseMs, replicaReads, lost }) => [
    name,
    `${requests}`,
    `${failed}`,
    `${repeated}`,
    pauseMs.toFixed(0),
    `${Math.max(0, replicaReads)}`,
    `${lost.beats} / ${lost.orders} / ${lost.unlocks}`
  ])
  const poolerText = pooler === null ? 'without PgBouncer, which this machine does not have' : 'behind PgBouncer'
  return `${formatTable([[...head, 'lost beats / orders / unlocks'], ...rows])}

  ${SERVERS} servers ${poolerText}${disk === null ? ', without a full disk, because this user may not mount one' : ''}`
}

function findFaults({ name, requests, failed, pauseMs, replicaReads, lost }: Outcome): string[] {
  const faults: string[] = []
  if (failed / requests > MAX_FAILED_SHARE) faults.push(`${failed} of ${requests} requests failed`)
  if (lost.beats + lost.orders + lost.unlocks > 0) faults.push('something acknowledged is lost')
  if (pauseMs > MAX_FAILOVER_MS) faults.push(`nothing was answered for ${pauseMs.toFixed(0)} ms`)
  if (name === NO_FAULT && replicaReads < viewers) faults.push('the replica was not asked')
  return faults.map(fault => `${name}: ${fault}`)
}
