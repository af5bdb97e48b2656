import { expect, test } from 'vitest'
import { createPlayPage } from '../../src/core/pages/play.js'
import { createPaywall } from '../../src/core/paywall.js'
import { openApp, openServer, reached } from './open-test-app.js'

async function openLocked(no: number) {
  const opened = openApp(await openServer())
  const page = createPlayPage(opened.app, { drama_id: 'd_rain', episode_no: `${no}` })
  const { quote } = await reached(page.$play, 'locked')
  return { ...opened, quote }
}

test('a locked episode offers itself, and all that is left of the drama at its discount', async () => {
  const { app, quote, environment } = await openLocked(3)
  const { offer } = await reached(createPaywall(app, quote).$paywall, 'ready')
  expect(offer.upToHere).toMatchObject({ to_no: 3, remaining: 1, coins_needed: 60 })
  expect(offer.rest).toMatchObject({ to_no: 6, remaining: 4, coins_full: 240, coins_needed: 204, discount_percent: 15 })
  const told = environment.emitted.find(({ name }) => name === 'drama-paywall')
  expect(told?.detail).toMatchObject({ drama_id: 'd_rain', episode_no: 3, price: 60, money: { currency: 'BRL' } })
})

test('the last episode offers no rest, and one behind locked ones those before it, too', async () => {
  const { app, quote } = await openLocked(6)
  const { offer } = await reached(createPaywall(app, quote).$paywall, 'ready')
  expect(offer).toMatchObject({ upToHere: { to_no: 6, remaining: 4 }, rest: undefined })
})

test('a host page that cancels shows an offer of its own', async () => {
  const { app, quote } = await openLocked(3)
  const paywall = createPaywall({ ...app, emit: () => false }, quote)
  await expect.poll(() => paywall.$paywall.get().state).toBe('theirs')
})

test('without an answer the price in coins is told all the same', async () => {
  const { app, quote, environment } = await openLocked(3)
  const paywall = createPaywall(
    { ...app, api: { ...app.api, get: () => Promise.reject(new TypeError('offline')) } },
    quote
  )
  await expect.poll(() => paywall.$paywall.get().state).toBe('failed')
  const told = environment.emitted.find(({ name }) => name === 'drama-paywall')
  expect(told?.detail).toMatchObject({ price: 60, money: null })
})
