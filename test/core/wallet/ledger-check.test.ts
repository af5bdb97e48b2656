import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { closeDay } from '../../../server/modules/ledger/daily-roots.js'
import { createLedgerChecker } from '../../../src/core/wallet/ledger-check.js'
import { giveCoins } from '../../server/support/money.js'
import { openTestServer, type TestServer } from '../../server/support/open-test-server.js'
import { openApp, waitForState } from '../support/open-test-app.js'

const DAY = 86_400_000

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ engine: 'postgres' })
})
afterAll(() => server.close())

async function openViewer() {
  const { app } = openApp(server)
  await waitForState(app.session.$session, 'ready')
  const { user } = await app.api.get('/user/info', {})
  await giveCoins(server, user.id, 300)
  const proof = createLedgerChecker(app)
  const check = async () => {
    await proof.check(new AbortController().signal)
    return proof.$check.get()
  }
  return { userId: user.id, check }
}

async function closeToday() {
  server.clock.advance(2 * DAY)
  await vi.waitFor(async () => expect(await closeDay(server.db, new Date(server.clock.now()))).toBeNull())
}

async function tamper(statement: ReturnType<typeof sql>) {
  const tables = ['ledger_roots', 'ledger_root_leaves']
  for (const table of tables) await sql.raw(`alter table ${table} disable trigger all`).execute(server.db)
  await statement.execute(server.db)
  for (const table of tables) await sql.raw(`alter table ${table} enable trigger all`).execute(server.db)
}

test('a chain is sound before it is in a root, in one, and when it has gone on since', async () => {
  const { userId, check } = await openViewer()
  expect(await check()).toMatchObject({ state: 'sound', count: 1, isOwn: true })
  await closeToday()
  expect(await check()).toMatchObject({ state: 'sound', count: 1 })
  await giveCoins(server, userId, 5)
  expect(await check()).toMatchObject({ state: 'sound', count: 2 })
})

test.each([
  ['a root that was written anew', () => sql`update ledger_roots set root = repeat('a', 64)`],
  [
    'a way that leads elsewhere',
    () => sql`update ledger_root_leaves set path = path || '["L${sql.raw('b'.repeat(64))}"]'`
  ]
])('the device finds %s', async (_, change) => {
  const { check } = await openViewer()
  await openViewer()
  await closeToday()
  expect(await check()).toMatchObject({ state: 'sound' })
  await tamper(change())
  expect(await check()).toEqual({ state: 'broken', fault: { kind: 'history' } })
})
