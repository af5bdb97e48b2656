import { join, relative } from 'node:path'
import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import type { Config } from '../config/config.js'
import { createDataFolder } from '../config/data-folder.js'
import { dataFolderNames } from '../config/data-folder-names.js'
import { listDatabaseHosts, parseDatabaseAddresses } from '../config/database-address.js'
import { ConfigError } from '../config/env-values.js'
import type { Log } from '../lib/log.js'
import { toLoggedError } from '../lib/log.js'
import { isDatabaseUnavailable } from './database-error.js'
import type { DatabaseSnapshot } from './database-snapshot.js'
import { createLiveness, type Liveness } from './liveness.js'
import { migrate } from './migrate.js'
import { lockDirectory } from './pglite/directory-lock.js'
import { openFolderCopy, removeFolder } from './pglite/folder-copy.js'
import { createFreeBytesReader, createFreeSpaceGuard } from './pglite/free-space-guard.js'
import { PGliteDialect } from './pglite/pglite-dialect.js'
import { PGliteSupervisor } from './pglite/pglite-supervisor.js'
import type { PoolCounts } from './pool-counts.js'
import { createMigrationPool, createPostgresPool } from './postgres/postgres-pool.js'
import { createPrimaryFinder, type PrimaryFinder } from './postgres/primary-finder.js'
import { openReplicas } from './replicas/open-replicas.js'
import { createNoReplicas, type Replicas } from './replicas/replicas.js'
import type { Database } from './schema/schema.js'

export interface OpenDatabase {
  db: Kysely<Database>
  label: string
  liveness: Liveness
  readPool(): PoolCounts
  replicas: Replicas
  /** One at a time. Throws NoSpaceForCopy. */
  openSnapshot(): Promise<DatabaseSnapshot>
  close(): Promise<void>
}

/** Hears of every statement that succeeded. */
export type QueryObserver = (durationMs: number, statement: string) => void

/** Migrates the database before it resolves. Throws ConfigError if the database cannot be opened. */
export function openDatabase(
  config: Config,
  log: Log,
  onQuery: QueryObserver = () => undefined
): Promise<OpenDatabase> {
  createDataFolder(config.dataDir)
  const { databaseUrl } = config
  return databaseUrl === null
    ? openPGlite(config, log, onQuery)
    : openPostgres({ ...config, databaseUrl }, log, onQuery)
}

async function openPGlite({ dataDir }: Config, log: Log, onQuery: QueryObserver): Promise<OpenDatabase> {
  const unlock = lockDirectory(join(dataDir, dataFolderNames.lock))
  const folder = join(dataDir, dataFolderNames.database)
  const copy = join(dataDir, dataFolderNames.databaseCopy)
  const supervisor = new PGliteSupervisor(folder, { onRestart: reason => log.error({ reason }, 'database restarted') })
  const liveness = createLiveness()
  const dialect = new PGliteDialect(supervisor, createFreeSpaceGuard(createFreeBytesReader(dataDir)))
  const db = new Kysely<Database>({ dialect, log: createQueryListener(liveness, onQuery) })
  const readPool = () => dialect.readCounts()
  const close = async () => {
    await supervisor.close()
    unlock()
  }
  try {
    // A server that was killed may have left it.
    await removeFolder(copy)
    await supervisor.waitReady()
    await migrate(db)
  } catch (error) {
    await close()
    throw new ConfigError('DATA_DIR', `the database in ${folder} cannot be opened: ${toMessage(error)}`)
  }
  const openSnapshot = () => openFolderCopy(db, folder, copy)
  return {
    db,
    label: `PGlite in ${toShortPath(folder)}`,
    liveness,
    readPool,
    replicas: createNoReplicas(db),
    openSnapshot,
    close
  }
}

type PostgresConfig = Pick<Config, 'databaseReplicaUrl'> & { databaseUrl: string }

async function openPostgres(
  { databaseUrl, databaseReplicaUrl }: PostgresConfig,
  log: Log,
  onQuery: QueryObserver
): Promise<OpenDatabase> {
  const onError = (error: Error) => log.warn({ error: toLoggedError(error) }, 'database connection lost')
  const primary = createPrimaryFinder(parseDatabaseAddresses(databaseUrl))
  await primary.find()
  const migrationDb = openUnlimitedPostgres(databaseUrl, onError, primary)
  try {
    await migrate(migrationDb)
  } catch (error) {
    throw new ConfigError('DATABASE_URL', describeDatabaseError(error))
  } finally {
    await migrationDb.destroy()
  }
  const liveness = createLiveness()
  const pool = createPostgresPool(primary, onError)
  const dialect = new PostgresDialect({ pool })
  const db = new Kysely<Database>({ dialect, log: createQueryListener(liveness, onQuery) })
  const { replicas, closeReplicas } =
    databaseReplicaUrl === null
      ? { replicas: createNoReplicas(db), closeReplicas: async () => undefined }
      : openReplicas({ addresses: parseDatabaseAddresses(databaseReplicaUrl), db, pool, log })
  const openSnapshot = async () => {
    const snapshot = openUnlimitedPostgres(databaseUrl, onError, primary)
    return { db: snapshot, close: () => snapshot.destroy() }
  }
  const label = `Postgres at ${listDatabaseHosts(databaseUrl)}`
  const close = async () => {
    await closeReplicas()
    await db.destroy()
  }
  return { db, label, liveness, readPool: pool.readCounts, replicas, openSnapshot, close }
}

/** One connection without time limits. */
export const openUnlimitedPostgres = (
  databaseUrl: string,
  onError: (error: Error) => void,
  primary: PrimaryFinder = createPrimaryFinder(parseDatabaseAddresses(databaseUrl))
) => new Kysely<Database>({ dialect: new PostgresDialect({ pool: createMigrationPool(primary, onError) }) })

/** Says why a Postgres cannot be opened. */
export function describeDatabaseError(error: unknown): string {
  const reason = isDatabaseUnavailable(error) ? 'cannot be reached' : 'cannot be used'
  return `${reason}: ${toMessage(error)}`
}

/** A failed query says nothing about the database's health. */
function createQueryListener(liveness: Liveness, onQuery: QueryObserver) {
  return ({ level, query, queryDurationMillis }: LogEvent) => {
    if (level !== 'query') return
    liveness.markAlive()
    onQuery(queryDurationMillis, query.sql)
  }
}

function toShortPath(folder: string): string {
  const fromHere = relative('.', folder)
  return fromHere.startsWith('..') ? folder : fromHere
}

function toMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(toMessage).join(', ')
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}
