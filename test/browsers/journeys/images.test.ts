import { expect, test } from 'vitest'
import { type FaultProxy, openFaultyProduct } from '../../e2e/support/fault-proxy.js'
import { countMissingImages, waitForHome } from '../support/app.js'
import { prepareJourneys } from '../support/journey.js'

let faultProxy: FaultProxy
const journeys = prepareJourneys(async () => {
  faultProxy = await openFaultyProduct()
  return faultProxy
})

test('images that fail are there as soon as the server has them again, without a reload', async () => {
  const fault = faultProxy.addFault(/\.webp/, { kind: 'status', status: 503 })
  const page = await journeys.open()
  await waitForHome(page)
  await expect.poll(() => countMissingImages(page)).toBeGreaterThan(0)
  fault.end()
  await expect.poll(() => countMissingImages(page)).toBe(0)
})
