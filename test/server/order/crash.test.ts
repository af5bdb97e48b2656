import { expect, test } from 'vitest'
import { prepareKillableServer } from '../support/servers/killable-server.js'
import { freshDatabase, openPostgres } from '../support/servers/test-database.js'
import { buyOrders, expectPaid, type ShopState, signInBuyer } from './paid-orders.js'

const VIEWERS = 4
const ORDERS = 10

const killable = prepareKillableServer({ slug: 'rain', episodes: 3, free: 1, price: 60 })

test('a server that is killed while orders are paid loses none, gives none twice, and makes none twice', async () => {
  const url = await freshDatabase(process.env.TEST_POSTGRES_TEMPLATE)
  const env = { DATA_DIR: killable.path('data'), CATALOGUE_DIRS: killable.path('catalogue'), DATABASE_URL: url }
  const state: ShopState = { origin: killable.start(env), paid: 0 }
  const buyers = await Promise.all(Array.from({ length: VIEWERS }, () => signInBuyer(state)))
  const shopping = buyers.map(buyer => buyOrders(state, buyer, ORDERS))
  for (const least of [3, 15]) {
    await expect.poll(() => state.paid, { interval: 5 }).toBeGreaterThan(least)
    await killable.stop('SIGKILL')
    state.origin = killable.start(env)
    await state.origin
  }
  const bought = await Promise.all(shopping)
  await killable.stop('SIGTERM')

  const db = openPostgres(url)
  for (const [index, { userId }] of buyers.entries()) await expectPaid(db, userId, bought[index] ?? [])
  const events = await db.selectFrom('event_outbox').select('event_id').execute()
  expect(events).toHaveLength(VIEWERS * ORDERS)
  await db.destroy()
}, 120_000)
