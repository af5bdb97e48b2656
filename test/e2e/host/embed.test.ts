import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESKTOP, PHONE, prepareJourneys } from '../support/journey.js'
import { openPartnerSite, type PartnerSite } from '../support/open-product.js'
import { takeScreenshot } from '../support/screenshots.js'

const journeys = prepareJourneys()
let article: PartnerSite
beforeAll(async () => {
  const address = `${journeys.origin}/?drama=d_winter-bride&ep=2&lang=en&lpid=artigo`
  const response = await fetch(`${journeys.origin}/oembed?${new URLSearchParams({ url: address, maxwidth: '340' })}`)
  const { html } = await response.json()
  article = await openPartnerSite(`<!doctype html><meta name="viewport" content="width=device-width">
    <body style="margin: 16px; font: 16px sans-serif"><h1>Article</h1>${html}<p id="after">Goes on here.</p>
    <script>
      const frame = document.querySelector('iframe')
      addEventListener('message', ({ source, data }) => {
        if (source === frame.contentWindow) frame.style.height = JSON.parse(data).height + 'px'
      })
    </script>`)
})
afterAll(() => article?.stop())

test.each([
  ['phone', PHONE],
  ['desktop', DESKTOP]
])(
  'in an article on a %s the frame of oEmbed plays its episode, and the article gives it the height it asks for',
  async (name, viewport) => {
    const page = await journeys.open(article.origin, { viewport })
    const frame = page.frameLocator('iframe')
    const video = frame.locator('drama-app >> .player [data-offset="0"] video')
    await video.waitFor()
    await expect.poll(() => frame.locator('drama-app >> .player-no').textContent()).toBe('EP 2')
    await expect.poll(() => video.evaluate((shown: HTMLVideoElement) => shown.readyState)).toBeGreaterThan(1)
    const width = await page.locator('iframe').evaluate(element => element.clientWidth)
    await expect
      .poll(() => page.locator('iframe').evaluate(element => element.clientHeight))
      .toBe(Math.round((width * 16) / 9))
    const visit = await frame.locator('drama-app').evaluate(element => (element as unknown as { lpid: string }).lpid)
    expect(visit).toBe('artigo')
    await takeScreenshot(page, `embed-${name}`)
  }
)

test('inside the frame the app goes Home and back without the article’s history', async () => {
  const page = await journeys.open(article.origin)
  const frame = page.frameLocator('iframe')
  await frame.locator('drama-app >> .player-no').waitFor()
  await frame.locator('drama-app >> .player').getByRole('button', { name: 'Back', exact: true }).click()
  await frame.locator('drama-app >> .hero h2').first().waitFor()
  expect(page.url()).toBe(`${article.origin}/`)
})
