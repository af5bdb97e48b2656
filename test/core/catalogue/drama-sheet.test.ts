import { expect, test } from 'vitest'
import { tagPageUrl } from '../../../src/core/catalogue/page-urls.js'
import { openApp, openServer, waitUntilSettled } from '../support/open-test-app.js'

test('shows what a drama is and what all of it costs', async () => {
  const { app } = openApp(await openServer())
  app.dramaSheet.open('d_rain')
  const shown = app.dramaSheet.$shown.get()
  if (!shown) throw new Error('nothing is shown')
  expect(await waitUntilSettled(shown.detail.$loadable)).toMatchObject({
    value: { drama: { title: 'rain pt', total_minutes: 6, cast: ['Ana', 'Rui'] }, is_favorite: false, progress: null }
  })
  const quote = await waitUntilSettled(shown.quote.$loadable)
  expect(quote).toMatchObject({
    value: { paid_total: 4, remaining: 4, coins_full: 240, total_minutes: 6, minutes_left: 6 }
  })
  const price = quote.state === 'ready' ? quote.value : undefined
  expect(price?.coins_needed).toBeLessThan(240)
  expect(price?.money.amount).toBeGreaterThan(0)
})

test('a second wish for the same drama changes nothing, one for another replaces it', async () => {
  const { app, environment } = openApp(await openServer())
  app.dramaSheet.open('d_rain')
  const first = app.dramaSheet.$shown.get()
  app.dramaSheet.open('d_rain')
  expect(app.dramaSheet.$shown.get()).toBe(first)
  app.dramaSheet.open('d_moon')
  const shown = app.dramaSheet.$shown.get()
  expect(shown?.id).toBe('d_moon')
  if (shown) await Promise.all([waitUntilSettled(shown.detail.$loadable), waitUntilSettled(shown.quote.$loadable)])
  expect(environment.sent.filter(({ path }) => path === '/drama/detail')).toHaveLength(2)
  app.dramaSheet.close()
  expect(app.dramaSheet.$shown.get()).toBeUndefined()
})

test('a drama that is no more is told apart from a connection that is', async () => {
  const { app } = openApp(await openServer())
  app.dramaSheet.open('d_gone')
  const shown = app.dramaSheet.$shown.get()
  expect(shown && (await waitUntilSettled(shown.detail.$loadable))).toEqual({ state: 'failed', failure: 'unavailable' })
  expect(shown && (await waitUntilSettled(shown.quote.$loadable))).toMatchObject({ state: 'failed' })
})

test('a tag leads to Discover, one that Discover does not offer to a search, with or without a connection', async () => {
  const server = await openServer()
  let isOffline = false
  const { app } = openApp(server, {
    fetch: (url, init) => (isOffline ? Promise.reject(new TypeError('offline')) : server.fetch(url, init))
  })
  expect(await tagPageUrl(app.api, 'ceo pt')).toEqual({ url: '/pages/index/dramas?tag=ceo', isTab: true })
  expect(await tagPageUrl(app.api, 'rare & odd')).toEqual({
    url: '/pages/index/search?keyword=rare%20%26%20odd',
    isTab: false
  })
  isOffline = true
  expect(await tagPageUrl(app.api, 'ceo pt')).toEqual({ url: '/pages/index/search?keyword=ceo%20pt', isTab: false })
})
