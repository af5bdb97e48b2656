// A synchronous standby becomes the primary while viewers pay. The servers have both hosts in DATABASE_URL.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../server/config/config.js'
import { openDatabase } from '../../../server/db/open.js'
import { createLog } from '../../../server/lib/log.js'
import { buyOrders, expectPaid, type ShopState, signInBuyer } from '../order/paid-orders.js'
import { auditLedger } from '../support/ledger-audit.js'
import { createTestClock, openTestServer } from '../support/open-test-server.js'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../support/servers/embedded-postgres.js'
import { prepareKillableServer } from '../support/servers/killable-server.js'
import { engines, openPostgres } from '../support/servers/test-database.js'
import { type ClientHistory, findAllContradictions, openHistory, unlockEpisodes } from '../unlock/unlock-history.js'

const VIEWERS = 4
const ORDERS = 12
const PRICE = 60
const MONEY = { coins: 100_000, bonus: 1500 }
const RECOVERY_MS = 10_000

const killable = prepareKillableServer({ slug: 'long', episodes: 1000, free: 1, price: PRICE })

let postgres: ReplicatedPostgres
beforeAll(async () => {
  postgres = await startReplicatedPostgres(['synchronous_standby_names=standby'])
})
afterAll(() => postgres.stop())

/** Both hosts in one address. */
function toSharedUrl(database: string): string {
  const hosts = [postgres.primary, postgres.standby].map(host => new URL(host.url('postgres')).host)
  return `postgres://postgres@${hosts.join(',')}${new URL(database).pathname}`
}

async function runSql(url: string, statement: string) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}

async function openViewers(env: Record<string, string>): Promise<ClientHistory[]> {
  const config = readConfig(env, { projectDir: killable.path(''), readText: () => null })
  const { db, close } = await openDatabase(config, createLog('silent'))
  const options = { engine: 'postgres', db, clock: createTestClock(Date.now()) } as const
  const server = await openTestServer({ ...options, catalogueDirs: [killable.path('catalogue')] })
  const histories: ClientHistory[] = []
  for (let count = 0; count < VIEWERS; count++) histories.push(await openHistory(server, MONEY))
  await server.close()
  await close()
  return histories
}

test.each(engines.filter(engine => engine === 'postgres'))(
  'a primary that is killed is replaced by its standby within 10 s, and nothing that was answered is lost, on %s',
  async () => {
    const database = await postgres.primary.createDatabase()
    const env = {
      DATA_DIR: killable.path('data'),
      CATALOGUE_DIRS: killable.path('catalogue'),
      DATABASE_URL: toSharedUrl(database),
      LOG_LEVEL: 'fatal'
    }
    const histories = await openViewers(env)
    const origin = killable.start(env)
    const state = { origin, answered: 0, isClosing: false }
    const shop: ShopState = { origin, paid: 0 }
    const watching = histories.map((history, index) => unlockEpisodes(state, history, index, PRICE))
    const buyers = await Promise.all(Array.from({ length: VIEWERS }, () => signInBuyer(shop)))
    const shopping = buyers.map(buyer => buyOrders(shop, buyer, ORDERS))
    await expect
      .poll(() => [state.answered > 40, shop.paid > 4], { interval: 5, timeout: 60_000 })
      .toEqual([true, true])

    await postgres.primary.kill()
    const before = { answered: state.answered, paid: shop.paid }
    await runSql(postgres.standby.url('postgres'), 'select pg_promote()')
    await expect
      .poll(() => [state.answered > before.answered + VIEWERS, shop.paid > before.paid + VIEWERS], {
        interval: 20,
        timeout: RECOVERY_MS
      })
      .toEqual([true, true])

    const bought = await Promise.all(shopping)
    state.isClosing = true
    await Promise.all(watching)
    await killable.stop('SIGTERM')
    const db = openPostgres(postgres.standby.url(new URL(database).pathname.slice(1)))
    const audit = await auditLedger(db)
    expect([...audit.faults, ...(await findAllContradictions(db, histories))]).toEqual([])
    for (const [index, { userId }] of buyers.entries()) await expectPaid(db, userId, bought[index] ?? [])
    await db.destroy()
  },
  240_000
)
