// `npm run bench:catalogue`: how response times of reads and search grow with the catalogue, on Postgres over HTTP.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { migrate } from '../../../server/db/migrate.js'
import type { Database } from '../../../server/db/schema/schema.js'
import { type EmbeddedPostgres, startPostgres } from '../../server/support/servers/embedded-postgres.js'
import { type BuiltServer, buildServer, startServer } from '../../server/support/servers/server-process.js'
import { measureForeignLoad } from '../support/machine-load.js'
import { runBench } from '../support/run-bench.js'
import { EPISODES, fill } from './fill.js'
import { makeDrama } from './make-drama.js'
import { measure, type Visitor } from './measure.js'
import { faultsOf, type Measured, reportGrowth } from './report.js'

const VISITORS = 150
const WATCHED_DRAMAS = 200

const sizes = (process.env.BENCH_SIZES ?? '100,10000,100000').split(',').map(Number)
await runBench(run)

async function run(): Promise<void> {
  if (sizes.some(size => !Number.isInteger(size) || size < 1)) throw new Error('BENCH_SIZES: whole numbers, a,b,c')
  const postgres = await startPostgres()
  const built = await buildServer()
  const measured: Measured[] = []
  try {
    for (const dramas of sizes) measured.push(await measureSize(postgres, built, dramas))
  } finally {
    built.remove()
    await postgres.stop()
  }
  console.log(`\n${reportGrowth(measured)}`)
  for (const fault of faultsOf(measured)) {
    console.log(`✗ ${fault}`)
    process.exitCode = 1
  }
}

async function measureSize(postgres: EmbeddedPostgres, built: BuiltServer, dramas: number): Promise<Measured> {
  const startedAt = performance.now()
  const url = await postgres.createDatabase()
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }) })
  await migrate(db)
  await db.destroy()
  const client = new pg.Client(url)
  await client.connect()
  await fill(client, dramas)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  console.error(`${dramas} dramas, ${dramas * EPISODES} episodes filled in ${seconds} s`)
  const folder = mkdtempSync(join(tmpdir(), 'drama-bench-server-'))
  const settings = { DATA_DIR: folder, CATALOGUE_DIRS: folder, DATABASE_URL: url, LOG_LEVEL: 'error' }
  const server = startServer(built.file, settings)
  try {
    const origin = await server.origin()
    const visitors = await signIn(origin)
    await fillHistory(client, visitors, dramas)
    const load = await measureForeignLoad()
    return { dramas, load, timings: await measure(origin, dramas, visitors) }
  } finally {
    server.child.kill('SIGTERM')
    await server.ended
    const name = new URL(url).pathname.slice(1)
    await client.end()
    await dropDatabase(postgres.url('postgres'), name)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function signIn(origin: string): Promise<Visitor[]> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }
  return Promise.all(
    Array.from({ length: VISITORS }, async () => {
      const { data } = await (await fetch(`${origin}/index/visitor_login`, init)).json()
      return { token: data.token, userId: data.user.id }
    })
  )
}

async function fillHistory(client: pg.Client, visitors: readonly Visitor[], dramas: number): Promise<void> {
  const ids = Array.from({ length: Math.min(WATCHED_DRAMAS, dramas) }, (_, index) => makeDrama(index).id)
  await client.query(
    `insert into drama_progress (user_id, drama_id, episode_no, position_s, duration_s, updated_at)
     select user_id, drama_id, 1, 20, 90, now() - random() * interval '90 days'
     from unnest($1::text[]) as user_id, unnest($2::text[]) as drama_id`,
    [visitors.map(visitor => visitor.userId), ids]
  )
}

async function dropDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`drop database ${name} with (force)`)
  await client.end()
}
