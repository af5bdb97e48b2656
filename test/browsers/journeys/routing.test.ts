import { expect, test } from 'vitest'
import type { BrowserPage } from '../engines/engine.js'
import { goTo, openHostPage, readAddress, readRoute, waitForHome } from '../support/app.js'
import { inApp } from '../support/element.js'
import { prepareJourneys } from '../support/journey.js'
import { expectEpisode, playAddress } from '../support/player.js'

const journeys = prepareJourneys()

async function walk(page: BrowserPage, address: (route: string) => string) {
  const expectPlace = (route: string) =>
    expect.poll(async () => [await readRoute(page), await readAddress(page)]).toEqual([route, address(route)])
  await waitForHome(page)
  await inApp(page, '.tab-bar button:nth-child(2)').click()
  await expectPlace('/pages/index/dramas')
  await goTo(page, '/pages/wallet/wallet')
  await goTo(page, '/pages/wallet/store?from=wallet')
  await inApp(page, '.page:not([hidden]) .pay-button').waitFor()
  await page.reload()
  await expect.poll(() => inApp(page, '.page-bar h1').text()).toBe('Loja')
  await expectPlace('/pages/wallet/store?from=wallet')
  await inApp(page, '.page:not([hidden]) .page-back').click()
  await expectPlace('/pages/wallet/wallet')
  await page.reload()
  await expect.poll(() => inApp(page, '.page-bar h1').text()).toBe('Carteira')
  await page.back()
  await expectPlace('/pages/index/dramas')
  await inApp(page, '.feed-card h2').waitFor()
  await page.forward()
  await expectPlace('/pages/wallet/wallet')
  await inApp(page, '.page:not([hidden]) .page-back').click()
  await expectPlace('/pages/index/dramas')
  await goTo(page, playAddress(2))
  await expectEpisode(page, 2)
  await page.press('ArrowDown')
  await expectEpisode(page, 3)
  await expectPlace(playAddress(3))
  await inApp(page, 'button.episode-bar').click()
  await inApp(page, '.episode-list-grid button', { name: /(^|\D)5(\D|$)/ }).click()
  await expectEpisode(page, 5)
  await inApp(page, '.sheet').waitForGone()
  await expectPlace(playAddress(5))
  await page.reload()
  await expectPlace(playAddress(5))
  await expectEpisode(page, 5)
  await page.back()
  await expectPlace('/pages/index/dramas')
}

test('memory routing: Back and reload find the page, and the address stays', async () => {
  const page = await openHostPage(journeys, '<drama-app></drama-app>')
  await walk(page, () => '/landing?lpid=a1')
})

test('history routing: Back and reload find the page in the address', async () => {
  const page = await journeys.open('/')
  await walk(page, route => route)
})

test('hash routing: Back and reload find the page in the fragment', async () => {
  const page = await openHostPage(journeys, '<drama-app routing="hash"></drama-app>')
  await walk(page, route => `/landing?lpid=a1#${route}`)
})
