// Runs the router example of docs/guide/embed.md exactly as printed.
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { readDocsExample } from '../../support/docs-example.js'
import { inApp, prepareJourneys } from '../support/journey.js'
import { openPartnerSite } from '../support/open-product.js'

const journeys = prepareJourneys()

async function openSite(router: string): Promise<Page> {
  const site = await openPartnerSite(`<!doctype html><html lang="en"><title>Shop</title>
    <nav><a href="/watch">Watch</a> <a href="/news">News</a></nav><a id="anchor" href="#below">Below</a><main></main><p id="below">Below</p>
    <script type="module" src="${journeys.origin}/drama-app.js"></script>
    <script>
    let drawn = 0
    function draw(address) {
      document.documentElement.dataset.drawn = ++drawn
      document.querySelector('main').innerHTML = address.endsWith('/news') ? '<h1>News</h1>'
        : '<drama-app lpid="router" style="display:block;height:700px"></drama-app>'
    }
    document.querySelector('nav').addEventListener('click', event => {
      event.preventDefault()
      history.pushState({ mine: true }, '', event.target.href)
      show()
    })
    ${router}</script></html>`)
  onTestFinished(() => site.stop())
  const page = await journeys.open(`${site.origin}/watch`)
  await inApp(page, '.hero h2').first().waitFor()
  return page
}

const readDrawCount = (page: Page) => page.evaluate(() => document.documentElement.dataset.drawn)

test('with the router of the document Back inside the app leaves it alone, and the page’s own steps are its own', async () => {
  const page = await openSite(readDocsExample('docs/guide/embed.md', 'draw(address)'))
  const app = await page.locator('drama-app').elementHandle()
  await inApp(page, '.hero-slide .button').first().click()
  await inApp(page, 'button.episode-bar').click()
  await inApp(page, '.episode-list-grid').waitFor()
  await page.goBack()
  await inApp(page, '.sheet').waitFor({ state: 'detached' })
  await inApp(page, '.player').waitFor()
  await page.goBack()
  await inApp(page, '.hero h2').first().waitFor()
  expect(await page.locator('drama-app').evaluate((now, was) => now === was, app)).toBe(true)
  expect(await readDrawCount(page)).toBe('1')
  await page.locator('#anchor').click()
  await page.goBack()
  expect(await readDrawCount(page)).toBe('1')
  await page.getByText('News').click()
  await page.locator('h1').waitFor()
  expect(await readDrawCount(page)).toBe('2')
  await page.goBack()
  await inApp(page, '.hero h2').first().waitFor()
  expect(await readDrawCount(page)).toBe('3')
})
