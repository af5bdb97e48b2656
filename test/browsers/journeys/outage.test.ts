import { expect, onTestFinished, test } from 'vitest'
import { type FaultProxy, openFaultyProduct } from '../../e2e/support/fault-proxy.js'
import type { BrowserPage } from '../engines/engine.js'
import { goTo, openHostPage, waitForChunk, waitForHome } from '../support/app.js'
import { inApp } from '../support/element.js'
import { prepareJourneys } from '../support/journey.js'
import { expectEpisode, playAddress, position } from '../support/player.js'

let product: FaultProxy
const journeys = prepareJourneys(async () => {
  product = await openFaultyProduct()
  return product
})

const openPage = (start: string) =>
  openHostPage(
    journeys,
    `<script>window.faults = []; document.addEventListener('drama-error', e => faults.push(e.detail.kind))</script>
<drama-app start="${start}" style="display:block;height:100vh"></drama-app>`
  )

/** No request is answered until `end`. */
function stopServer() {
  const outage = product.addFault(/./, { kind: 'reset' })
  onTestFinished(outage.end)
  return outage
}

const expectNoFaultOfPlayback = async (page: BrowserPage) =>
  expect(await page.evaluate(`faults.filter(kind => kind.startsWith('playback'))`)).toEqual([])

test('an episode that is opened while the server is away plays once it is back, without a tap', async () => {
  const page = await openPage('home')
  await waitForHome(page)
  await waitForChunk(page, 'play')
  const outage = stopServer()
  await goTo(page, playAddress(5))
  await inApp(page, '.player .failure').waitFor()
  outage.end()
  await expectEpisode(page, 5)
  await expectNoFaultOfPlayback(page)
})

// WebKit never ended a seek to the first pictures, and its failure was taken for a film that it cannot play.
test('an episode whose server goes away at its first picture goes on once it is back', async () => {
  const page = await openPage('drama:d_winter-bride,ep:2')
  await expectEpisode(page, 2)
  await page.press('ArrowDown')
  await expect.poll(() => position(page), { interval: 10 }).toBeGreaterThan(0)
  const outage = stopServer()
  await expect.poll(outage.hits).toBeGreaterThan(3)
  outage.end()
  await expect.poll(() => position(page), { timeout: 30_000 }).toBeGreaterThan(3)
  await expectNoFaultOfPlayback(page)
})
