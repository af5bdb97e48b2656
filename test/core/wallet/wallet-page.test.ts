import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { App } from '../../../src/core/app.js'
import { createStatementFile, monthsSince, readStatement } from '../../../src/core/wallet/statement.js'
import { createWalletPage, type WalletPage } from '../../../src/core/wallet/wallet-page.js'
import { giveBonus, giveCoins, newKey } from '../../server/support/money.js'
import { openTestServer, type TestServer } from '../../server/support/open-test-server.js'
import { dramaIdOf } from '../../server/support/package-fixture.js'
import { openApp, waitForState } from '../support/open-test-app.js'

const DAY = 86_400_000
const RAIN = dramaIdOf('rain')

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ engine: 'postgres' })
  return () => server.close()
})

async function openViewer(start = '/pages/wallet/wallet') {
  const line = { change: (_path: string, text: string) => text, isRequestLost: false }
  const opened = openApp(server, {
    start,
    subtle: globalThis.crypto.subtle,
    async fetch(url, init) {
      if (line.isRequestLost) throw new TypeError('cut')
      const answer = await server.fetch(url, init)
      const text = await answer.text()
      return new Response(line.change(new URL(url).pathname, text), answer)
    }
  })
  const { app, environment } = opened
  await vi.waitFor(() => expect(app.i18n.$translation.get()).toBeDefined())
  const { user } = await app.api.get('/user/info', {})
  const open = async () => {
    const entry = app.router.$stack.get().top
    if (!entry) throw new Error('no page')
    const page = createWalletPage(app, entry)
    onTestFinished(page.exit)
    page.setOnTop(true)
    await waitForState(page.wallet.$loadable, 'ready')
    await waitForState(page.records().paged.list.$loadable, 'ready')
    return page
  }
  const pass = async (time: number) => {
    server.clock.advance(time)
    await environment.advance(time)
  }
  return { ...opened, line, open, pass, userId: user.id }
}

async function unlock(app: App, toNo: number, expect_price: number) {
  const body = { drama_id: RAIN, to_no: toNo, expect_price }
  return app.api.post('/drama/unlock_to', body, { headers: newKey(), isQuiet: true })
}

const shown = (page: WalletPage) =>
  page
    .records()
    .$groups.get()
    .map(({ title, entries }) => [title, ...entries.map(({ kind, coins, bonus }) => `${kind} ${coins} ${bonus}`)])
const balance = ({ wallet }: WalletPage) => {
  const loadable = wallet.$loadable.get()
  return loadable.state === 'ready' ? [loadable.value.coins, loadable.value.bonus] : loadable.state
}

test('D-046 D-047 D-048 D-049 movements of each tab stand by their day; the tab is in the address, at the same entry', async () => {
  const { app, environment, open, pass, userId } = await openViewer('/pages/wallet/wallet?tab=unlock&utm=x')
  await giveCoins(server, userId, 300, 30)
  await pass(DAY)
  await giveBonus(server, userId, 20)
  await unlock(app, 3, 60)
  const page = await open()
  expect(page.$tab.get()).toBe('unlock')
  expect(shown(page)).toEqual([['today', 'unlock -10 -50']])
  expect(page.records().$groups.get()[0]?.entries[0]).toMatchObject({ drama_id: RAIN, episode_no: 3, status: 'spent' })
  page.show('topup')
  await waitForState(page.records().paged.list.$loadable, 'ready')
  expect(shown(page)).toEqual([['yesterday', 'topup 300 30']])
  page.show('bonus')
  await waitForState(page.records().paged.list.$loadable, 'ready')
  expect(shown(page)).toEqual([
    ['today', 'unlock -10 -50', 'gift 0 20'],
    ['yesterday', 'topup_bonus 0 30']
  ])
  expect(environment.entries).toEqual([{ url: '/pages/wallet/wallet?tab=bonus&utm=x', step: 0, depth: 0 }])
  expect(app.router.$stack.get().top?.query.tab).toBe('bonus')
})

test('what another tab spends, and what has changed meanwhile, is shown; how far a list was loaded stays', async () => {
  const { app, environment, open, userId } = await openViewer()
  for (let count = 0; count < 25; count++) await giveCoins(server, userId, 10)
  const page = await open()
  await page.records().paged.loadMore()
  const ids = () =>
    page
      .records()
      .$groups.get()
      .flatMap(({ entries }) => entries.map(({ id }) => id))
  expect(ids()).toHaveLength(25)
  await giveCoins(server, userId, 10)
  environment.receiveBroadcast({ balance: { coins: 260, bonus: 0 } })
  await vi.waitFor(() => expect(balance(page)).toEqual([260, 0]))
  await vi.waitFor(() => expect(ids()).toHaveLength(26))
  expect(ids()).toEqual(Array.from({ length: 26 }, (_, index) => `${26 - index}`))
  await unlock(app, 3, 60)
  environment.setVisible(false)
  environment.setVisible(true)
  await vi.waitFor(() => expect(balance(page)).toEqual([200, 0]))
})

test('without a connection the wallet says so, and comes when it is asked for again', async () => {
  const { app, line } = await openViewer()
  line.isRequestLost = true
  const entry = app.router.$stack.get().top
  if (!entry) throw new Error('no page')
  const page = createWalletPage(app, entry)
  onTestFinished(page.exit)
  expect((await waitForState(page.wallet.$loadable, 'failed')).failure).toBe('offline')
  await waitForState(page.records().paged.list.$loadable, 'failed')
  line.isRequestLost = false
  page.reload()
  await waitForState(page.wallet.$loadable, 'ready')
  expect((await waitForState(page.records().paged.list.$loadable, 'ready')).value.list).toEqual([])
})

async function checkWith(page: WalletPage) {
  await page.ledgerChecker.check(new AbortController().signal)
  return page.ledgerChecker.$check.get()
}

test('the check adds the statement up and seals it again: what was altered anywhere is found', async () => {
  const { app, line, open, userId } = await openViewer()
  const page = await open()
  expect(await checkWith(page)).toMatchObject({ state: 'sound', count: 0, isOwn: true })
  await giveCoins(server, userId, 300, 30)
  await unlock(app, 3, 60)
  const { head_hash } = await app.api.get('/wallet/verify', {})
  expect(await checkWith(page)).toEqual({ state: 'sound', count: 3, hash: head_hash, isOwn: true })

  const alter = (path: string, edit: (text: string) => string) => {
    line.change = (requestPath, text) => (requestPath === path ? edit(text) : text)
    return checkWith(page)
  }
  // Changes an amount and everything computed from it, except the hash.
  const amount = await alter('/wallet/statement', text => text.replaceAll('300', '400'))
  expect(amount).toMatchObject({ state: 'broken', fault: { kind: 'transaction', id: '1' } })
  const time = await alter('/wallet/statement', text => text.replace(/("created_at":\d+)(\D+)$/, '$10$2'))
  expect(time).toMatchObject({ state: 'broken', fault: { kind: 'transaction' } })
  const more = await alter('/wallet/index', text => text.replace(/"coins":\d+/, '"coins":999'))
  expect(more).toEqual({ state: 'broken', fault: { kind: 'balance' } })
  const verifyResult = await alter('/wallet/verify', text =>
    text.replace(/"ok":true(.*)"broken_at":null/, '"ok":false$1"broken_at":"2"')
  )
  expect(verifyResult).toMatchObject({ state: 'broken', fault: { kind: 'transaction', id: '2' } })
  const head = await alter('/wallet/verify', text => text.replace(head_hash, 'f'.repeat(64)))
  expect(head).toEqual({ state: 'broken', fault: { kind: 'history' } })
  line.isRequestLost = true
  expect(await checkWith(page)).toEqual({ state: 'failed', text: 'networkBad' })
})

test('a history that is whole in itself, but another than this device has seen, is found', async () => {
  const one = await openViewer()
  const page = await one.open()
  await giveCoins(server, one.userId, 50)
  expect(await checkWith(page)).toMatchObject({ state: 'sound', count: 1 })
  const [key] = [...one.environment.stored].find(([, value]) => value.startsWith(one.userId)) ?? []
  expect(key).toBe('drama_ledger_seen')
  one.environment.stored.set('drama_ledger_seen', `${one.userId} 1 ${'a'.repeat(64)}`)
  expect(await checkWith(page)).toEqual({ state: 'broken', fault: { kind: 'history' } })
  one.environment.stored.set('drama_ledger_seen', `${one.userId} 2 ${'a'.repeat(64)}`)
  expect(await checkWith(page)).toEqual({ state: 'broken', fault: { kind: 'history' } })
})

test('a file has every page of its stretch, waits where the server is asked too often, and is none where nothing moved', async () => {
  const { app, environment, line, pass, userId } = await openViewer()
  for (let count = 0; count < 3; count++) await giveCoins(server, userId, 100 + count)
  let refusals = 2
  line.change = (path, text) => {
    if (path !== '/wallet/statement' || refusals === 0) return text
    refusals--
    return JSON.stringify({ code: 4502, msg: 'Too many attempts', data: null })
  }
  const source = { api: app.api, clock: environment.clock, signal: new AbortController().signal }
  const writing = createStatementFile(source, undefined, 'json', 'America/Sao_Paulo')
  await vi.waitFor(async () => {
    await pass(2500)
    expect(refusals).toBe(0)
  })
  await pass(2500)
  const file = await writing
  const { transactions, ...head } = JSON.parse(file?.text ?? '')
  expect([file?.name, head]).toEqual([
    'drama-statement-all.json',
    { from: null, to: null, months_in: 'America/Sao_Paulo' }
  ])
  expect(transactions.map(({ coins }: { coins: number }) => coins)).toEqual([100, 101, 102])
  const [month] = monthsSince(server.clock.now(), server.clock.now())
  const csv = await createStatementFile(source, month, 'csv', 'UTC')
  expect(csv?.name).toBe(`drama-statement-${month?.name}.csv`)
  // One line of column names, and two entries for each transaction.
  expect(csv?.text.trimEnd().split('\r\n')).toHaveLength(7)
  const before = { name: '2020-01', from: 0, to: 1 }
  expect(await createStatementFile(source, before, 'csv', 'UTC')).toBeUndefined()
  expect(await createStatementFile(source, before, 'json', 'UTC')).toBeUndefined()
  const pages = []
  for await (const { list } of readStatement(source, {})) pages.push(list.length)
  expect(pages).toEqual([3])
})

test('months go back to that of the first transaction, over the end of a year', () => {
  const at = (year: number, month: number, day: number) => new Date(year, month - 1, day).getTime()
  const months = monthsSince(at(2025, 11, 30), at(2026, 1, 31))
  expect(months).toEqual([
    { name: '2026-01', from: at(2026, 1, 1), to: at(2026, 2, 1) },
    { name: '2025-12', from: at(2025, 12, 1), to: at(2026, 1, 1) },
    { name: '2025-11', from: at(2025, 11, 1), to: at(2025, 12, 1) }
  ])
})
