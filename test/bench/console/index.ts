// `npm run bench:console`: how soon each screen of the console can be used, on the network and processor of a phone, with
// 100,000 dramas, a million orders and ten million events in the database, and how long a reviewer of 200 pictures waits.
// The database of BENCH_DATABASE_URL is kept, and filled only if it is empty. BENCH_ONLY=reviews leaves the screens out.
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { migrate } from '../../../server/db/migrate.js'
import type { Database } from '../../../server/db/schema/schema.js'
import { rollUpFacts } from '../../../server/modules/report/rollup.js'
import { openBrowser } from '../../e2e/support/browser.js'
import { openProduct } from '../../e2e/support/open-product.js'
import { zoneAt } from '../../e2e/support/zone-at.js'
import { startPostgres } from '../../server/support/servers/embedded-postgres.js'
import { fill as fillCatalogue } from '../catalogue/fill.js'
import { makeDrama } from '../catalogue/make-drama.js'
import { fillCampaigns, fillFacts, fillNewcomers, fillOrders } from '../report/fill.js'
import { measureForeignLoad } from '../support/machine-load.js'
import { runBench } from '../support/run-bench.js'
import { BUSY_VIEWER, fillService } from './fill.js'
import { handInPictures, reviewByKeyboard } from './reviews.js'
import { measureColdStart, measureNavigation, type Screen } from './screens.js'
import { throttlePage } from './throttle-page.js'

const LIMIT_MS = 1500
const REPETITIONS = 3
const ROLLUP_BATCH = 200_000
const WATCHED_DRAMAS = 12
const REVIEWS = 200
/** What 200 reviews may take in all, and the share of it that a reviewer may spend waiting for pictures. */
const REVIEWS_MS = 20 * 60_000
const WAITING_SHARE = 0.1

const DRAMAS = Number(process.env.BENCH_DRAMAS ?? 100_000)
const EVENTS = Number(process.env.BENCH_EVENTS ?? 10_000_000)
const ORDERS = Number(process.env.BENCH_ORDERS ?? 1_000_000)
const PARTNER_ID = 'pa_00000000bench'
const KEY = 'key of the bench, long enough for the server'

const ROWS = 'main table tbody tr'
const watchedDramas = Array.from({ length: WATCHED_DRAMAS }, (_, number) => makeDrama(number).id)
const partnerQuery = `partner=${PARTNER_ID}`

const screens: readonly Screen[] = [
  { path: '/today', content: 'main [data-value]' },
  { path: '/reviews', content: 'main h2' },
  { path: '/reviews/decided', content: ROWS },
  { path: '/search', content: 'main input' },
  { path: '/orders/o_b777', content: 'main h2' },
  { path: `/viewers/${BUSY_VIEWER}`, content: 'main [role=tabpanel]' },
  { path: '/feedback', content: 'main' },
  { path: '/dramas', content: ROWS },
  { path: `/dramas/edit?id=${watchedDramas[3]}`, content: 'main form' },
  { path: `/dramas/edit?id=${watchedDramas[3]}&tab=audience`, content: ROWS },
  { path: '/partners', content: ROWS },
  { path: '/products', content: ROWS },
  { path: '/campaigns', content: ROWS },
  { path: '/campaigns/edit?lpid=bench_3', content: 'main form' },
  // Funnel, chart and table follow below, while the numbers can be read and the filters be used.
  { path: `/partner/report?${partnerQuery}`, content: 'main [data-value]' },
  { path: `/partner/retention?${partnerQuery}&drama=${watchedDramas[3]}`, content: ROWS },
  { path: `/partner/postbacks?${partnerQuery}`, content: ROWS },
  { path: '/health', content: ROWS },
  { path: '/audit', content: ROWS }
]

await runBench(run)

async function run(): Promise<void> {
  if (process.env.BENCH_ONLY !== 'reviews') await runScreens()
  await runReviews()
}

async function runReviews(): Promise<void> {
  // Screenshots are taken between 08:00 and 24:00 only.
  const product = await openProduct({ OPERATOR_KEY: KEY, TIMEZONE: zoneAt(12) })
  const browser = await openBrowser()
  try {
    await handInPictures(product.origin, REVIEWS)
    const storageState = await signIn(browser, product.origin)
    const waits = await reviewByKeyboard(browser, { origin: product.origin, storageState, count: REVIEWS })
    const total = waits.reduce((sum, wait) => sum + wait, 0)
    const share = Math.round((total / REVIEWS_MS) * 100)
    console.log(
      `\n  ${REVIEWS} reviews by keyboard: ${format(waits)} until the next picture, ${share} % of 20 minutes in all`
    )
    if (total > REVIEWS_MS * WAITING_SHARE) fail(`a reviewer waits ${share} % of the time`)
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function runScreens(): Promise<void> {
  const { BENCH_DATABASE_URL: keptUrl } = process.env
  if (keptUrl) {
    await fill(keptUrl)
    return measure(keptUrl)
  }
  const postgres = await startPostgres(['max_wal_size=4GB', 'shared_buffers=512MB'])
  try {
    const url = await postgres.createDatabase()
    await fill(url)
    await measure(url)
  } finally {
    await postgres.stop()
  }
}

async function fill(url: string): Promise<void> {
  const startedAt = performance.now()
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }) })
  const client = new pg.Client(url)
  await client.connect()
  try {
    await migrate(db)
    if ((await db.selectFrom('dramas').select('id').limit(1).executeTakeFirst()) !== undefined) return
    await fillCatalogue(client, DRAMAS)
    const now = new Date()
    const end = new Date(Math.floor(now.getTime() / 900_000) * 900_000)
    await db.insertInto('partners').values({ id: PARTNER_ID, name: 'Bench', created_at: now }).execute()
    await fillCampaigns(db, PARTNER_ID)
    await fillFacts(db, EVENTS, end, watchedDramas)
    await fillNewcomers(db)
    await fillOrders(db, ORDERS, end)
    for (let moved = 1; moved > 0; ) moved = await rollUpFacts(db, ROLLUP_BATCH)
    const sizes = {
      orders: ORDERS,
      submissions: Math.floor(ORDERS / 4),
      waitingSubmissions: 2000,
      messages: Math.floor(ORDERS / 20),
      deliveries: ORDERS,
      logEntries: Math.floor(ORDERS / 4)
    }
    await fillService(db, sizes, end)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    console.log(`${DRAMAS} dramas, ${ORDERS} orders and ${EVENTS} events written in ${seconds} s`)
  } finally {
    await client.end()
    await db.destroy()
  }
}

async function measure(url: string): Promise<void> {
  const product = await openProduct({ DATABASE_URL: url, OPERATOR_KEY: KEY, SAMPLE_ACTIVITY: '0' })
  const browser = await openBrowser()
  try {
    const storageState = await signIn(browser, product.origin)
    const load = await measureForeignLoad()
    console.log('  screen                                                  first load         from the menu')
    for (const screen of screens) {
      const cold = await repeat(page => measureColdStart(page, product.origin, screen))
      const warm = await repeat(page => measureNavigation(page, product.origin, screen))
      console.log(`  ${screen.path.padEnd(52)} ${format(cold)}   ${format(warm)}`)
      if (median(warm) > LIMIT_MS) fail(`${screen.path} takes ${Math.round(median(warm))} ms from the menu`)
    }
    console.log(`\n  Others used ${Math.round(load * 100)} % of the machine.`)

    async function repeat(task: (page: Page) => Promise<number>): Promise<number[]> {
      const times: number[] = []
      for (let repetition = 0; repetition < REPETITIONS; repetition++) times.push(await inNewPage(task))
      return times
    }

    async function inNewPage(task: (page: Page) => Promise<number>): Promise<number> {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState })
      const page = await context.newPage()
      await throttlePage(page)
      try {
        return await task(page)
      } finally {
        await context.close()
      }
    }
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function signIn(browser: Browser, origin: string): Promise<BrowserContextOptions['storageState']> {
  const response = await fetch(`${origin}/operator/member_add`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: `owner-${Date.now()}@bench.test`, name: 'Bench', role: 'owner' })
  })
  const { data } = (await response.json()) as { data: { link: string } }
  const page = await browser.newPage()
  await page.goto(data.link)
  await page.locator('button[type=submit]').click()
  await page.waitForURL('**/console/account*')
  const state = await page.context().storageState()
  await page.close()
  return state
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}

function format(times: readonly number[]): string {
  return `${`${Math.round(median(times))}`.padStart(5)} ms (${Math.round(Math.max(...times))})`
}

function fail(fault: string): void {
  console.log(`✗ ${fault}`)
  process.exitCode = 1
}
