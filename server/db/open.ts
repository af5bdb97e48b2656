import { join, relative } from 'node:path'
import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import type { Config } from '../config/config.js'
import { ConfigError } from '../config/env-values.js'
import type { Log } from '../lib/log.js'
import { loggedError } from '../lib/log.js'
import { makeWritable } from '../lib/writable-folder.js'
import { isDatabaseUnavailable } from './database-error.js'
import { createLiveness, type Liveness } from './liveness.js'
import { migrate } from './migrate.js'
import { lockDirectory } from './pglite/directory-lock.js'
import { createFreeSpaceGuard, freeBytesOf } from './pglite/free-space-guard.js'
import { PGliteDialect } from './pglite/pglite-dialect.js'
import { PGliteSupervisor } from './pglite/pglite-supervisor.js'
import { createMigrationPool, createPostgresPool } from './postgres/postgres-pool.js'
import type { Database } from './schema/schema.js'

/** An open, migrated database; `label` says which one, `close` also gives back the folder. */
export interface OpenDatabase {
  db: Kysely<Database>
  label: string
  liveness: Liveness
  close(): Promise<void>
}

/** Opens Postgres when there is a DATABASE_URL, else PGlite in DATA_DIR, and migrates it. Throws ConfigError. */
export function openDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  makeWritable(config.dataDir)
  return config.databaseUrl === null ? openPGlite(config, log) : openPostgres(config.databaseUrl, log)
}

async function openPGlite({ dataDir }: Config, log: Log): Promise<OpenDatabase> {
  const unlock = lockDirectory(join(dataDir, 'pg.lock'))
  const folder = join(dataDir, 'pg')
  const supervisor = new PGliteSupervisor(folder, { onRestart: reason => log.error({ reason }, 'database restarted') })
  const liveness = createLiveness()
  const db = new Kysely<Database>({
    dialect: new PGliteDialect(supervisor, createFreeSpaceGuard(freeBytesOf(dataDir))),
    log: probe(liveness)
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
    throw new ConfigError('DATA_DIR', `the database in ${folder} cannot be opened: ${messageOf(error)}`)
  }
  return { db, label: `PGlite in ${shortPath(folder)}`, liveness, close }
}

async function openPostgres(databaseUrl: string, log: Log): Promise<OpenDatabase> {
  const onError = (error: Error) => log.warn({ error: loggedError(error) }, 'database connection lost')
  const migrating = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: createMigrationPool(databaseUrl, onError) })
  })
  try {
    await migrate(migrating)
  } catch (error) {
    const reason = isDatabaseUnavailable(error) ? 'cannot be reached' : 'cannot be used'
    throw new ConfigError('DATABASE_URL', `${reason}: ${messageOf(error)}`)
  } finally {
    await migrating.destroy()
  }
  const liveness = createLiveness()
  const dialect = new PostgresDialect({ pool: createPostgresPool(databaseUrl, onError) })
  const db = new Kysely<Database>({ dialect, log: probe(liveness) })
  return { db, label: `Postgres at ${new URL(databaseUrl).host}`, liveness, close: () => db.destroy() }
}

/** A query that failed says nothing of the database's health. */
function probe(pulse: Liveness) {
  return ({ level }: LogEvent) => {
    if (level === 'query') pulse.markAlive()
  }
}

function shortPath(folder: string): string {
  const fromHere = relative('.', folder)
  return fromHere.startsWith('..') ? folder : fromHere
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}
