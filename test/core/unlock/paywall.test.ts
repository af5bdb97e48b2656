import { expect, test, vi } from 'vitest'
import type { App } from '../../../src/core/app.js'
import type { EventDetails } from '../../../src/core/event/host-events.js'
import { createPlayerPage } from '../../../src/core/playback/player-page.js'
import { createPaywall, showUnlockedEpisode } from '../../../src/core/unlock/paywall.js'
import { createUnlocker } from '../../../src/core/unlock/unlocker.js'
import { giveCoins, newKey } from '../../server/support/money.js'
import { openApp, openServer, waitForState } from '../support/open-test-app.js'

const navigation = { openStore: () => undefined, reopen: async () => false }

async function openLocked(no: number) {
  const server = await openServer()
  const opened = openApp(server)
  const page = createPlayerPage(opened.app, { drama_id: 'd_rain', episode_no: `${no}` })
  const { quote } = await waitForState(page.$play, 'locked')
  return {
    ...opened,
    server,
    page,
    quote,
    unlocker: createUnlocker(opened.app, page, {
      onUnlocked: () => undefined,
      confirmSpending: async () => true
    })
  }
}

test('a locked episode offers itself, and all that is left of the drama at its discount', async () => {
  const { app, page, quote, unlocker, environment } = await openLocked(3)
  const { offer } = await waitForState(createPaywall(app, page, quote, unlocker, false, navigation).$paywall, 'ready')
  expect(offer.upToHere).toMatchObject({ to_no: 3, remaining: 1, coins_needed: 60 })
  expect(offer.rest).toMatchObject({ to_no: 6, remaining: 4, coins_full: 240, coins_needed: 204, discount_percent: 15 })
  const paywallEvent = environment.emitted.find(({ name }) => name === 'drama-paywall')
  expect(paywallEvent?.detail).toMatchObject({
    drama_id: 'd_rain',
    episode_no: 3,
    price: 60,
    money: { currency: 'BRL' }
  })
})

test('the last episode offers no rest, and one behind locked ones those before it, too', async () => {
  const { app, page, quote, unlocker } = await openLocked(6)
  const { offer } = await waitForState(createPaywall(app, page, quote, unlocker, false, navigation).$paywall, 'ready')
  expect(offer).toMatchObject({ upToHere: { to_no: 6, remaining: 4 }, rest: undefined })
})

test('a host page that cancels shows an offer of its own; what it grants is what the server lets in, and no more', async () => {
  const { app, page, quote, unlocker, server } = await openLocked(3)
  const paywallEvents: EventDetails['drama-paywall'][] = []
  const emit: App['emit'] = (_name, detail) => {
    paywallEvents.push(detail as EventDetails['drama-paywall'])
    return false
  }
  const hostNavigation = { ...navigation, reopen: () => showUnlockedEpisode(page, 3) }
  const paywall = createPaywall({ ...app, emit }, page, quote, unlocker, false, hostNavigation)
  const seen: string[] = []
  paywall.$paywall.subscribe(({ state }) => void seen.push(state))
  await waitForState(paywall.$paywall, 'host-offer')
  expect(seen).toEqual(['asking', 'host-offer'])
  expect(await paywallEvents[0]?.grant()).toBe(false)
  expect(paywall.$paywall.get().state).toBe('ready')
  expect(page.$play.get().state).toBe('locked')

  const { user } = await app.api.get('/user/info', {})
  await giveCoins(server, user.id, 60)
  await app.api.post('/drama/unlock', { episode_id: quote.episode_id, expect_price: 60 }, { headers: newKey() })
  expect(await Promise.all([paywallEvents[0]?.grant(), paywallEvents[0]?.grant()])).toEqual([true, true])
  expect(page.$play.get().state).toBe('playing')
  expect(paywallEvents).toHaveLength(1)
})

test('a slow quote keeps neither the host page nor the viewer waiting', async () => {
  const { app, page, quote, unlocker, environment } = await openLocked(3)
  const api = { ...app.api, get: () => new Promise<never>(() => undefined) }
  const paywall = createPaywall({ ...app, api }, page, quote, unlocker, false, navigation)
  await environment.advance(1500)
  await waitForState(paywall.$paywall, 'loading')
  const paywallEvent = environment.emitted.find(({ name }) => name === 'drama-paywall')
  expect(paywallEvent?.detail).toMatchObject({ price: 60, money: null })
})

test('a player that was left offers nothing to the host page, and opens nothing that it grants', async () => {
  const { app, page, quote, unlocker, environment } = await openLocked(3)
  const paywallEvents = () => environment.emitted.filter(({ name }) => name === 'drama-paywall')
  const reopen = vi.fn(async () => true)
  const shown = createPaywall(app, page, quote, unlocker, false, { ...navigation, reopen })
  await waitForState(shown.$paywall, 'ready')
  const api = { ...app.api, get: () => new Promise<never>(() => undefined) }
  const slow = createPaywall({ ...app, api }, page, quote, unlocker, false, navigation)
  page.exit()
  await environment.advance(1500)
  const detail = paywallEvents()[0]?.detail as EventDetails['drama-paywall'] | undefined
  expect(await detail?.grant()).toBe(false)
  expect(reopen).not.toHaveBeenCalled()
  expect(slow.$paywall.get().state).toBe('asking')
  expect(paywallEvents()).toHaveLength(1)
})

test('without an answer the price in coins is told all the same', async () => {
  const { app, page, quote, unlocker, environment } = await openLocked(3)
  const paywall = createPaywall(
    { ...app, api: { ...app.api, get: () => Promise.reject(new TypeError('offline')) } },
    page,
    quote,
    unlocker,
    false,
    navigation
  )
  await expect.poll(() => paywall.$paywall.get().state).toBe('failed')
  const paywallEvent = environment.emitted.find(({ name }) => name === 'drama-paywall')
  expect(paywallEvent?.detail).toMatchObject({ price: 60, money: null })
})
