import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../server/db/migrate.js'
import { startPostgres } from './support/servers/embedded-postgres.js'
import { openPostgres, writePgliteTemplate } from './support/servers/test-database.js'

/** Starts one Postgres for the whole run; each test server gets a copy of a migrated database. */
export default async function setup() {
  const postgres = await startPostgres()
  process.env.TEST_POSTGRES_URL = postgres.url('postgres')
  const template = await postgres.createDatabase()
  const db = openPostgres(template)
  await migrate(db)
  await db.destroy()
  process.env.TEST_POSTGRES_TEMPLATE = new URL(template).pathname.slice(1)
  const folder = mkdtempSync(join(tmpdir(), 'drama-migrated-'))
  const embedded = join(folder, 'pglite.tar')
  await writePgliteTemplate(embedded)
  process.env.TEST_PGLITE_TEMPLATE = embedded
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    await postgres.stop()
  }
}
