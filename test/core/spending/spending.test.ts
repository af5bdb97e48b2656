import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { SpendingLimits } from '../../../contract/spending.js'
import {
  changeLimit,
  NO_SPENDING_LIMIT,
  type SpendingLimit,
  toSpendingLimits
} from '../../../server/modules/spending/limit-change.js'
import { createProfilePage } from '../../../src/core/profile/profile-page.js'
import { limitsAfter } from '../../../src/core/spending/spending.js'
import type { TestServer } from '../../server/support/open-test-server.js'
import { openApp, openServer, waitUntilSettled } from '../support/open-test-app.js'
import { shownToast } from '../support/shown-toast.js'

const DAY = 86_400_000

/** `isRequestLost` drops requests, `isResponseLost` drops responses, `hold` and `holdReads` delay them. */
async function openPage({ server, stored }: { server?: TestServer; stored?: Map<string, string> } = {}) {
  const real = server ?? (await openServer())
  const line = { isRequestLost: false, isResponseLost: false, hold: Promise.resolve(), holdReads: Promise.resolve() }
  const opened = openApp(real, {
    stored: stored ?? new Map(),
    async fetch(url, init) {
      if (line.isRequestLost) throw new TypeError('cut')
      const isSaving = init.method === 'POST'
      const answer = await real.fetch(url, init)
      await (isSaving ? line.hold : line.holdReads)
      if (isSaving && line.isResponseLost) throw new TypeError('cut')
      return answer
    }
  })
  await vi.waitFor(() => expect(opened.app.i18n.$translation.get()).toBeDefined())
  const page = createProfilePage(opened.app)
  onTestFinished(() => page.exit())
  await waitUntilSettled(page.info.$loadable)
  const info = () => {
    const loadable = page.info.$loadable.get()
    if (loadable.state !== 'ready') throw new Error(loadable.state)
    return loadable.value
  }
  const toast = async () => (await shownToast(opened))?.title
  return { ...opened, server: real, line, page, info, toast }
}

function createGate() {
  let open = () => {}
  const closed = new Promise<void>(resolve => {
    open = resolve
  })
  return { closed, open }
}

test('D-010 automatic unlocking is off, shows at once when it is turned on, and is on at the next visit', async () => {
  const { page, info, line, app } = await openPage()
  expect(info().auto_unlock).toEqual({ enabled: false, daily_cap: 300, dramas: [] })
  const { closed, open } = createGate()
  line.hold = closed
  const saved = page.spending.setAutoUnlock(info().auto_unlock, true, 600)
  expect(info().auto_unlock).toEqual({ enabled: true, daily_cap: 600, dramas: [] })
  open()
  expect(await saved).toBe(true)
  expect((await app.api.get('/user/info', {})).auto_unlock).toEqual({ enabled: true, daily_cap: 600, dramas: [] })
})

test('what could not be sent goes back, and the viewer is told', async () => {
  const { page, info, line, toast } = await openPage()
  line.isRequestLost = true
  expect(await page.spending.setAutoUnlock(info().auto_unlock, true)).toBe(false)
  expect(info().auto_unlock.enabled).toBe(false)
  expect(await toast()).toContain('A conexão está ruim')
  expect(await page.spending.setLimits(info().limits, { daily_coins: 100 })).toBe(false)
  expect(info().limits.daily_coins).toBeNull()
})

test('what was saved although no answer came is shown as it was saved', async () => {
  const { page, info, line } = await openPage()
  line.isResponseLost = true
  expect(await page.spending.setLimits(info().limits, { daily_coins: 100 })).toBe(false)
  await expect.poll(() => info().limits.daily_coins).toBe(100)
})

test('of taps in a row the last one counts, and what they end in is on the server', async () => {
  const { page, info, app } = await openPage()
  const taps = [true, false, true, false, true].map(isOn => page.spending.setAutoUnlock(info().auto_unlock, isOn))
  expect(info().auto_unlock.enabled).toBe(true)
  await Promise.all(taps)
  expect(info().auto_unlock.enabled).toBe(true)
  expect((await app.api.get('/user/info', {})).auto_unlock.enabled).toBe(true)
})

test('an answer that left the server before a change was saved does not undo it', async () => {
  const { page, info, line, environment } = await openPage()
  const [reads, saves] = [createGate(), createGate()]
  const countInfoRequests = () => environment.sent.filter(({ path }) => path === '/user/info').length
  line.holdReads = reads.closed
  const before = countInfoRequests()
  const reading = page.info.refresh()
  await expect.poll(countInfoRequests).toBe(before + 1)
  expect(await page.spending.setAutoUnlock(info().auto_unlock, true)).toBe(true)
  reads.open()
  await reading
  expect(info().auto_unlock.enabled).toBe(true)
  line.hold = saves.closed
  const saved = page.spending.setAutoUnlock(info().auto_unlock, true, 600)
  await page.info.refresh()
  expect(info().auto_unlock.daily_cap).toBe(600)
  saves.open()
  expect(await saved).toBe(true)
})

test('a drama that was set by itself follows the others again, and off is off everywhere', async () => {
  const { page, info, app } = await openPage()
  await app.api.post('/drama/auto_unlock', { enabled: true, drama_id: 'd_rain' })
  await app.api.post('/drama/auto_unlock', { enabled: false, drama_id: 'd_moon' })
  await page.refreshQuietly()
  const ids = () => info().auto_unlock.dramas.map(({ drama_id }) => drama_id)
  expect(ids().sort()).toEqual(['d_moon', 'd_rain'])
  const off = page.spending.setAutoUnlock(info().auto_unlock, false)
  expect(ids()).toEqual(['d_moon'])
  await off
  expect(ids()).toEqual(['d_moon'])
  const forgotten = page.spending.forgetDrama(info().auto_unlock, 'd_moon')
  expect(ids()).toEqual([])
  expect(await forgotten).toBe(true)
  expect(ids()).toEqual([])
})

test('a lower limit shows at once, a higher one with the time from which it holds, by the clock of the server', async () => {
  const { page, info, server, environment, line } = await openPage()
  await page.spending.setLimits(info().limits, { daily_coins: 300, weekly_coins: 1000 })
  // The device's clock runs an hour ahead; the next response reveals the difference.
  await environment.advance(3_600_000)
  await page.refreshQuietly()
  const { closed, open } = createGate()
  line.hold = closed
  const saved = page.spending.setLimits(info().limits, { daily_coins: 100, weekly_coins: null })
  const expected = {
    daily_coins: 100,
    weekly_coins: 1000,
    pending: { daily_coins: null, weekly_coins: { coins: null, effective_at: server.clock.now() + DAY } }
  }
  expect(info().limits).toEqual(expected)
  open()
  expect(await saved).toBe(true)
  expect(info().limits).toEqual(expected)
  server.clock.advance(DAY)
  await page.refreshQuietly()
  expect(info().limits).toMatchObject({ weekly_coins: null, pending: { weekly_coins: null } })
})

test('what another tab has set is shown when this one comes to the front again, and decides', async () => {
  const stored = new Map<string, string>()
  const one = await openPage({ stored })
  const other = await openPage({ server: one.server, stored })
  expect(other.info().user.id).toBe(one.info().user.id)
  other.page.setOnTop(true)
  await other.page.refreshQuietly()
  other.environment.setVisible(false)
  await one.page.spending.setAutoUnlock(one.info().auto_unlock, true, 120)
  await one.page.spending.setLimits(one.info().limits, { daily_coins: 100 })
  expect(other.info().auto_unlock.enabled).toBe(false)
  other.environment.setVisible(true)
  await expect.poll(() => other.info().auto_unlock).toMatchObject({ enabled: true, daily_cap: 120 })
  expect(other.info().limits.daily_coins).toBe(100)
})

test('a limit that was lowered elsewhere is not raised by what this tab still shows', async () => {
  const stored = new Map<string, string>()
  const one = await openPage({ stored })
  await one.page.spending.setLimits(one.info().limits, { daily_coins: 600 })
  const other = await openPage({ server: one.server, stored })
  await one.page.spending.setLimits(one.info().limits, { daily_coins: 100 })
  expect(await other.page.spending.setLimits(other.info().limits, { daily_coins: 300 })).toBe(true)
  expect(other.info().limits).toMatchObject({ daily_coins: 100, pending: { daily_coins: { coins: 300 } } })
})

test('what is shown before the answer is what the server will say', () => {
  const coins = fc.option(fc.integer({ min: 0, max: 4 }))
  const changes = fc.array(fc.record({ wanted: coins, after: fc.integer({ min: 0, max: DAY }) }), { maxLength: 12 })
  fc.assert(
    fc.property(changes, list => {
      let daily: SpendingLimit = NO_SPENDING_LIMIT
      let shown: SpendingLimits = toSpendingLimits({ daily, weekly: NO_SPENDING_LIMIT })
      let now = 0
      for (const { wanted, after } of list) {
        // Steps stay below a day because a pending limit takes effect only with a new response.
        now += Math.floor(after / 20)
        daily = changeLimit(daily, wanted, new Date(now))
        shown = limitsAfter(shown, { daily_coins: wanted }, now)
        expect(shown).toEqual(toSpendingLimits({ daily, weekly: NO_SPENDING_LIMIT }))
      }
    })
  )
})
