import { expect, test } from 'vitest'
import { type FaultProxy, openFaultyProduct } from '../../e2e/support/fault-proxy.js'
import { waitForHome } from '../support/app.js'
import { inApp } from '../support/element.js'
import { prepareJourneys, run } from '../support/journey.js'

let product: FaultProxy
const journeys = prepareJourneys(async () => {
  product = await openFaultyProduct()
  return product
})

test('a reload without a connection shows the last Home, and My says what is wrong until it is back', async () => {
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
  product.addFault(/./, { kind: 'reset' })
  await page.reload()
  await waitForHome(page)
  await inApp(page, '.row .card').waitFor()
  product.clearFaults()
  await page.reload()
  await waitForHome(page)
})
