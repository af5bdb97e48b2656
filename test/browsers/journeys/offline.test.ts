import { expect, test } from 'vitest'
import { waitForHome } from '../support/app.js'
import { inApp } from '../support/element.js'
import { prepareJourneys, run } from '../support/journey.js'
import { type LossyProduct, openLossyProduct } from '../support/lossy-product.js'

let product: LossyProduct
const journeys = prepareJourneys(async () => {
  product = await openLossyProduct()
  return product
})

test('a reload without a connection shows the last Home, and what is missing comes with the connection', async () => {
  const page = await journeys.open('/')
  await waitForHome(page)
  await expect.poll(() => run(page, () => Boolean(navigator.serviceWorker.controller))).toBe(true)
  const readCached = () =>
    run(page, async () => {
      const names = await caches.keys()
      const lists = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
      return lists.flat().map(({ url }) => new URL(url).pathname)
    })
  await expect.poll(readCached).toEqual(expect.arrayContaining(['/', '/drama-app.js', '/index/home']))
  await product.disconnect()
  await page.reload()
  await waitForHome(page)
  await inApp(page, '.row .card').waitFor()
  await product.reconnect()
  await page.reload()
  await waitForHome(page)
})
