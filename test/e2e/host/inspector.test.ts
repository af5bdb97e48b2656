import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { inApp, prepareJourneys } from '../support/journey.js'
import { holdRequests, type RequestGate } from '../support/media-record.js'
import { openPartnerSite } from '../support/open-product.js'
import { takeScreenshot } from '../support/screenshots.js'

const journeys = prepareJourneys()
const EVENT_NAMES = ['drama-ready', 'drama-visit', 'drama-navigate', 'drama-view-content']

const landing = (origin: string, tag: string) => `<!doctype html><title>Landing</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'self' ${origin} 'unsafe-inline'; media-src blob:; img-src 'self'">
<style>body{margin:0} drama-app{display:block;height:812px}</style>
<script>
  globalThis.received = []
  for (const name of ${JSON.stringify(EVENT_NAMES)}) addEventListener(name, ({ detail }) => received.push([name, detail.event_id]))
</script>
<script type="module" src="${origin}/drama-app.js"></script>${tag}`

async function openLanding(tag: string): Promise<Page> {
  const partner = await openPartnerSite(landing(journeys.origin, tag))
  onTestFinished(() => partner.stop())
  return journeys.open(partner.origin)
}

const readReceived = (page: Page) => page.evaluate(() => (globalThis as unknown as { received: string[][] }).received)
const tab = (page: Page, name: string) => inApp(page, '.inspector-bar').getByRole('button', { name, exact: true })

test('with debug each event is seen with its id from the first on, with the set-up and what is wrong', async () => {
  const page = await openLanding('<drama-app lpid="summer" lp-id="x" debug></drama-app>')
  await inApp(page, '.hero h2').first().waitFor()
  await inApp(page, '.hero-slide .button').first().click()
  await inApp(page, '.inspector > summary').click()
  const titles = inApp(page, '.inspected > summary')
  await expect.poll(async () => (await titles.allTextContents()).join()).toContain('drama-view-content')
  const ids = new Map((await readReceived(page)).map(([name = '', id]) => [name, id]))
  for (const name of ['drama-visit', 'drama-view-content']) {
    const event = inApp(page, '.inspected').filter({ hasText: name }).last()
    await event.locator('summary').click()
    expect(JSON.parse((await event.locator('pre').textContent()) ?? '')).toMatchObject({
      event_id: ids.get(name),
      lpid: 'summer'
    })
  }
  await takeScreenshot(page, 'inspector-events')
  await tab(page, 'Postbacks').click()
  await inApp(page, '.inspected-fact').getByText('None of these events goes to a postback').waitFor()
  await tab(page, 'Set-up').click()
  const setup = (await inApp(page, '.inspected-fact').allTextContents()).join('\n')
  expect(setup).toContain(`script ${journeys.origin}/drama-app.js`)
  expect(setup).toContain('lpid summer')
  await tab(page, 'Checks').click()
  const troubles = inApp(page, '.inspected-trouble')
  await expect.poll(async () => (await troubles.allTextContents()).join()).toContain('allow it in img-src')
  expect((await troubles.allTextContents())[0]).toBe('The attribute lp-id is not known, and does nothing.')
  await takeScreenshot(page, 'inspector-checks')
  await page.evaluate(() => document.querySelector('drama-app')?.removeAttribute('debug'))
  await expect.poll(() => inApp(page, '.inspector').count()).toBe(0)
})

test('debug that is removed while its code loads shows nothing', async () => {
  const partner = await openPartnerSite(landing(journeys.origin, '<drama-app debug></drama-app>'))
  onTestFinished(() => partner.stop())
  const isInspector = /chunks\/inspector-/
  let gate: RequestGate | undefined
  const page = await journeys.open(partner.origin, {}, async opened => {
    gate = await holdRequests(opened, isInspector)
  })
  await gate?.reached
  await page.evaluate(() => document.querySelector('drama-app')?.removeAttribute('debug'))
  const loaded = page.waitForResponse(isInspector)
  gate?.open()
  // As a text, because the test runner rewrites imports in functions.
  await page.evaluate(`import(${JSON.stringify((await loaded).url())}).then(() => undefined)`)
  await inApp(page, '.hero h2').first().waitFor()
  expect(await inApp(page, '.inspector').count()).toBe(0)
})

test('without debug nothing of it is fetched', async () => {
  const requestedUrls: string[] = []
  const page = await journeys.open('/', {}, opened =>
    opened.on('request', request => requestedUrls.push(request.url()))
  )
  await inApp(page, '.hero h2').first().waitFor()
  expect(requestedUrls.some(url => /chunks\/home-/.test(url))).toBe(true)
  expect(requestedUrls.filter(url => /inspector/.test(url))).toEqual([])
})
