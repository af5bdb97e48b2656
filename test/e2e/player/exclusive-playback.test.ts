import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { DESKTOP, inApp, prepareJourneys } from '../support/journey.js'
import { openPartnerSite } from '../support/open-product.js'
import { setHidden } from '../support/player-page.js'

const journeys = prepareJourneys()

const app = (id: string, start = '') =>
  `<drama-app id="${id}" ${start && `start="drama:${start},ep:1"`} style="display:inline-block;width:300px;height:500px"></drama-app>`

async function openPartner(body: string, id = 'one'): Promise<Page> {
  const html = `<!doctype html><body style="margin:0">${body}<script type="module" src="${journeys.origin}/drama-app.js"></script>`
  const partner = await openPartnerSite(html)
  onTestFinished(() => partner.stop())
  const page = await journeys.open(partner.origin, { viewport: DESKTOP })
  await page.locator(`#${id}`).waitFor()
  return page
}

const picture = (page: Page, id: string): Locator => page.locator(`#${id} >> .player [data-offset="0"] video`)
const isPlaying = (page: Page, id: string) => picture(page, id).evaluate((video: HTMLVideoElement) => !video.paused)
const position = (page: Page, id: string) => picture(page, id).evaluate((video: HTMLVideoElement) => video.currentTime)
const waitForControls = (page: Page, id: string) =>
  page.locator(`#${id} >> [aria-label="Ajustes de reprodução"]`).waitFor()
const togglePlayback = async (page: Page, id: string) => {
  await page.locator(`#${id} >> .player`).focus()
  await page.keyboard.press('k')
}
const scrollTo = (page: Page, top: number) => page.evaluate(y => window.scrollTo(0, y), top)

test('less than half in the window pauses, half goes on, and what the viewer paused stays paused', async () => {
  const page = await openPartner(`${app('one', 'd_winter-bride')}<p style="height:3000px">…</p>`)
  await expect.poll(() => position(page, 'one')).toBeGreaterThan(0.3)
  await scrollTo(page, 200)
  expect(await isPlaying(page, 'one')).toBe(true)
  await scrollTo(page, 300)
  await expect.poll(() => isPlaying(page, 'one')).toBe(false)
  await scrollTo(page, 2000)
  await setHidden(page, true)
  await setHidden(page, false)
  expect(await isPlaying(page, 'one')).toBe(false)
  await scrollTo(page, 220)
  await expect.poll(() => isPlaying(page, 'one')).toBe(true)
  await scrollTo(page, 0)
  await togglePlayback(page, 'one')
  await expect.poll(() => isPlaying(page, 'one')).toBe(false)
  await scrollTo(page, 2000)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(2000)
  await scrollTo(page, 0)
  await setHidden(page, true)
  await setHidden(page, false)
  await togglePlayback(page, 'one')
  await expect.poll(() => isPlaying(page, 'one')).toBe(true)
})

test('what is below the window does not begin before it is seen', async () => {
  const page = await openPartner(`<p style="height:2000px">…</p>${app('one', 'd_winter-bride')}`)
  await page.locator('#one >> .player-bottom h2').waitFor()
  // An episode out of sight is not expected to play, so the app must not report a failure.
  await page.locator('#one >> .player .spinner').waitFor({ state: 'detached' })
  expect(await page.locator('#one >> .player .failure').count()).toBe(0)
  await expect.poll(() => isPlaying(page, 'one')).toBe(false)
  await scrollTo(page, 1900)
  await expect.poll(() => position(page, 'one')).toBeGreaterThan(0.3)
})

test('an element far taller than the window plays where it fills it', async () => {
  const page = await openPartner(app('one', 'd_winter-bride').replace('height:500px', 'height:2400px'))
  await expect.poll(() => position(page, 'one')).toBeGreaterThan(0.3)
  await scrollTo(page, 800)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(800)
  const before = await position(page, 'one')
  await expect.poll(() => position(page, 'one')).toBeGreaterThan(before + 0.3)
})

test('of two elements on one page, to start one pauses the other, and only that', async () => {
  const page = await openPartner(app('one', 'd_winter-bride') + app('two', 'd_red-silk'))
  await Promise.all([waitForControls(page, 'one'), waitForControls(page, 'two')])
  const playing = async () => [await isPlaying(page, 'one'), await isPlaying(page, 'two')]
  await expect.poll(async () => (await playing()).filter(Boolean).length).toBe(1)
  const [first, second] = (await isPlaying(page, 'one')) ? ['one', 'two'] : ['two', 'one']
  await togglePlayback(page, second as string)
  await expect.poll(() => isPlaying(page, second as string)).toBe(true)
  await expect.poll(() => isPlaying(page, first as string)).toBe(false)
  await togglePlayback(page, first as string)
  await expect.poll(() => isPlaying(page, first as string)).toBe(true)
  await expect.poll(() => isPlaying(page, second as string)).toBe(false)
  await setHidden(page, true)
  await setHidden(page, false)
  await expect.poll(() => isPlaying(page, first as string)).toBe(true)
  expect(await isPlaying(page, second as string)).toBe(false)
})

test('a moving preview gives way to the player of another element, and does not begin beside it', async () => {
  const page = await openPartner(app('one') + app('two'))
  const go = (id: string, url: string) =>
    page.evaluate(
      ([element, to]) =>
        (document.querySelector(`#${element}`) as unknown as { reLaunch(target: object): Promise<unknown> }).reLaunch({
          url: to
        }),
      [id, url] as const
    )
  const preview = page.locator('#one >> .feed-poster[data-gone]')
  await go('one', '/pages/index/dramas')
  await page.locator('#one').getByRole('tab', { name: 'Para você' }).click()
  await preview.waitFor({ state: 'attached' })
  await go('two', '/pages/index/play?drama_id=d_red-silk&episode_no=1')
  await expect.poll(() => position(page, 'two')).toBeGreaterThan(0.3)
  await expect.poll(() => preview.count()).toBe(0)
  const responded = page.waitForResponse(answer => answer.url().endsWith('/drama/play'))
  await page.locator('#one >> .discover-feed').press('ArrowDown')
  await responded
  await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await page.locator('#one >> .feed-picture video').count()).toBe(0)
  expect(await isPlaying(page, 'two')).toBe(true)
  await togglePlayback(page, 'two')
  await page.locator('#one >> .discover-feed').press('ArrowUp')
  await preview.waitFor({ state: 'attached' })
})

test('another tab plays on', async () => {
  const page = await journeys.open('/pages/index/play?drama_id=d_winter-bride&episode_no=1')
  const shown = inApp(page, '.player [data-offset="0"] video')
  const where = (video: HTMLVideoElement) => video.currentTime
  await expect.poll(() => shown.evaluate(where)).toBeGreaterThan(0.3)
  const other = await page.context().newPage()
  await other.goto(`${journeys.origin}/pages/index/play?drama_id=d_red-silk&episode_no=1`)
  await inApp(other, '[aria-label="Ajustes de reprodução"]').waitFor()
  await expect.poll(() => inApp(other, '.player [data-offset="0"] video').evaluate(where)).toBeGreaterThan(0.5)
  const before = await shown.evaluate(where)
  await expect.poll(() => shown.evaluate(where)).toBeGreaterThan(before + 0.2)
})
