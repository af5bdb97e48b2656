import { expect, onTestFinished, test } from 'vitest'
import { createPlayerPage } from '../../../src/core/playback/player-page.js'
import { PENDING_ORDERS_KEY } from '../../../src/core/store/order-keys.js'
import { ANNOUNCED_ORDERS_KEY } from '../../../src/core/store/order-storage.js'
import { createStorePage, type StoreData } from '../../../src/core/store/store-page.js'
import { notify } from '../../server/support/buyer.js'
import type { TestServer } from '../../server/support/open-test-server.js'
import { openApp, openServer, type TestAppOptions, waitForState, waitUntilSettled } from '../support/open-test-app.js'

const WEEKLY = 'p_brl_weekly'
const PACK = 'p_brl_600'
const DAY = 86_400_000

const openTabServer = () =>
  openServer({ config: { payments: { providers: ['sandbox'], stripe: null, sandboxPlace: 'tab' } } })

interface Options extends TestAppOptions {
  server?: TestServer
}

/** `isRequestLost` drops requests; `isResponseLost` drops the responses of orders. */
async function openViewer({ server: given, ...options }: Options = {}) {
  const server = given ?? (await openTabServer())
  const line = { isRequestLost: false, isResponseLost: false, hold: Promise.resolve() }
  const opened = openApp(server, {
    stored: new Map(),
    ...options,
    async fetch(url, init) {
      if (line.isRequestLost) throw new TypeError('cut')
      const answer = await server.fetch(url, init)
      if (url.endsWith('/store/order')) await line.hold
      if (line.isResponseLost && url.endsWith('/store/order')) throw new TypeError('cut')
      return answer
    }
  })
  const { app, environment } = opened
  await expect.poll(() => app.i18n.$translation.get()).toBeDefined()
  const events = (name: string) => environment.emitted.filter(one => one.name === name).map(({ detail }) => detail)
  const toast = async () => {
    await environment.advance(20)
    return app.toasts.$toast.get()?.title
  }
  const orders = () => environment.sent.filter(({ path }) => path === '/store/order')
  return { ...opened, server, line, events, toast, orders }
}

async function openStore(options: Options = {}) {
  const viewer = await openViewer(options)
  const page = createStorePage(viewer.app, 'pass')
  onTestFinished(() => page.exit())
  const loadable = await waitUntilSettled(page.storeData.$loadable)
  if (loadable.state !== 'ready') throw new Error(loadable.state)
  const { checkout } = loadable.value
  const shop = () => page.storeData.$loadable.get() as { state: 'ready'; value: StoreData }
  const { $checkout } = checkout
  const tap = (productId: string) => {
    page.choose(productId)
    page.pay()
  }
  const buy = async (productId: string) => {
    tap(productId)
    const waiting = await waitForState($checkout, 'waiting')
    return { ...waiting, orderNo: waiting.payUrl.split('/').at(-1) ?? '' }
  }
  return { ...viewer, page, checkout, $checkout, index: () => shop().value.index, tap, buy }
}

function decide(server: TestServer, orderNo: string, decision: 'approve' | 'decline') {
  return server.fetch(`/pay/sandbox/${orderNo}`, { method: 'POST', body: new URLSearchParams({ decision }) })
}

const countOf = async ({ db }: TestServer) =>
  (await db.selectFrom('orders').select('order_no').execute()).map(({ order_no }) => order_no)

test('D-011 D-051 a pack is chosen, paid on a page of its own, and in the balance', async () => {
  const { buy, server, environment, app, index, events, $checkout, orders } = await openStore()
  expect(index().products.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['coins', 'weekly', 'monthly']))
  const { orderNo, payUrl, place } = await buy(PACK)
  expect(environment.opened).toEqual([{ text: 'Abrindo o pagamento…', urls: [payUrl], isClosed: false }])
  expect([place, events('drama-purchase')]).toEqual(['tab', []])
  expect(events('drama-checkout')).toMatchObject([{ order_no: orderNo, value: 19.9, currency: 'BRL', is_test: true }])
  expect(orders()[0]?.body.return_url).toBe('https://partner.example/landing')
  await decide(server, orderNo, 'approve')
  await environment.advance(2000)
  const { orderState } = await waitForState($checkout, 'paid')
  // Includes the gift for the first purchase.
  expect(orderState).toMatchObject({ coins: 600, bonus: 130, balance: { coins: 600, bonus: 130 } })
  expect(events('drama-purchase')).toMatchObject([
    { event_id: `p_${orderNo}`, order_no: orderNo, value: 19.9, currency: 'BRL', kind: 'coins', is_test: true }
  ])
  await expect.poll(() => index().balance).toEqual({ coins: 600, bonus: 130 })
  expect(index().first_gift).toBeNull()
  expect((await app.api.get('/user/info', {})).balance).toEqual({ coins: 600, bonus: 130 })
  expect(environment.broadcasts).toContainEqual(
    expect.objectContaining({ bought: orderNo, balance: { coins: 600, bonus: 130 } })
  )
  expect(environment.stored.get(PENDING_ORDERS_KEY)).toBeUndefined()
})

test('D-012 D-016 D-118 a weekly pass makes the viewer VIP, and plays the locked episode at once', async () => {
  const { app, buy, server, environment, index, events, $checkout } = await openStore()
  expect(index().vip).toEqual({ active: false, until: null })
  const play = createPlayerPage(app, { drama_id: 'd_rain', episode_no: '3' })
  await waitForState(play.$play, 'locked')
  const { orderNo } = await buy(WEEKLY)
  await decide(server, orderNo, 'approve')
  environment.returnToPage()
  const { orderState } = await waitForState($checkout, 'paid')
  expect(orderState.vip).toEqual({ active: true, until: server.clock.now() + 7 * DAY })
  expect((await waitForState(play.$play, 'playing')).no).toBe(3)
  expect(events('drama-purchase')).toMatchObject([{ kind: 'weekly', value: 29.9 }])
})

test('D-013 a monthly pass begins where the weekly one ends', async () => {
  const { buy, server, environment, index, checkout, $checkout } = await openStore()
  for (const id of [WEEKLY, 'p_brl_monthly']) {
    const { orderNo } = await buy(id)
    await decide(server, orderNo, 'approve')
    environment.returnToPage()
    await waitForState($checkout, 'paid')
    checkout.leave()
  }
  await expect.poll(() => index().vip.until).toBe(server.clock.now() + 37 * DAY)
})

test('two taps are one order, also while its answer is on its way', async () => {
  const { tap, server, line, $checkout, orders, environment } = await openStore()
  let answer = () => {}
  line.hold = new Promise<void>(resolve => {
    answer = resolve
  })
  tap(PACK)
  tap(PACK)
  await expect.poll(() => orders().length).toBe(1)
  answer()
  await waitForState($checkout, 'waiting')
  expect([orders().length, environment.opened.length, (await countOf(server)).length]).toEqual([1, 1, 1])
})

test('an order whose answer is lost is asked for again by its key, and is one order', async () => {
  const { tap, server, line, environment, $checkout, orders, events } = await openStore()
  line.isResponseLost = true
  tap(PACK)
  const after = (readState: () => unknown) =>
    expect.poll(async () => {
      await environment.advance(1000)
      return readState()
    })
  await after(() => orders().length).toBe(2)
  line.isResponseLost = false
  await after(() => $checkout.get().state).toBe('waiting')
  const keys = orders().map(({ headers, body }) => [headers['Idempotency-Key'], body.return_url])
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys.map(key => key.join())).size).toBe(1)
  expect(await countOf(server)).toHaveLength(1)
  expect(events('drama-checkout')).toHaveLength(1)
})

test('an order that nobody answers closes its tab and says so; the next tap, also after a reload, asks for the same', async () => {
  const stored = new Map<string, string>()
  const one = await openStore({ stored })
  one.line.isResponseLost = true
  one.tap(PACK)
  await expect
    .poll(async () => {
      await one.environment.advance(3000)
      return one.$checkout.get()
    })
    .toEqual({ state: 'choosing', problem: 'networkBad' })
  expect(one.environment.opened).toMatchObject([{ urls: [], isClosed: true }])
  const again = await openStore({ server: one.server, stored })
  expect(again.$checkout.get().state).toBe('choosing')
  await again.buy(PACK)
  expect(await countOf(one.server)).toHaveLength(1)
  await again.buy(PACK)
  expect(await countOf(one.server)).toHaveLength(2)
})

test('a refusal is told in words, and nothing waits', async () => {
  const { server, buy, tap, environment, checkout, $checkout } = await openStore()
  for (let months = 0; months < 12; months++) {
    const { orderNo } = await buy('p_brl_monthly')
    await decide(server, orderNo, 'approve')
    environment.returnToPage()
    await waitForState($checkout, 'paid')
    checkout.leave()
  }
  tap('p_brl_monthly')
  await expect.poll(() => $checkout.get()).toEqual({ state: 'choosing', problem: 'passLimit' })
  expect(environment.opened.at(-1)).toMatchObject({ urls: [], isClosed: true })
})

test('what costs something else by now is not ordered: the new price is shown, and the next tap is for that', async () => {
  const { server, tap, buy, environment, index, $checkout } = await openStore()
  await server.db.updateTable('products').set({ amount: 2490 }).where('id', '=', PACK).execute()
  const shown = () => index().products.find(({ id }) => id === PACK)?.amount
  expect(shown()).toBe(1990)
  tap(PACK)
  await expect.poll(() => $checkout.get()).toEqual({ state: 'choosing', problem: 'priceChanged' })
  expect(environment.opened.at(-1)).toMatchObject({ urls: [], isClosed: true })
  await expect.poll(shown).toBe(2490)
  expect(await countOf(server)).toEqual([])
  const { orderNo } = await buy(PACK)
  const order = await server.db.selectFrom('orders').select('amount').where('order_no', '=', orderNo).executeTakeFirst()
  expect(Number(order?.amount)).toBe(2490)
})

test('a payment that is declined has charged nothing, and is tried again by a new order', async () => {
  const { server, buy, environment, index, events, page, $checkout } = await openStore()
  const { orderNo } = await buy(PACK)
  await decide(server, orderNo, 'decline')
  environment.returnToPage()
  await waitForState($checkout, 'declined')
  expect(index().balance).toEqual({ coins: 0, bonus: 0 })
  page.pay()
  const { payUrl } = await waitForState($checkout, 'waiting')
  expect(payUrl).not.toContain(orderNo)
  expect(events('drama-purchase')).toEqual([])
})

test('a payment that was declined is told once: not after another one, nor when the store is opened again', async () => {
  const { app, buy, server, environment, page, $checkout } = await openStore()
  const decline = async () => {
    await decide(server, (await buy(PACK)).orderNo, 'decline')
    environment.returnToPage()
    await waitForState($checkout, 'declined')
  }
  const openAgain = async () => {
    const again = createStorePage(app, 'coins')
    onTestFinished(() => again.exit())
    const loadable = await waitUntilSettled(again.storeData.$loadable)
    return loadable.state === 'ready' ? loadable.value.checkout.$checkout.get().state : loadable.state
  }
  await decline()
  expect(await openAgain()).toBe('declined')
  const { orderNo } = await buy(PACK)
  await decide(server, orderNo, 'approve')
  environment.returnToPage()
  await waitForState($checkout, 'paid')
  expect(await openAgain()).toBe('choosing')
  await decline()
  page.exit()
  expect(await openAgain()).toBe('choosing')
})

test('where the browser refuses a second tab, or the viewer has closed it, there is a link to the page', async () => {
  const refused = await (await openStore({ refusesTabs: true })).buy(PACK)
  expect(refused).toMatchObject({ place: 'tab-refused', payUrl: expect.stringContaining('/pay/sandbox/o_') })
  const { tap, line, environment, $checkout } = await openStore()
  let answer = () => {}
  line.hold = new Promise<void>(resolve => {
    answer = resolve
  })
  tap(PACK)
  await expect.poll(() => environment.opened.length).toBe(1)
  for (const tab of environment.opened) tab.isClosed = true
  answer()
  expect((await waitForState($checkout, 'waiting')).place).toBe('tab-refused')
})

test('a payment in a frame opens no tab, can be put aside and taken up again, and outlives a restart', async () => {
  const stored = new Map<string, string>()
  const server = await openServer()
  const first = await openStore({ server, stored })
  const { orderNo, payUrl, embeddedUrl, place } = await first.buy(PACK)
  expect(first.environment.opened).toEqual([])
  expect([place, embeddedUrl]).toEqual(['frame', `${payUrl}?embedded=1`])
  const placeOf = ({ $checkout }: typeof first) => Object($checkout.get()).place
  first.checkout.putAside()
  expect(placeOf(first)).toBe('aside')
  first.checkout.resume()
  expect(placeOf(first)).toBe('frame')
  first.checkout.moveToTab()
  expect(placeOf(first)).toBe('tab')
  first.app.destroy()

  const second = await openStore({ server, stored })
  expect(placeOf(second)).toBe('aside')
  await decide(server, orderNo, 'approve')
  await second.checkout.checkNow()
  await waitForState(second.$checkout, 'paid')
  second.checkout.finish()
  expect([second.$checkout.get(), stored.get(PENDING_ORDERS_KEY)]).toEqual([{ state: 'choosing' }, undefined])
})

test('a page that forbids frames has the next payment in a tab; one that was only slow is tried again', async () => {
  const { buy, checkout, $checkout, environment } = await openStore({ server: await openServer() })
  await buy(PACK)
  checkout.refuseFrame(false)
  expect($checkout.get()).toMatchObject({ place: 'frame-refused' })
  checkout.leave()
  expect((await buy(PACK)).place).toBe('frame')
  checkout.refuseFrame(true)
  checkout.resume()
  expect($checkout.get()).toMatchObject({ place: 'frame-refused' })
  checkout.leave()
  expect((await buy(PACK)).place).toBe('tab')
  expect(environment.opened).toHaveLength(1)
})

test('it is asked after 2, 4, 8, 15 and 30 s, then when the viewer comes back or asks; then from the beginning', async () => {
  const { buy, environment, checkout, $checkout } = await openStore()
  await buy(PACK)
  const countStatusRequests = () => environment.sent.filter(({ path }) => path === '/store/order_status').length
  const waiting = () => $checkout.get() as Extract<ReturnType<typeof $checkout.get>, { state: 'waiting' }>
  const settle = async (count: number) => {
    await expect.poll(countStatusRequests).toBe(count)
    await expect.poll(() => waiting().isChecking).toBe(false)
  }
  let count = 0
  for (const wait of [2000, 4000, 8000, 15_000, 30_000]) {
    await environment.advance(wait - 1)
    expect(countStatusRequests()).toBe(count)
    await environment.advance(1)
    await settle(++count)
  }
  expect(waiting().isLate).toBe(true)
  await environment.advance(600_000)
  expect(countStatusRequests()).toBe(count)
  environment.returnToPage()
  await settle(++count)
  await checkout.checkNow()
  await settle(++count)
  await environment.advance(2000)
  await settle(++count)
})

test('who waits no longer is told all the same when it is paid, and a closed page is not waited on', async () => {
  const { buy, server, environment, checkout, page, toast, $checkout } = await openStore()
  const { orderNo } = await buy(PACK)
  checkout.leave()
  expect($checkout.get()).toEqual({ state: 'choosing' })
  page.exit()
  await decide(server, orderNo, 'approve')
  environment.returnToPage()
  await expect.poll(toast).toBe('730 moedas chegaram')
})

test('what was paid while the app was closed is told at a later start, once in the browser', async () => {
  const stored = new Map<string, string>()
  const first = await openStore({ stored })
  const { orderNo } = await first.buy(PACK)
  first.app.destroy()
  const { server } = first
  server.clock.advance(DAY)
  expect(await notify(server, { order_no: orderNo, amount: 1990 })).toMatchObject({ status: 200 })
  const later = await openViewer({ server, stored })
  expect(later.environment.sent.map(({ path }) => path)).not.toContain('/store/order_status')
  await later.environment.advance(4000)
  await expect.poll(later.toast).toBe('730 moedas chegaram')
  expect(later.events('drama-purchase')).toMatchObject([{ event_id: `p_${orderNo}`, value: 19.9 }])
  expect([stored.get(PENDING_ORDERS_KEY), JSON.parse(stored.get(ANNOUNCED_ORDERS_KEY) ?? '')]).toEqual([
    undefined,
    [`c_${orderNo}`, `p_${orderNo}`]
  ])
  const again = await openViewer({ server, stored })
  await again.environment.advance(4000)
  expect(again.events('drama-purchase')).toEqual([])
})

test('a page that is loaded again goes on waiting, unless the viewer has stopped', async () => {
  const stored = new Map<string, string>()
  const { buy, server } = await openStore({ stored })
  const { orderNo } = await buy(PACK)
  const again = await openStore({ server, stored })
  expect(again.$checkout.get().state).toBe('waiting')
  again.checkout.leave()
  const third = await openStore({ server, stored })
  expect(third.$checkout.get().state).toBe('choosing')
  await decide(server, orderNo, 'approve')
  again.environment.returnToPage()
  await expect.poll(again.toast).toBe('730 moedas chegaram')
})

test('of two tabs that wait for one order both show that it is paid, and one tells the page', async () => {
  const stored = new Map<string, string>()
  const turns = new Map<string, Promise<unknown>>()
  const runExclusive = <Result>(name: string, task: () => Promise<Result>) => {
    const turn = (turns.get(name) ?? Promise.resolve()).then(task, task)
    turns.set(name, turn)
    return turn
  }
  let other: Awaited<ReturnType<typeof openStore>> | undefined
  const one = await openStore({
    stored,
    runExclusive,
    onBroadcast: message => other?.environment.receiveBroadcast(message)
  })
  const { orderNo } = await one.buy(PACK)
  other = await openStore({ server: one.server, stored, runExclusive })
  await waitForState(other.$checkout, 'waiting')
  await decide(one.server, orderNo, 'approve')
  one.environment.returnToPage()
  other.environment.returnToPage()
  await expect
    .poll(async () => {
      for (const tab of [one, other]) await tab?.environment.advance(200)
      return [one, other].map(tab => tab?.$checkout.get().state)
    })
    .toEqual(['paid', 'paid'])
  expect([one, other].flatMap(tab => tab.events('drama-purchase'))).toHaveLength(1)
  expect([await one.toast(), await other.toast()]).toEqual([undefined, undefined])
  await expect.poll(() => other?.index().balance.coins).toBe(600)
})

test('nothing stands between the tap and the payment; who can lose what was bought is told after it', async () => {
  const { app, page, index, environment, buy, $checkout, server } = await openStore()
  expect([index().needs_way_back, page.$isUnprotected.get()]).toEqual([true, false])
  const { orderNo } = await buy(PACK)
  expect(environment.opened).toHaveLength(1)
  await decide(server, orderNo, 'approve')
  environment.returnToPage()
  await waitForState($checkout, 'paid')
  expect(page.$isUnprotected.get()).toBe(true)
  await page.checkProtection()
  expect(page.$isUnprotected.get()).toBe(true)
  await app.api.post('/user/recovery_code', {})
  await page.checkProtection()
  expect(page.$isUnprotected.get()).toBe(false)
})

test('what others wrote into the storage stops nothing', async () => {
  const broken = JSON.stringify([{ key: 1 }, null, { key: 'k', at: 1e15, product: { id: 'x' }, answer: {} }])
  for (const text of ['{', '"x"', broken]) {
    const { buy, $checkout } = await openStore({
      stored: new Map([
        [PENDING_ORDERS_KEY, text],
        [ANNOUNCED_ORDERS_KEY, text]
      ])
    })
    expect($checkout.get().state).toBe('choosing')
    await buy(PACK)
  }
})
