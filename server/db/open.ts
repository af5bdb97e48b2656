import { join, relative } from 'node:path'
import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import type { Config } from '../config/config.js'
import { createDataFolder } from '../config/data-folder.js'
import { ConfigError } from '../config/env-values.js'
import type { Log } from '../lib/log.js'
import { toLoggedError } from '../lib/log.js'
import { isDatabaseUnavailable } from './database-error.js'
import { createLiveness, type Liveness } from './liveness.js'
import { migrate } from './migrate.js'
import { lockDirectory } from './pglite/directory-lock.js'
import { createFreeBytesReader, createFreeSpaceGuard } from './pglite/free-space-guard.js'
import { PGliteDialect } from './pglite/pglite-dialect.js'
import { PGliteSupervisor } from './pglite/pglite-supervisor.js'
import { createMigrationPool, createPostgresPool } from './postgres/postgres-pool.js'
import type { Database } from './schema/schema.js'

export interface OpenDatabase {
  db: Kysely<Database>
  label: string
  liveness: Liveness
  close(): Promise<void>
}

/** Migrates the database before it resolves. Throws ConfigError if the database cannot be opened. */
export function openDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  createDataFolder(config.dataDir)
  return config.databaseUrl === null ? openPGlite(config, log) : openPostgres(config.databaseUrl, log)
}

async function openPGlite({ dataDir }: Config, log: Log): Promise<OpenDatabase> {
  const unlock = lockDirectory(join(dataDir, 'pg.lock'))
  const folder = join(dataDir, 'pg')
  const supervisor = new PGliteSupervisor(folder, { onRestart: reason => log.error({ reason }, 'database restarted') })
  const liveness = createLiveness()
  const db = new Kysely<Database>({
    dialect: new PGliteDialect(supervisor, createFreeSpaceGuard(createFreeBytesReader(dataDir))),
    log: createQueryListener(liveness)
  })
  const close = async () => {
    await supervisor.close()
    unlock()
  }
  try {
    await supervisor.waitReady()
    await migrate(db)
  } catch (error) {
    await close()
    throw new ConfigError('DATA_DIR', `the database in ${folder} cannot be opened: ${toMessage(error)}`)
  }
  return { db, label: `PGlite in ${toShortPath(folder)}`, liveness, close }
}

async function openPostgres(databaseUrl: string, log: Log): Promise<OpenDatabase> {
  const onError = (error: Error) => log.warn({ error: toLoggedError(error) }, 'database connection lost')
  const migrationDb = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: createMigrationPool(databaseUrl, onError) })
  })
  try {
    await migrate(migrationDb)
  } catch (error) {
    const reason = isDatabaseUnavailable(error) ? 'cannot be reached' : 'cannot be used'
    throw new ConfigError('DATABASE_URL', `${reason}: ${toMessage(error)}`)
  } finally {
    await migrationDb.destroy()
  }
  const liveness = createLiveness()
  const dialect = new PostgresDialect({ pool: createPostgresPool(databaseUrl, onError) })
  const db = new Kysely<Database>({ dialect, log: createQueryListener(liveness) })
  return { db, label: `Postgres at ${new URL(databaseUrl).host}`, liveness, close: () => db.destroy() }
}

/** A failed query says nothing about the database's health. */
function createQueryListener(liveness: Liveness) {
  return ({ level }: LogEvent) => {
    if (level === 'query') liveness.markAlive()
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
