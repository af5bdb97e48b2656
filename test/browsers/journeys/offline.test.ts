import { expect, test } from 'vitest'
import { waitForHome } from '../support/app.js'
import { inApp } from '../support/element.js'
import { prepareJourneys, runInPage } from '../support/journey.js'
import { type LossyProduct, openLossyProduct } from '../support/lossy-product.js'

let product: LossyProduct
const journeys = prepareJourneys(async () => {
  product = await openLossyProduct()
  return product
})

test('after one visit a reload without a connection shows the last Home, and what is missing comes with the connection', async () => {
  const page = await journeys.open('/')
  await waitForHome(page)
  await expect.poll(() => runInPage(page, () => Boolean(navigator.serviceWorker.controller))).toBe(true)
  const readMissing = () =>
    runInPage(page, async () => {
      const names = await caches.keys()
      const lists = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
      const stored = new Set(lists.flat().map(({ url }) => new URL(url).pathname))
      const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
      const needed = ['/', '/drama-app.js', '/index/home', ...loaded.filter(path => path.startsWith('/chunks/'))]
      return needed.filter(path => !stored.has(path))
    })
  await expect.poll(readMissing).toEqual([])
  await product.disconnect()
  await page.reload()
  await waitForHome(page)
  await inApp(page, '.row .card').waitFor()
  await product.reconnect()
  await page.reload()
  await waitForHome(page)
})
