import { hostname } from 'node:os'
import { type Kysely, sql } from 'kysely'
import { SUCCESS_CODE } from '../../../contract/protocol/envelope.js'
import { hasAllMigrations, readMigrationNames } from '../../db/migrate.js'
import { createFreeBytesReader, MIN_FREE_BYTES } from '../../db/pglite/free-space-guard.js'
import type { PoolCounts } from '../../db/pool-counts.js'
import type { ReplicaCounts } from '../../db/replicas/replicas.js'
import type { Database } from '../../db/schema/schema.js'
import { PACKAGE_VERSION } from '../../lib/package-version.js'
import { isSharpInstalled } from '../../lib/sharp-installed.js'
import type { Services } from '../../services.js'
import type { JobState } from '../metrics/metrics.js'
import { MAX_COUNTED, readQueues } from '../metrics/queries.js'
import { listServers } from './server-row.js'

export type HealthContext = Services & { now: Date }

export interface ServerHealth {
  server: { host: string; pid: number; version: string; node: string; started_at: Date; memory_bytes: number }
  /** Those that were seen within a quarter of an hour. */
  servers: {
    id: string
    host: string
    pid: number
    version: string
    started_at: Date
    seen_at: Date
    memory_bytes: number
    database_waiting: number
    failed_jobs: number
    is_other_version: boolean
    is_missing: boolean
  }[]
  clock: { is_trusted: boolean }
  database: {
    kind: 'pglite' | 'postgres'
    version: string | null
    bytes: number | null
    connections: PoolCounts | null
    last_migration: string | null
    has_all_migrations: boolean
  }
  replicas: ReplicaCounts
  disk: { free_bytes: number | null; is_low: boolean }
  media: { store: 'folder' | 'bucket'; is_reachable: boolean }
  providers: { mail: 'smtp' | 'demo' | 'none'; payments: string[]; telegram: boolean; images: boolean }
  report_archive: { mode: 'off' | 'write' | 'read'; files: number; bytes: number; last_file_at: Date | null }
  queues: { name: string; depth: number; overdue_s: number; is_cut: boolean }[]
  jobs: ({ name: string } & ReturnType<typeof toJob>)[]
  backup: { started_at: Date; operator: string; is_done: boolean | null } | null
}

const CHECK_TIMEOUT_MS = 2_000
/** Three rounds of the job that writes the rows of servers. */
const MISSING_MS = 90_000
const LOW_DISK_BYTES = 5 * MIN_FREE_BYTES

/** `jobs` are those of this server, since its start. What does not answer in time is null or not reachable. */
export async function readServerHealth(context: HealthContext): Promise<ServerHealth> {
  const { db, config, now, replicas, isClockTrusted, mailer, payments, telegram, metrics, media } = context
  const freeBytes = await createFreeBytesReader(config.dataDir)().catch(() => null)
  return {
    server: {
      host: hostname(),
      pid: process.pid,
      version: PACKAGE_VERSION,
      node: process.versions.node,
      started_at: new Date(now.getTime() - Math.round(process.uptime() * 1000)),
      memory_bytes: process.memoryUsage.rss()
    },
    servers: (await listServers(db, now)).map(row => ({
      ...row,
      memory_bytes: Number(row.memory_bytes),
      is_other_version: row.version !== PACKAGE_VERSION,
      is_missing: now.getTime() - row.seen_at.getTime() > MISSING_MS
    })),
    clock: { is_trusted: isClockTrusted() },
    database: await readDatabase(context),
    replicas: replicas.readCounts(),
    disk: { free_bytes: freeBytes, is_low: freeBytes !== null && freeBytes < LOW_DISK_BYTES },
    media: {
      store: config.mediaBucket === null ? 'folder' : 'bucket',
      is_reachable: await isInTime(media.checkBucket())
    },
    providers: {
      mail: mailer.kind,
      payments: payments.list.map(({ id }) => id),
      telegram: telegram !== null,
      images: isSharpInstalled()
    },
    report_archive: { mode: config.reportArchive, ...(await readArchiveFiles(db)) },
    queues: await listQueues(db, now),
    jobs: [...metrics.jobStates].map(([name, state]) => ({ name, ...toJob(state) })),
    backup: await readLastBackup(db)
  }
}

async function readDatabase({ db, config, readPool }: HealthContext): Promise<ServerHealth['database']> {
  const { rows } = await sql<{ version: string; bytes: string }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`.execute(db)
  const names = await readMigrationNames(db)
  return {
    kind: config.databaseUrl === null ? 'pglite' : 'postgres',
    version: rows[0]?.version ?? null,
    bytes: rows[0] === undefined ? null : Number(rows[0].bytes),
    connections: readPool?.() ?? null,
    last_migration: names.at(-1) ?? null,
    has_all_migrations: await hasAllMigrations(db)
  }
}

async function readArchiveFiles(db: Kysely<Database>) {
  const { files, bytes, last_file_at } = await db
    .selectFrom('report_fact_files')
    .select(({ fn }) => [
      fn.countAll<string>().as('files'),
      fn.sum<string | null>('bytes').as('bytes'),
      fn.max('created_at').as('last_file_at')
    ])
    .executeTakeFirstOrThrow()
  return { files: Number(files), bytes: Number(bytes ?? 0), last_file_at }
}

async function listQueues(db: Kysely<Database>, now: Date): Promise<ServerHealth['queues']> {
  const queues = [...(await readQueues(db, now))].map(([name, { depth, overdueSeconds }]) => ({
    name: name as string,
    depth,
    overdue_s: Math.round(overdueSeconds),
    is_cut: depth === MAX_COUNTED
  }))
  return [...queues, await readArchiveQueue(db, now)]
}

async function readArchiveQueue(db: Kysely<Database>, now: Date): Promise<ServerHealth['queues'][number]> {
  const { rows } = await sql<{ depth: number; first_at: Date | null }>`
    select count(*)::integer as depth, min(queued_at) as first_at from (
      select queued_at from report_fact_queue order by no limit ${sql.lit(MAX_COUNTED)}
    ) as waiting`.execute(db)
  const { depth = 0, first_at = null } = rows[0] ?? {}
  const overdueMs = first_at === null ? 0 : now.getTime() - new Date(first_at).getTime()
  return {
    name: 'report_archive',
    depth,
    overdue_s: Math.max(0, Math.round(overdueMs / 1000)),
    is_cut: depth === MAX_COUNTED
  }
}

const toJob = ({ lastRunAt, lastRunMs, lastFailureAt, lastFailure, failures }: JobState) => ({
  last_run_at: lastRunAt,
  last_run_ms: lastRunMs,
  last_failure_at: lastFailureAt,
  last_failure: lastFailure,
  failures
})

/** `is_done` is null while the backup is written, and if its server stopped. */
async function readLastBackup(db: Kysely<Database>): Promise<ServerHealth['backup']> {
  const row = await db
    .selectFrom('operator_log')
    .leftJoin('operator_results', 'operator_results.entry_id', 'operator_log.id')
    .select(['operator_log.created_at', 'operator_log.operator', 'operator_results.code'])
    .where('action', '=', 'backup')
    .orderBy('operator_log.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    started_at: row.created_at,
    operator: row.operator,
    is_done: row.code === null ? null : row.code === SUCCESS_CODE
  }
}

async function isInTime(work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<false>(resolve => {
    timer = setTimeout(resolve, CHECK_TIMEOUT_MS, false)
  })
  const result = work.then(
    () => true,
    () => false
  )
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer))
}
