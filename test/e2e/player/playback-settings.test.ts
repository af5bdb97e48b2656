import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inApp, prepareJourneys } from '../support/journey.js'
import { blockInstantStart, findRepeated, holdRequests, readPlaybackRecord } from '../support/media-record.js'
import {
  captionsButton,
  choose,
  chosen,
  closeSheet,
  offers,
  openAnother,
  openSheet,
  readStored,
  watch
} from '../support/playback-settings.js'
import { position, readEpisodeLabel, seek, shown } from '../support/player-page.js'

const journeys = prepareJourneys()

const RATES = [0.5, 0.8, 1, 1.25, 1.5, 2]
const rate = (page: Page) => shown(page).evaluate((video: HTMLVideoElement) => video.playbackRate)
const lines = (page: Page) => shown(page).evaluate((video: HTMLVideoElement) => video.videoWidth)

test('D-267 D-268 D-269 D-270 D-271 D-272 D-273 six speeds and no other; the picture follows each at once', async () => {
  const { page } = await watch(journeys)
  await openSheet(page)
  expect(await offers(page, 'Velocidade')).toEqual(['0,5x', '0,8x', '1x', '1,25x', '1,5x', '2x'])
  expect(await chosen(page, 'Velocidade')).toBe('1x')
  for (const [place, text] of (await offers(page, 'Velocidade')).entries()) {
    await choose(page, 'Velocidade', text)
    await expect.poll(() => rate(page)).toBe(RATES[place])
    expect(await readStored(page, 'drama_rate')).toBe(`${RATES[place]}`)
  }
})

test('a speed stays for the next episodes, through hls.js taking over, a held picture, and the next visit', async () => {
  const { page, media } = await watch(journeys)
  await openSheet(page)
  await choose(page, 'Velocidade', '1,5x')
  await closeSheet(page)
  await expect.poll(() => Object.values(media)[0]?.some(file => !file.startsWith('360p'))).toBe(true)
  expect(await rate(page)).toBe(1.5)
  for (const no of [2, 3, 4, 5]) {
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => readEpisodeLabel(page)).toBe(`EP ${no}`)
    await expect.poll(() => position(page)).toBeGreaterThan(0.3)
    expect(await rate(page)).toBe(1.5)
  }
  await page.mouse.move(180, 300)
  // Holding works only while the video does not wait for data.
  const isReady = (video: HTMLVideoElement) => !video.paused && video.readyState === video.HAVE_ENOUGH_DATA
  await expect.poll(() => inApp(page, '.player [data-offset="0"] video').evaluate(isReady)).toBe(true)
  await page.mouse.down()
  await expect.poll(() => rate(page)).toBe(2)
  await expect.poll(() => inApp(page, '.player-rate').textContent()).toBe('2x')
  await page.mouse.up()
  await expect.poll(() => rate(page)).toBe(1.5)
  await seek(page, 19)
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 6')
  await expect.poll(() => rate(page)).toBe(1.5)
  const later = await openAnother(page, 1)
  await expect.poll(() => position(later)).toBeGreaterThan(0.2)
  expect(await rate(later)).toBe(1.5)
  expect((await readPlaybackRecord(page)).errors).toEqual([])
})

test('the keys < and > go from one speed to the next, say which, and end at the ends', async () => {
  const { page } = await watch(journeys)
  await inApp(page, '.player-rate').waitFor({ state: 'attached' })
  for (const next of [1.25, 1.5, 2, 2]) {
    await page.keyboard.press('>')
    await expect.poll(() => rate(page)).toBe(next)
  }
  await expect.poll(() => inApp(page, '.player-rate').textContent()).toBe('2x')
  for (const next of [1.5, 1.25, 1, 0.8, 0.5, 0.5]) {
    await page.keyboard.press('<')
    await expect.poll(() => rate(page)).toBe(next)
  }
  await expect.poll(() => inApp(page, '.player-rate').isHidden()).toBe(true)
})

test('what was kept of a speed that there is not is the usual one', async () => {
  const { page } = await watch(journeys, 1, opened =>
    opened.addInitScript(() => localStorage.setItem('drama_rate', '16'))
  )
  await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  expect(await rate(page)).toBe(1)
})

test('the qualities are those of the episode; a chosen one plays on without a stop, and holds for the next episodes', {
  timeout: 120_000
}, async () => {
  const { page, media } = await watch(journeys)
  await openSheet(page)
  expect(await offers(page, 'Qualidade')).toEqual(['Automática', '720p', '540p', '360p'])
  expect(await chosen(page, 'Qualidade')).toBe('Automática')
  await choose(page, 'Qualidade', '720p')
  await closeSheet(page)
  // What was loaded in another quality may play first.
  await expect.poll(() => lines(page), { timeout: 60_000 }).toBe(720)
  const { events } = await readPlaybackRecord(page)
  expect(events.slice(events.findIndex(event => event.startsWith('playing')) + 1)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
  await expect.poll(() => lines(page)).toBe(720)
  const second = Object.values(media)[1] ?? []
  // The fast start loads the lowest quality, hls.js the chosen one.
  expect(second.slice(0, 2)).toEqual(['360p/init', '360p/0'])
  expect(second.filter(file => !file.startsWith('360p') && !file.startsWith('720p'))).toEqual([])
  expect(findRepeated(second)).toEqual([])
  const later = await openAnother(page, 3)
  await expect.poll(() => lines(later)).toBe(720)
  // hls.js replaces what was loaded in another quality, so there are two ranges for a moment.
  await expect.poll(() => shown(later).evaluate((video: HTMLVideoElement) => video.buffered.length)).toBe(1)
  expect((await readPlaybackRecord(page)).errors).toEqual([])
})

test('a small quality stays small once hls.js has come, nothing is fetched twice, and there is no stop', async () => {
  const { page, media } = await watch(journeys, 1, opened =>
    opened.addInitScript(() => localStorage.setItem('drama_quality', '360'))
  )
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 1')
  await expect.poll(() => Object.values(media)[0]?.includes('360p/9')).toBe(true)
  const first = Object.values(media)[0] ?? []
  expect(first.filter(file => !file.startsWith('360p'))).toEqual([])
  expect(findRepeated(first)).toEqual([])
  const { events, errors } = await readPlaybackRecord(page)
  expect(events.filter(event => !/^playing/.test(event))).toEqual([])
  expect(errors).toEqual([])
})

test('a quality that an episode has not is the nearest below, and shown as such', async () => {
  const { page } = await watch(journeys, 1, opened =>
    opened.addInitScript(() => localStorage.setItem('drama_quality', '600'))
  )
  await openSheet(page)
  expect(await chosen(page, 'Qualidade')).toBe('540p')
  await expect.poll(() => lines(page)).toBe(540)
  await choose(page, 'Qualidade', 'Automática')
  expect(await readStored(page, 'drama_quality')).toBe('0')
})

test('an episode with one quality offers none', async () => {
  const { page } = await watch(journeys, 1, opened =>
    opened.route(/\/(index\/visitor_login|drama\/play)$/, async route => {
      const answer = await route.fetch()
      const body = await answer.json()
      const { opening } = body.data.first ?? body.data
      opening.master = opening.master.split('\n').slice(0, 5).join('\n')
      await route.fulfill({ response: answer, json: body })
    })
  )
  await openSheet(page)
  expect(await inApp(page, '.playback-sheet legend').allTextContents()).not.toContain('Qualidade')
  expect(await inApp(page, '.playback-sheet legend').allTextContents()).toContain('Velocidade')
})

test('the sheet comes on a tap, gives the focus back, and without its code the viewer is told', async () => {
  const { page } = await watch(journeys)
  const button = page.locator('drama-app').getByRole('button', { name: 'Ajustes de reprodução' })
  await button.focus()
  await page.keyboard.press('Enter')
  await inApp(page, '.playback-sheet').waitFor()
  await closeSheet(page)
  expect(await button.evaluate(element => (element.getRootNode() as ShadowRoot).activeElement === element)).toBe(true)
  const { page: other } = await watch(journeys, 1, opened =>
    opened.route('**/chunks/playback-settings-sheet-*.js*', route => route.abort())
  )
  await other.locator('drama-app').getByRole('button', { name: 'Ajustes de reprodução' }).click()
  await expect.poll(() => inApp(other, '.toasts').textContent()).toMatch(/conexão/)
  await expect.poll(() => position(other)).toBeGreaterThan(1)
})

test('what comes behind the first frame is asked for again at the next one where it did not come', async () => {
  const toolbar = '**/chunks/toolbar-*.js*'
  const { page } = await watch(journeys, 1, opened => opened.route(toolbar, route => route.abort()))
  await expect.poll(() => position(page)).toBeGreaterThan(1)
  expect(await captionsButton(page).count()).toBe(0)
  await page.unroute(toolbar)
  await page.keyboard.press('ArrowDown')
  await captionsButton(page).waitFor()
  expect(await inApp(page, '.toasts').textContent()).toBe('')
})

test('no code but the player’s own is asked for before the first frame', async () => {
  const chunks: string[] = []
  const { page } = await watch(journeys, 1, async opened => {
    opened.on('request', request => chunks.push(/chunks\/([\w-]+)-[\w-]{8}\.js/.exec(request.url())?.[1] ?? ''))
    await blockInstantStart(opened)
    await holdRequests(opened, /\/0\.m4s$/)
  })
  await expect.poll(() => chunks).toContain('play')
  await inApp(page, '.player-no').waitFor()
  expect(chunks.filter(name => /toolbar|player-controls|playback|sheet/.test(name))).toEqual([])
})
