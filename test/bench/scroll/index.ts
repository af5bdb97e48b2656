// `npm run bench:scroll`: scrolls a list to entry 10,000 and back, and reports tasks of more than 50 ms.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { migrate } from '../../../server/db/migrate.js'
import type { Database } from '../../../server/db/schema/schema.js'
import { openBrowser } from '../../e2e/support/browser.js'
import { openProduct } from '../../e2e/support/open-product.js'
import { startPostgres } from '../../server/support/servers/embedded-postgres.js'
import { fill } from '../catalogue/fill.js'
import { runBench } from '../support/run-bench.js'
import { type Scrolled, scrollList } from './scroll-list.js'

const ENTRIES = 10_000
const RUNS = [
  { throttle: 1, entries: ENTRIES },
  { throttle: 4, entries: 2000 }
]

await runBench(run)

async function run(): Promise<void> {
  const postgres = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'drama-bench-scroll-'))
  try {
    const url = await postgres.createDatabase()
    await prepare(url)
    const product = await openProduct({ DATABASE_URL: url, CATALOGUE_DIRS: folder })
    const browser = await openBrowser()
    try {
      console.log(
        '\nTasks of more than 50 ms, and the longest: flung by a finger, and dragged by the scroll bar in leaps'
      )
      console.log(`${'CPU'.padEnd(6)}entries  cards at most         flung         leapt`)
      for (const { throttle, entries } of RUNS)
        report(throttle, await scrollList(browser, product.origin, entries, throttle))
    } finally {
      await browser.close()
      await product.stop()
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function prepare(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  await migrate(db)
  await db.destroy()
  const client = new pg.Client(url)
  await client.connect()
  await fill(client, ENTRIES)
  // Prevents autovacuum and a checkpoint during the measurement.
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}

function report(throttle: number, { entries, mostCards, tasks }: Scrolled): void {
  const cells = [
    `${throttle}x`.padEnd(6),
    String(entries).padStart(7),
    String(mostCards).padStart(15),
    ...[tasks.flung, tasks.leapt].map(durations =>
      (durations.length ? `${durations.length}, ${Math.max(...durations)} ms` : 'none').padStart(14)
    )
  ]
  console.log(cells.join(''))
  if (throttle > 1 || tasks.flung.length === 0) return
  console.log('✗ a task of more than 50 ms while scrolling')
  process.exitCode = 1
}
