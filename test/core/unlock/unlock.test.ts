import fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { LockedQuote } from '../../../contract/episode.js'
import { createPlayerPage } from '../../../src/core/playback/player-page.js'
import type { UnlockGoal } from '../../../src/core/store/unlock-goal.js'
import { createPaywall } from '../../../src/core/unlock/paywall.js'
import { TODAY_KEY } from '../../../src/core/unlock/spending-reminder.js'
import { createUnlockAll } from '../../../src/core/unlock/unlock-all.js'
import { toUnlockNotice } from '../../../src/core/unlock/unlock-notice.js'
import { UNLOCK_REQUESTS_KEY } from '../../../src/core/unlock/unlock-requests.js'
import { createUnlocker, type Unlocker, type UnlockIntent } from '../../../src/core/unlock/unlocker.js'
import { signIn } from '../../server/support/api-client.js'
import { balanceOf, giveCoins } from '../../server/support/money.js'
import { openTestServer, type TestServer } from '../../server/support/open-test-server.js'
import { openApp, waitForState, waitUntilSettled } from '../support/open-test-app.js'
import { shownToast } from '../support/shown-toast.js'
import type { SentRequest } from '../support/test-environment.js'

const navigation = { openStore: () => undefined, reopen: async () => false }

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ engine: 'postgres' })
})
afterAll(() => server.close())

interface Line {
  /** Run before a request is sent and before its response arrives; a rejection cuts the connection. */
  before(path: string): unknown
  after(path: string): unknown
}

const TOKEN = 'firstui_m_token'

/** A viewer with coins at an episode of a drama with two free episodes and four for 60 coins each. */
async function openPlayer({ coins = 300, no = 3, stored = new Map<string, string>(), user = '' } = {}) {
  let userId = user
  if (userId === '') {
    const visitor = await signIn(server)
    userId = visitor.userId
    stored.set(TOKEN, visitor.token ?? '')
    if (coins > 0) await giveCoins(server, userId, coins)
  }
  const line: Line = { before: () => undefined, after: () => undefined }
  const opened = openApp(server, {
    stored,
    async fetch(url, init) {
      const { pathname } = new URL(url)
      await line.before(pathname)
      const answer = await server.fetch(url, init)
      await line.after(pathname)
      return answer
    }
  })
  await expect.poll(() => opened.app.i18n.$translation.get()).toBeDefined()
  const page = createPlayerPage(opened.app, { drama_id: 'd_rain', episode_no: `${no}` })
  const onUnlocked = vi.fn()
  const confirmSpending = vi.fn(async () => false)
  const unlocker = createUnlocker(opened.app, page, { onUnlocked, confirmSpending })
  await waitUntilSettled(unlocker.account.info.$loadable)
  const { sent, emitted } = opened.environment
  /** Lets the retry delays pass while a request is pending. */
  const passTime = () => {
    const timer = setInterval(() => void opened.environment.advance(1000), 20)
    onTestFinished(() => clearInterval(timer))
  }
  return {
    ...opened,
    page,
    purchase: unlocker,
    line,
    userId,
    stored,
    onUnlocked,
    confirmSpending,
    passTime,
    balance: () => balanceOf(server.db, userId),
    calls: (path = '/drama/unlock') => sent.filter(one => one.path === path),
    unlockEvents: () => emitted.filter(({ name }) => name === 'drama-unlock').map(({ detail }) => detail),
    locked: async () => (await waitForState(page.$play, 'locked')).quote
  }
}

const cut = (): never => {
  throw new TypeError('cut')
}
const keysOf = (sent: readonly SentRequest[]) => [...new Set(sent.map(({ headers }) => headers['Idempotency-Key']))]
const toIntent = (quote: LockedQuote): UnlockIntent => {
  const { episode_id: episodeId, episode_no: no, price } = quote
  return { type: 'one', episodeId, no, price }
}
const knownBalance = ({ account }: Unlocker) => {
  const known = account.info.$loadable.get()
  return known.state === 'ready' ? known.value.balance : undefined
}

test('D-009 D-114 a tap pays once, plays the episode, and tells the page around it and the other tabs what is left', async () => {
  const player = await openPlayer()
  const { app, purchase: unlocker, page, environment } = player
  const quote = await player.locked()
  const paywall = createPaywall(app, page, quote, unlocker, false, navigation)
  await Promise.all([paywall.unlock(toIntent(quote)), paywall.unlock(toIntent(quote))])
  expect((await waitForState(page.$play, 'playing')).no).toBe(3)
  expect(player.calls()).toHaveLength(1)
  expect(await player.balance()).toEqual({ coins: 240, bonus: 0 })
  expect(knownBalance(unlocker)).toEqual({ coins: 240, bonus: 0 })
  expect(environment.broadcasts).toContainEqual({ balance: { coins: 240, bonus: 0 } })
  const event = { drama_id: 'd_rain', episode_no: 3, episodes: 1, price: 60, auto: false, balance: 240 }
  expect(player.unlockEvents()).toMatchObject([{ ...event, is_test: true }])
  expect(unlocker.$spent.get()).toEqual({ price: 60, left: 240 })
  unlocker.dismissSpent()
  expect(unlocker.$spent.get()).toBeUndefined()
  expect(player.unlockEvents()[0]?.event_id).toMatch(/^unlock_[0-9a-f]{32}$/)
  const stateInList = () => {
    const episodes = page.episodes.$loadable.get()
    return episodes.state === 'ready' && episodes.value.list[2]?.state
  }
  await expect.poll(stateInList).toBe('unlocked')
  environment.receiveBroadcast({ balance: { coins: 7, bonus: 0 } })
  expect(knownBalance(unlocker)).toEqual({ coins: 7, bonus: 0 })
})

test('an answer that is lost is asked for with the same key until it comes, and paid once', async () => {
  const player = await openPlayer()
  const quote = await player.locked()
  let losses = 2
  player.line.after = path => (path === '/drama/unlock' && losses-- > 0 ? cut() : undefined)
  player.passTime()
  expect(await player.purchase.unlock(toIntent(quote))).toEqual({ type: 'open' })
  expect(player.calls()).toHaveLength(3)
  expect(keysOf(player.calls())).toHaveLength(1)
  expect(player.unlockEvents()).toHaveLength(1)
  expect((await player.balance()).coins).toBe(240)
})

test('a decision without an answer is the same after the page was loaded again, and a new one when it had one', async () => {
  const first = await openPlayer()
  const quote = await first.locked()
  first.line.before = path => (path === '/drama/unlock' ? cut() : undefined)
  first.passTime()
  const paywall = createPaywall(first.app, first.page, quote, first.purchase, false, navigation)
  await paywall.unlock(toIntent(quote))
  expect(paywall.$notice.get()).toEqual({ type: 'unanswered' })
  const [key] = keysOf(first.calls())
  first.app.destroy()

  const second = await openPlayer({ stored: first.stored, user: first.userId })
  await second.purchase.unlock(toIntent(await second.locked()))
  expect(keysOf(second.calls())).toEqual([key])
  expect(second.stored.get(UNLOCK_REQUESTS_KEY)).toBeUndefined()
  await waitForState(second.page.$play, 'playing')
  await second.page.goTo(4)
  await second.purchase.unlock(toIntent(await second.locked()))
  expect(keysOf(second.calls())).toHaveLength(2)
  expect((await second.balance()).coins).toBe(180)
})

test("an open decision outlives another viewer's in the same browser, who never asks with its key", async () => {
  const first = await openPlayer()
  first.line.before = path => (path === '/drama/unlock' ? cut() : undefined)
  first.passTime()
  await first.purchase.unlock(toIntent(await first.locked()))
  const token = first.stored.get(TOKEN) ?? ''
  first.app.destroy()
  const visitor = await signIn(server)
  await giveCoins(server, visitor.userId, 300)
  const stored = first.stored.set(TOKEN, visitor.token ?? '')
  const other = await openPlayer({ stored, user: visitor.userId })
  await other.purchase.unlock(toIntent(await other.locked()))
  other.app.destroy()
  stored.set(TOKEN, token)
  const again = await openPlayer({ stored, user: first.userId })
  await again.purchase.unlock(toIntent(await again.locked()))
  expect(keysOf(again.calls())).toEqual(keysOf(first.calls()))
  expect(keysOf(other.calls())).not.toEqual(keysOf(first.calls()))
  expect(stored.has(UNLOCK_REQUESTS_KEY)).toBe(false)
})

test('what was paid for before the page was loaded again plays, and its receipt is fetched without paying', async () => {
  const first = await openPlayer()
  const quote = await first.locked()
  first.line.after = path => (path === '/drama/unlock' ? cut() : undefined)
  first.passTime()
  await first.purchase.unlock(toIntent(quote))
  expect(first.unlockEvents()).toEqual([])
  first.app.destroy()
  const second = await openPlayer({ stored: first.stored, user: first.userId })
  await waitForState(second.page.$play, 'playing')
  await expect.poll(second.unlockEvents).toMatchObject([{ episode_no: 3, price: 60, balance: 240 }])
  expect(keysOf(second.calls())).toEqual(keysOf(first.calls()))
  expect((await second.balance()).coins).toBe(240)
})

test('a refusal from before is no answer to a new tap: the price is asked anew, and nobody is sent away', async () => {
  const first = await openPlayer({ coins: 0 })
  const quote = await first.locked()
  first.line.after = path => (path === '/drama/unlock' ? cut() : undefined)
  first.passTime()
  await first.purchase.unlock(toIntent(quote))
  first.app.destroy()
  await giveCoins(server, first.userId, 100)
  const {
    app,
    page,
    purchase: unlocker,
    locked,
    environment
  } = await openPlayer({ stored: first.stored, user: first.userId })
  const newQuote = await locked()
  const paywall = createPaywall(app, page, newQuote, unlocker, false, navigation)
  await paywall.unlock(toIntent(newQuote))
  expect(paywall.$notice.get()).toMatchObject({ type: 'missing' })
  expect(environment.entries).toHaveLength(1)
  await paywall.unlock(toIntent(newQuote))
  expect(paywall.$notice.get()).toBeUndefined()
})

test('D-117 an episode behind locked ones is refused, and all of them up to it are to be had at once', async () => {
  const player = await openPlayer({ no: 5 })
  const { app, purchase: unlocker, page } = player
  const quote = await player.locked()
  expect(toUnlockNotice(await unlocker.unlock(toIntent(quote)), 60)).toEqual({ type: 'earlierFirst' })
  const paywall = createPaywall(app, page, quote, unlocker, false, navigation)
  const { offer } = await waitForState(paywall.$paywall, 'ready')
  expect(offer.upToHere.coins_needed).toBe(180)
  await paywall.unlock({ type: 'upTo', no: 5, price: 180 })
  await waitForState(page.$play, 'playing')
  expect(player.unlockEvents()).toMatchObject([{ episode_no: 5, episodes: 3, price: 180 }])
  expect((await player.balance()).coins).toBe(120)
})

test('the rest of the drama is unlocked from the list for what the quote says, and the next one may be fetched', async () => {
  const player = await openPlayer({ no: 2 })
  const { app, purchase: unlocker, page } = player
  const { playResponse } = await waitForState(page.$play, 'playing')
  expect(await page.prepareNext()).toBeUndefined()
  const rest = createUnlockAll(app, page, unlocker, navigation.openStore)
  await expect.poll(rest.$quote.get).toMatchObject({ coins_needed: 204, discount_percent: 15 })
  await Promise.all([rest.unlock(), rest.unlock()])
  expect(player.calls('/drama/unlock_to')).toHaveLength(1)
  expect(await player.balance()).toEqual({ coins: 96, bonus: 0 })
  expect(rest.$quote.get()?.remaining).toBe(0)
  expect(page.$play.get()).toMatchObject({ state: 'playing', playResponse: { play_id: playResponse.play_id } })
  expect(player.onUnlocked).toHaveBeenCalledOnce()
  expect((await page.prepareNext())?.episode.no).toBe(3)
})

test('a price that has changed is shown and asked about, and what is open already plays', async () => {
  const player = await openPlayer()
  const { app, page, purchase: unlocker } = player
  const quote = await player.locked()
  const paywall = createPaywall(app, page, { ...quote, price: 50 }, unlocker, false, navigation)
  await paywall.unlock({ ...toIntent(quote), price: 50 })
  expect(paywall.$notice.get()).toEqual({ type: 'priceChanged', before: 50, now: 60 })
  expect(paywall.$price.get().price).toBe(60)
  expect((await player.balance()).coins).toBe(300)
  const other = await openPlayer({ stored: new Map(player.stored), user: player.userId })
  await other.purchase.unlock(toIntent(await other.locked()))
  await paywall.unlock(toIntent(quote))
  await waitForState(player.page.$play, 'playing')
  expect(player.unlockEvents()).toEqual([])
  expect((await player.balance()).coins).toBe(240)
  expect(knownBalance(unlocker)?.coins).toBe(240)
})

test('without coins the store is asked for with what is missing for what; a limit is told with its end', async () => {
  const poor = await openPlayer({ coins: 20 })
  const quote = await poor.locked()
  const goals: UnlockGoal[] = []
  const openStore = (goal: UnlockGoal) => void goals.push(goal)
  const paywall = createPaywall(poor.app, poor.page, quote, poor.purchase, false, { ...navigation, openStore })
  await paywall.unlock(toIntent(quote))
  expect(paywall.$notice.get()).toEqual({ type: 'missing', coins: 40, debt: 0 })
  const rest = createUnlockAll(poor.app, poor.page, poor.purchase, openStore)
  await expect.poll(rest.$quote.get).toBeDefined()
  await rest.unlock()
  expect(goals).toEqual([
    { tab: 'coins', from: 3, upTo: 3, price: 60 },
    { tab: 'coins', from: 3, upTo: 6, price: 204 }
  ])

  const careful = await openPlayer()
  await careful.app.api.post('/user/limits', { daily_coins: 50 })
  const outcome = await careful.purchase.unlock(toIntent(await careful.locked()))
  const limit = { name: 'daily', coins: 50, spent: 0, resets_at: Date.parse('2026-11-22T03:00:00Z') }
  expect(toUnlockNotice(outcome, 60)).toEqual({ type: 'limit', limit })
  const owing = outcome.type === 'refused' ? { ...outcome, code: 4201 as const } : undefined
  const refusal = owing && { ...owing.refusal, bonus: 5025, debt: 30 }
  expect(owing && refusal && toUnlockNotice({ ...owing, refusal }, 60)).toEqual({
    type: 'missing',
    coins: 30,
    debt: 30
  })
})

test('two parts of an app that want the same ask once, and the one that is held back says nothing', async () => {
  const player = await openPlayer()
  const { app, page, environment } = player
  const quote = await player.locked()
  const other = createUnlocker(app, page, player)
  const outcomes = await Promise.all([player.purchase.unlock(toIntent(quote)), other.unlock(toIntent(quote))])
  expect(outcomes).toEqual([{ type: 'open' }, { type: 'failed' }])
  expect(await shownToast({ app, environment })).toBeUndefined()
  expect(player.calls()).toHaveLength(1)
})

test('after ten episodes of a day by tap the viewer is asked once whether to go on', async () => {
  const today = { day: new Date(server.clock.now()).toDateString(), episodes: 9, coins: 540, isAsked: false }
  const player = await openPlayer({ stored: new Map([[TODAY_KEY, JSON.stringify(today)]]) })
  await player.purchase.unlock(toIntent(await player.locked()))
  await waitForState(player.page.$play, 'playing')
  expect(player.confirmSpending).not.toHaveBeenCalled()
  await player.page.goTo(4)
  const quote = await player.locked()
  expect(await player.purchase.unlock(toIntent(quote))).toEqual({ type: 'failed' })
  expect(player.confirmSpending).toHaveBeenCalledWith({ episodes: 10, coins: 600 })
  expect((await player.balance()).coins).toBe(240)
  expect(await player.purchase.unlock(toIntent(quote))).toEqual({ type: 'open' })
  expect(player.confirmSpending).toHaveBeenCalledOnce()
})

test('what was paid for and does not come is asked for again, and never paid for again', async () => {
  const player = await openPlayer()
  const quote = await player.locked()
  let failures = 2
  player.line.before = path => (path === '/drama/play' && failures-- > 0 ? cut() : undefined)
  player.passTime()
  await player.purchase.unlock(toIntent(quote))
  await waitForState(player.page.$play, 'playing')
  expect(player.calls()).toHaveLength(1)
  expect((await player.balance()).coins).toBe(240)
})

async function openAutomatic(options: Parameters<typeof openPlayer>[0] = {}) {
  const player = await openPlayer({ no: 2, ...options })
  await waitForState(player.page.$play, 'playing')
  const known = player.purchase.account.info.$loadable.get()
  if (known.state !== 'ready') throw new Error(known.state)
  await player.purchase.spending.setAutoUnlock(known.value.auto_unlock, true)
  const meet = async (no: number, cameFromPrevious: boolean) => {
    await player.page.goTo(no, cameFromPrevious)
    const { quote, ...shown } = await waitForState(player.page.$play, 'locked')
    return createPaywall(player.app, player.page, quote, player.purchase, shown.cameFromPrevious, navigation)
  }
  return { ...player, meet }
}

test('D-010 D-115 who goes on to a locked episode has it unlocked, with a receipt, and can take it back', async () => {
  const player = await openAutomatic()
  const { page, purchase: unlocker } = player
  const paywall = await player.meet(3, true)
  await waitForState(page.$play, 'playing')
  expect(paywall.$paywall.get()).toEqual({ state: 'automatic' })
  expect(player.calls()[0]?.body).toMatchObject({ source: 'auto', expect_price: 60 })
  expect(player.unlockEvents()).toMatchObject([{ auto: true, balance: 240 }])
  expect(player.purchase.$spent.get()).toBeUndefined()
  expect(player.environment.emitted.filter(({ name }) => name === 'drama-paywall')).toEqual([])
  const receipt = unlocker.$receipt.get()
  expect(receipt).toMatchObject({ no: 3, price: 60, left: 240 })
  if (!receipt) return
  expect(await unlocker.undo(receipt)).toBe('done')
  expect(unlocker.$receipt.get()).toBeUndefined()
  expect(await waitForState(page.$play, 'locked')).toMatchObject({ no: 3, cameFromPrevious: false })
  expect(knownBalance(unlocker)).toEqual({ coins: 300, bonus: 0 })
  expect((await player.balance()).coins).toBe(300)
  await unlocker.unlock(toIntent(await player.locked()))
  expect(await unlocker.undo(receipt)).toBe('late')
})

test('D-116 nothing is unlocked by itself where it is off, by choice from the list, ahead of time, or unseen', async () => {
  const player = await openAutomatic()
  const { page, environment, purchase: unlocker, app } = player
  await page.prepareNext()
  await waitForState((await player.meet(3, false)).$paywall, 'ready')
  await page.goTo(2)
  environment.setVisible(false)
  await waitForState((await player.meet(3, true)).$paywall, 'ready')
  environment.setVisible(true)
  await page.goTo(2)
  // Two episodes ahead: an earlier one is locked.
  await waitForState((await player.meet(4, true)).$paywall, 'ready')
  await page.goTo(2)
  const known = unlocker.account.info.$loadable.get()
  if (known.state !== 'ready') throw new Error(known.state)
  await unlocker.spending.setDramaAutoUnlock(known.value.auto_unlock, { id: 'd_rain', title: 'rain' }, false)
  await waitForState((await player.meet(3, true)).$paywall, 'ready')
  expect(player.calls()).toEqual([])
  expect((await app.api.get('/user/info', {})).balance.coins).toBe(300)

  const manualPlayer = await openPlayer({ no: 2 })
  await waitForState(manualPlayer.page.$play, 'playing')
  await manualPlayer.page.goTo(3, true)
  await waitForState(
    createPaywall(
      manualPlayer.app,
      manualPlayer.page,
      await manualPlayer.locked(),
      manualPlayer.purchase,
      true,
      navigation
    ).$paywall,
    'ready'
  )
  expect(manualPlayer.calls()).toEqual([])
})

test('a viewer who has left the player pays nothing automatically', async () => {
  const player = await openAutomatic()
  const { app, line } = player
  const openLocked = async () => {
    const page = createPlayerPage(app, { drama_id: 'd_rain', episode_no: '2' })
    await waitForState(page.$play, 'playing')
    await page.goTo(3, true)
    const { quote } = await waitForState(page.$play, 'locked')
    const unlocker = createUnlocker(app, page, {
      onUnlocked: vi.fn(),
      confirmSpending: async () => true
    })
    return { page, quote, unlocker }
  }
  const hold = (held: string) => {
    let release = () => {}
    const whenReleased = new Promise<void>(resolve => {
      release = resolve
    })
    line.before = path => (path === held ? whenReleased : undefined)
    return release
  }
  const releaseSettings = hold('/user/info')
  const first = await openLocked()
  const automatic = first.unlocker.autoUnlock(first.quote)
  first.page.exit()
  releaseSettings()
  expect(await automatic).toBeUndefined()

  const second = await openLocked()
  await waitUntilSettled(second.unlocker.account.info.$loadable)
  const releaseTap = hold('/drama/unlock_to')
  const tap = second.unlocker.unlock({ type: 'upTo', no: 4, price: 1 })
  const queued = second.unlocker.autoUnlock(second.quote)
  // By now it waits for the tap.
  await new Promise(resolve => setImmediate(resolve))
  second.page.exit()
  releaseTap()
  expect([await tap, await queued]).toMatchObject([{ type: 'refused', code: 4202 }, { type: 'failed' }])

  expect(player.calls()).toEqual([])
  expect((await player.balance()).coins).toBe(300)
})

test('without coins nothing is asked, too fast or at the cap the reason is told, and all leave it on', async () => {
  const poor = await openAutomatic({ coins: 20 })
  await waitForState((await poor.meet(3, true)).$paywall, 'ready')
  expect(poor.calls()).toEqual([])
  const fast = await openAutomatic()
  await fast.meet(3, true)
  await waitForState(fast.page.$play, 'playing')
  const second = await fast.meet(4, true)
  await waitForState(second.$paywall, 'ready')
  expect(second.$notice.get()).toMatchObject({ type: 'limit', limit: { name: 'auto_pace' } })
  expect((await fast.balance()).coins).toBe(240)
  const capped = await openAutomatic()
  await capped.app.api.post('/drama/auto_unlock', { enabled: true, daily_cap: 59 })
  const paywall = await capped.meet(3, true)
  await waitForState(paywall.$paywall, 'ready')
  expect(paywall.$notice.get()).toMatchObject({ type: 'limit', limit: { name: 'auto_daily', coins: 59, spent: 0 } })
  expect((await capped.app.api.get('/user/info', {})).auto_unlock.enabled).toBe(true)
  expect((await capped.balance()).coins).toBe(300)
})

test('whatever is answered first, a tap is one key and one payment, and the balance shown is the last', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.boolean(), fc.boolean(), async (scheduler, isLost, isAuto) => {
      const player = await openAutomatic()
      const { purchase: unlocker, page, line, environment } = player
      await page.goTo(3, true)
      const quote = await player.locked()
      let losses = isLost ? 1 : 0
      line.before = path => scheduler.schedule(Promise.resolve(), `to ${path}`)
      line.after = async path => {
        await scheduler.schedule(Promise.resolve(), `from ${path}`)
        if (path === '/drama/unlock' && losses-- > 0) cut()
      }
      const paywall = createPaywall(player.app, player.page, quote, unlocker, isAuto, navigation)
      const tap = paywall.unlock(toIntent(quote))
      const again = paywall.unlock(toIntent(quote))
      const refresh = unlocker.account.refresh()
      const timer = setInterval(() => void environment.advance(1000), 5)
      const all = Promise.all([tap, again, refresh])
      await scheduler.waitFor(all)
      await scheduler.waitFor(waitForState(page.$play, 'playing'))
      clearInterval(timer)
      expect(keysOf(player.calls())).toHaveLength(1)
      expect(player.unlockEvents()).toHaveLength(1)
      expect((await player.balance()).coins).toBe(240)
      expect(knownBalance(unlocker)).toEqual({ coins: 240, bonus: 0 })
      player.app.destroy()
    }),
    { numRuns: 12 }
  )
})
