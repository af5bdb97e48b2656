import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { inApp, PHONE, prepareJourneys, waitForHome } from '../support/journey.js'
import { openPartnerSite } from '../support/open-product.js'
import { readEpisodeLabel } from '../support/player-page.js'
import { takeScreenshot } from '../support/screenshots.js'

const journeys = prepareJourneys()

const WIDE = { width: 1600, height: 1000 }

async function openWorkbench(search = '', before?: (page: Page) => unknown): Promise<Page> {
  const page = await journeys.open(`/host/${search}`, { viewport: WIDE, acceptDownloads: true }, before)
  await waitForHome(page)
  return page
}

const openTab = (page: Page, tab: string) => page.getByRole('tab', { name: tab }).click()
const choose = (page: Page, name: string) => page.getByRole('radio', { name }).check({ force: true })
const textOf = async (page: Page, selector: string) => (await page.locator(selector).first().textContent()) ?? ''
const code = (page: Page) => textOf(page, '.snippet pre')

test('the form is what the element has, and the code follows it, but for what the element would drop', async () => {
  const signIns: unknown[] = []
  const page = await openWorkbench('?lpid=a1', opened =>
    opened.on('request', one => one.url().endsWith('/index/visitor_login') && signIns.push(one.postDataJSON()))
  )
  expect(await code(page)).toContain('<drama-app lpid="a1"></drama-app>')
  // What is tried on the workbench counts as a test, without a word of it in the partner's code.
  expect(signIns).toMatchObject([{ lpid: 'a1', is_test: true }])
  await page.getByLabel('Campaign id').fill('not one!')
  await expect.poll(() => page.locator('.field-note').first().textContent()).toContain('must match')
  expect(await code(page)).toContain('<drama-app></drama-app>')
  await page.getByRole('button', { name: 'noiva-outono' }).click()
  await page.getByLabel('Language').selectOption('en')
  await expect.poll(() => inApp(page, '.tab-bar button').first().textContent()).toBe('Home')
  await expect.poll(() => page.locator('.report').textContent()).toContain('Campaignnoiva-outono')
  await page.locator('summary', { hasText: 'Page' }).click()
  await page.getByLabel('Page title follows').check()
  await expect.poll(() => page.title()).toBe('Drama')
  expect(await code(page)).toContain('<drama-app lpid="noiva-outono" lang="en" manage-title></drama-app>')
  await choose(page, 'React')
  expect(await code(page)).toContain(
    `<DramaApp api-base="${journeys.origin}" lpid="noiva-outono" lang="en" manage-title style={style} />`
  )
  for (const [frame, size] of [
    ['Phone', [375, 812]],
    ['Tablet', [820, 1180]],
    ['Desktop', [1280, 800]]
  ] as const) {
    await choose(page, frame)
    const app = page.locator('drama-app')
    await expect.poll(() => app.evaluate((host: HTMLElement) => [host.offsetWidth, host.offsetHeight])).toEqual(size)
    const [seen, stage] = [await app.boundingBox(), await page.locator('.stage').boundingBox()]
    expect(seen && stage && seen.width <= stage.width && seen.height <= stage.height).toBe(true)
  }
})

test('a theme is seen at once inside the element, judged in words, and part of the code', async () => {
  const page = await openWorkbench()
  await openTab(page, 'Theme')
  await page.getByRole('button', { name: 'Velvet' }).click()
  const ground = () => inApp(page, '.app').evaluate(app => getComputedStyle(app).getPropertyValue('--surface').trim())
  await expect.poll(ground).toBe('#110a18')
  await page.getByLabel('Accent --drama-accent').fill('#ffff00')
  const finding = page.locator('.findings li').first()
  await expect.poll(() => finding.textContent()).toContain('White on the accent: 1:1, too little for text.')
  const strong = /Buttons therefore get (#[0-9a-f]{6})/.exec((await finding.textContent()) ?? '')?.[1]
  const variables = [`--drama-accent: #ffff00`, `--drama-accent-strong: ${strong}`, '--drama-surface: #110a18']
  for (const variable of [...variables, '--drama-radius: 22px']) expect(await code(page)).toContain(variable)
  await takeScreenshot(page, 'host-theme')
  await page.setViewportSize(PHONE)
  for (const tab of ['Settings', 'Theme', 'Link', 'Code', 'Events', 'Try it']) {
    await openTab(page, tab)
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
    expect([tab, ...widths]).toEqual([tab, PHONE.width, PHONE.width])
  }
})

test('the log tells each event with its details, holds still, and leaves as a file', async () => {
  const page = await openWorkbench()
  await openTab(page, 'Events')
  const visit = page.locator('[data-event="drama-visit"]')
  await visit.locator('summary').click()
  expect(JSON.parse((await visit.locator('pre').textContent()) ?? '')).toMatchObject({ is_new: true, version: '2.4.0' })
  await visit.getByRole('button', { name: 'Copy event_id' }).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await inApp(page, '.tab-bar button').nth(1).click()
  await page.getByRole('button', { name: /Go on \(\d+ new\)/ }).click()
  await page.getByRole('button', { name: /^navigate 1/ }).click()
  expect(await page.locator('.entry .entry-name').allTextContents()).toEqual(['drama-navigate'])
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as JSON' }).click()
  const saved = JSON.parse(await readFile(await (await saving).path(), 'utf8'))
  expect(saved).toMatchObject([{ name: 'drama-navigate', detail: { to: '/pages/index/dramas' } }])
})

async function openPastedPage(body: string, policy?: string): Promise<Page> {
  const html = `<!doctype html><title>Elsewhere</title>${body}`
  const site = await openPartnerSite(html, policy ? { 'Content-Security-Policy': policy } : {})
  onTestFinished(() => site.stop())
  const page = await journeys.open(site.origin)
  await waitForHome(page)
  return page
}

interface PastedPage {
  dataLayer: { event?: string; event_id?: string; drama?: Record<string, unknown> }[]
  pixels: unknown[][]
}

test('the code works where it is pasted: pinned under its policy, and with a tag manager that waits for consent', async () => {
  const page = await openWorkbench()
  const newest = await code(page)
  await choose(page, '2.4.0, pinned')
  const pinned = await code(page)
  expect(pinned).toMatch(/\/v2\.4\.0\/drama-app\.js" integrity="sha384-[\w+/=]{64}" crossorigin="anonymous"/)
  const directives = (await textOf(page, '.snippet pre:nth-of-type(2)')).replace(/\s+/g, ' ')
  await openPastedPage(pinned, `default-src 'none'; style-src 'unsafe-inline'; ${directives}`)

  await choose(page, 'Tag manager')
  const setUp = `<script>
    dataLayer = []; pixels = []
    function gtag() { dataLayer.push(arguments) }
    fbq = (...call) => pixels.push(['meta', ...call])
    ttq = { track: (...call) => pixels.push(['tiktok', ...call]) }
    gtag('consent', 'default', { ad_storage: 'denied' })
  </script>`
  const tagged = await openPastedPage(
    `${setUp}${await code(page)}${newest.replace('<drama-app', '<drama-app consent="required"')}`
  )
  const readTaggedEvents = () =>
    tagged.evaluate(() =>
      (window as unknown as PastedPage).dataLayer
        .filter(({ event }) => event)
        .map(({ event, event_id }) => [event, event_id])
    )
  expect(await readTaggedEvents()).toEqual([])
  await tagged.evaluate(() => {
    const { gtag } = window as unknown as { gtag(...command: unknown[]): void }
    gtag('consent', 'update', { ad_storage: 'granted' })
    const order = { event_id: 'p_1', order_no: '1', value: 9.9, currency: 'BRL', kind: 'coins', is_test: false }
    for (const detail of [
      { ...order, secret() {} },
      { ...order, event_id: 'p_0', is_test: true }
    ])
      document.querySelector('drama-app')?.dispatchEvent(new CustomEvent('drama-purchase', { bubbles: true, detail }))
  })
  const eventNames = ['drama-purchase', 'drama-ready', 'drama-visit']
  expect(await tagged.locator('drama-app').getAttribute('consent')).toBe('granted')
  await expect.poll(async () => Object.keys(Object.fromEntries(await readTaggedEvents())).sort()).toEqual(eventNames)
  const { dataLayer, pixels } = await tagged.evaluate(() => {
    const { dataLayer, pixels } = window as unknown as PastedPage
    return { dataLayer: dataLayer.filter(({ event }) => event === 'drama-purchase'), pixels }
  })
  const order = { order_no: '1', value: 9.9, currency: 'BRL', kind: 'coins', event_id: 'p_1', is_test: false }
  const trial = { ...order, event_id: 'p_0', is_test: true }
  expect(dataLayer).toEqual([
    { event: 'drama-purchase', event_id: 'p_1', drama: order, _clear: true },
    { event: 'drama-purchase', event_id: 'p_0', drama: trial, _clear: true }
  ])
  const money = { content_type: 'product', value: 9.9, currency: 'BRL' }
  expect(pixels).toMatchObject([
    ['meta', 'track', 'Purchase', { ...money, content_ids: ['coins'] }, { eventID: 'p_1' }],
    ['tiktok', 'CompletePayment', { ...money, content_id: 'coins' }, { event_id: 'p_1' }]
  ])
  await tagged.evaluate(() => {
    const { gtag } = window as unknown as { gtag(...command: unknown[]): void }
    gtag('consent', 'update', { ad_storage: 'denied' })
    const detail = { event_id: 'p_2' }
    document.querySelector('drama-app')?.dispatchEvent(new CustomEvent('drama-purchase', { bubbles: true, detail }))
    gtag('consent', 'update', { ad_storage: 'granted' })
  })
  expect((await readTaggedEvents()).filter(([event]) => event === 'drama-purchase')).toEqual([
    ['drama-purchase', 'p_1'],
    ['drama-purchase', 'p_0']
  ])
})

test('a link is picked from the catalogue, tries lead there, the mailbox has the code, and hostile pages are listed', async () => {
  const list = `<main><a href="/partners/">Kind</a><a href="/hostile/plain.html"><b>Nothing in the way</b>To compare.</a></main>`
  const page = await openWorkbench('?lpid=a1', opened =>
    opened.route('**/hostile/', route => route.fulfill({ contentType: 'text/html', body: list }))
  )
  expect(await page.locator('.hostile h3').allTextContents()).toEqual(['Nothing in the way'])
  await openTab(page, 'Link')
  await page.getByLabel('Drama drama').selectOption('d_winter-bride')
  await page.getByLabel('Episode ep').selectOption('3')
  await page.getByLabel('Second to begin at').fill('7')
  const link = await textOf(page, '.built-link code')
  expect(link).toBe(`${journeys.origin}/?lpid=a1&drama=d_winter-bride&ep=3&t=7`)
  await page.getByRole('button', { name: 'Show it in the preview' }).click()
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 3')

  await openTab(page, 'Try it')
  await page.getByRole('button', { name: 'Go: Unlock an episode' }).click()
  await inApp(page, '.locked').waitFor()
  await page.getByRole('button', { name: 'Go: Buy a pack' }).click()
  await inApp(page, '.page:not([hidden]) .pay-button').waitFor()
  await page.evaluate(() => {
    const body = JSON.stringify({ email: 'ana@example.com', lang: 'en' })
    return fetch('/user/email_code', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  })
  const letter = page.locator('.letter', { hasText: 'ana@example.com' })
  await expect.poll(() => letter.locator('.letter-code').textContent()).toMatch(/^\d{6}$/)
  await letter.locator('summary').click()
  expect(await letter.locator('.letter-text').textContent()).toContain('Enter this code in Drama to sign in:')
  await takeScreenshot(page, 'host-try')
})

test('the block for WordPress runs as it is printed, in its editor’s comments and without an empty line', async () => {
  const page = await openWorkbench()
  await choose(page, 'WordPress')
  const block = (await code(page)).trimEnd()
  expect(block).toMatch(/^<!-- wp:html -->\n(.+\n)+<!-- \/wp:html -->$/)
  const pasted = await openPastedPage(block)
  expect(await pasted.locator('drama-app').count()).toBe(1)
})
