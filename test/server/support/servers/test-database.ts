import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PostgresDialect } from 'kysely'
import { parseDatabaseAddresses } from '../../../../server/config/database-address.js'
import { migrate } from '../../../../server/db/migrate.js'
import { createFreeSpaceGuard, type FreeBytes } from '../../../../server/db/pglite/free-space-guard.js'
import { PGliteDialect } from '../../../../server/db/pglite/pglite-dialect.js'
import { createPostgresPool } from '../../../../server/db/postgres/postgres-pool.js'
import { createPrimaryFinder } from '../../../../server/db/postgres/primary-finder.js'
import type { Database } from '../../../../server/db/schema/schema.js'
import { createDatabase } from './create-database.js'
import { openPGlite, takePGlite } from './pglite-pool.js'

export type Engine = 'pglite' | 'postgres'

/** Both engines, or those named in TEST_ENGINES. */
export const engines = (['pglite', 'postgres'] as const).filter(engine =>
  (process.env.TEST_ENGINES ?? 'pglite,postgres').split(',').includes(engine)
)

export interface TestDatabase {
  db: Kysely<Database>
  close(): Promise<void>
}

const plenty: FreeBytes = async () => Number.MAX_SAFE_INTEGER

export async function openTestDatabase(
  engine: Engine,
  freeBytes = plenty,
  postgresUrl?: string
): Promise<TestDatabase> {
  const url =
    engine === 'postgres' ? (postgresUrl ?? (await freshDatabase(process.env.TEST_POSTGRES_TEMPLATE))) : undefined
  const templateFile = process.env.TEST_PGLITE_TEMPLATE
  const database =
    engine === 'pglite' && templateFile !== undefined
      ? await openPooled(freeBytes, templateFile)
      : await openEmptyDatabase(engine, freeBytes, url)
  await migrate(database.db)
  return database
}

const closing = (db: Kysely<Database>): TestDatabase => ({ db, close: () => db.destroy() })

export async function writePgliteTemplate(file: string): Promise<void> {
  const pglite = await openPGlite(await snapshot())
  const db = connect(pglite, plenty, () => pglite.close())
  await migrate(db)
  const dump = await pglite.dumpDataDir('none')
  await db.destroy()
  writeFileSync(file, Buffer.from(await dump.arrayBuffer()))
}

/** Opens a database without tables. */
export async function openEmptyDatabase(
  engine: Engine,
  freeBytes = plenty,
  postgresUrl?: string
): Promise<TestDatabase> {
  if (engine === 'pglite') {
    const pglite = await openPGlite(await snapshot())
    return closing(connect(pglite, freeBytes, () => pglite.close()))
  }
  return closing(openPostgres(postgresUrl ?? (await freshDatabase())))
}

async function openPooled(freeBytes: FreeBytes, templateFile: string): Promise<TestDatabase> {
  const { pglite, release } = await takePGlite(templateFile)
  return closing(connect(pglite, freeBytes, release))
}

function connect(pglite: PGlite, freeBytes: FreeBytes, close: () => Promise<void>): Kysely<Database> {
  let isClosed = false
  const embedded = {
    generation: 0,
    waitReady: () => pglite.waitReady,
    run: async (statement: string, parameters: readonly unknown[]) => {
      if (isClosed) throw new Error('the test database is closed')
      const { rows, affectedRows } = await pglite.query(statement, [...parameters])
      return { rows, affected: affectedRows ?? null }
    },
    async close() {
      if (isClosed) return
      isClosed = true
      await close()
    }
  }
  return new Kysely<Database>({ dialect: new PGliteDialect(embedded, createFreeSpaceGuard(freeBytes)) })
}

// Creating a database takes 4 s, loading a snapshot of an empty one less than 1 s.
async function snapshot(): Promise<string> {
  const file = join(tmpdir(), 'drama-test-pglite-0.5.16.tar')
  if (!existsSync(file)) {
    const pglite = await PGlite.create()
    const dump = await pglite.dumpDataDir('none')
    await pglite.close()
    writeFileSync(`${file}.${process.pid}`, Buffer.from(await dump.arrayBuffer()))
    renameSync(`${file}.${process.pid}`, file)
  }
  return file
}

export function openPostgres(url: string): Kysely<Database> {
  const pool = createPostgresPool(createPrimaryFinder(parseDatabaseAddresses(url)), () => {})
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

export async function freshDatabase(template?: string): Promise<string> {
  const server = process.env.TEST_POSTGRES_URL
  if (server === undefined) throw new Error('test/server/global-setup.ts did not run')
  return createDatabase(server, template)
}
