import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { findLowContrastText } from '../support/contrast-check.js'
import { DESKTOP, inApp, prepareJourneys } from '../support/journey.js'
import { openPartnerSite } from '../support/open-product.js'
import { takeScreenshot } from '../support/screenshots.js'
import { SHARED_OPERATOR_KEY } from '../support/shared-products.js'

const journeys = prepareJourneys()

/** The surfaces are the lightest that the server accepts. Each accent is unreadable on one of the two themes. */
const campaigns = {
  sol: { accent: '#fde047', accent_strong: '#a16207', surface: '#3f3f46', raised: '#52525b' },
  noite: { accent: '#1e1b4b', accent_strong: '#312e81', surface: '#585858', raised: '#595959' }
}

async function openCampaign(lpid: keyof typeof campaigns): Promise<Page> {
  const init = {
    method: 'POST',
    headers: { Authorization: SHARED_OPERATOR_KEY },
    body: JSON.stringify({ lpid, mode: 'create', theme: campaigns[lpid] })
  }
  const answer = await (await fetch(`${journeys.origin}/operator/campaign_save`, init)).json()
  expect(answer.code === 200 || answer.data.reason === 'campaign_exists').toBe(true)
  const partner = await openPartnerSite(
    `<!doctype html><html lang="pt"><title>P</title><style>body{margin:0}drama-app{display:block;height:100vh}</style>
    <drama-app lpid="${lpid}"></drama-app><script type="module" src="${journeys.origin}/drama-app.js"></script></html>`
  )
  onTestFinished(() => partner.stop())
  return journeys.open(partner.origin, { reducedMotion: 'reduce', colorScheme: 'light' })
}

const computed = (page: Page, name: string, selector = '.app') =>
  inApp(page, selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), name)

const pages: [string, string, string][] = [
  ['home', '/', '.row-title'],
  ['my', '/pages/index/my', '.profile-name button'],
  ['search', '/pages/index/search?keyword=inverno', '.drama-line em, .drama-line mark'],
  ['store', '/pages/wallet/store?tab=coins', '.store-card'],
  ['rewards', '/pages/reward/reward', '.reward-today']
]

for (const lpid of ['sol', 'noite'] as const) {
  test(`every page can be read in the colours of the campaign ${lpid}, dark and light`, async () => {
    const page = await openCampaign(lpid)
    await inApp(page, '.hero h2').first().waitFor()
    const accentStrong = campaigns[lpid].accent_strong
    await expect.poll(() => computed(page, '--accent-strong')).toBe(accentStrong)
    for (const theme of ['dark', 'light', 'auto'] as const) {
      await page.locator('drama-app').evaluate((app, theme) => app.setAttribute('theme', theme), theme)
      const surface = theme === 'dark' ? campaigns[lpid].surface : '#f5f5f8'
      await expect.poll(() => computed(page, '--surface')).toBe(surface)
      for (const [name, url, selector] of pages) {
        await page.locator('drama-app').evaluate((app, url) => {
          return (app as unknown as { reLaunch(to: object): unknown }).reLaunch({ url })
        }, url)
        await inApp(page, `.page:not([hidden]) :is(${selector})`).first().waitFor()
        expect([theme, name, await findLowContrastText(page)]).toEqual([theme, name, []])
        await takeScreenshot(page, `campaign-${lpid}-${theme}-${name}`)
      }
    }
    await page.setViewportSize(DESKTOP)
    await inApp(page, '.page:not([hidden]) .reward-today').waitFor()
    await takeScreenshot(page, `campaign-${lpid}-desktop`)
  })
}

test('a campaign’s accent is the player’s in the light theme too, and what the page says goes before it', async () => {
  const page = await openCampaign('sol')
  await page.locator('drama-app').evaluate(app => app.setAttribute('theme', 'light'))
  await inApp(page, '.hero-slide .button').first().click()
  await expect.poll(() => computed(page, '--accent', '.player')).toBe('#fde047')
  await page.locator('drama-app').evaluate((app: HTMLElement) => app.style.setProperty('--drama-accent', '#0f766e'))
  await expect.poll(() => computed(page, '--accent', '.player')).toBe('#0f766e')
  expect(await computed(page, '--accent')).toBe('#0f766e')
})
