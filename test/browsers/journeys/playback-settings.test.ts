import { expect, test } from 'vitest'
import type { BrowserPage } from '../engines/engine.js'
import { readStored } from '../support/app.js'
import { inApp } from '../support/element.js'
import { prepareJourneys } from '../support/journey.js'
import { expectEpisode, expectPlaying, playAddress, shown } from '../support/player.js'

const journeys = prepareJourneys()

async function openSettings(): Promise<BrowserPage> {
  const page = await journeys.open(playAddress(1))
  await expectPlaying(page)
  await inApp(page, 'button', { name: 'Ajustes de reprodução' }).click()
  await inApp(page, '.playback-sheet').waitFor()
  return page
}

const choose = (page: BrowserPage, name: string) => inApp(page, '.playback-sheet label', { name }).click()
const close = async (page: BrowserPage) => {
  await page.press('Escape')
  await inApp(page, '.playback-sheet').waitForGone()
}

test('captions come in the chosen language, over the picture, and can be turned off', async () => {
  const page = await openSettings()
  await choose(page, '繁體中文')
  await expect.poll(() => inApp(page, '.captions').attribute('lang')).toBe('zh-tw')
  await close(page)
  await expect.poll(() => inApp(page, '.captions span').text()).toMatch(/\p{Script=Han}/u)
  await inApp(page, 'button', { name: 'Legendas' }).click()
  await inApp(page, '.captions span').waitForGone()
  expect(await readStored(page, 'drama_captions')).toBe('off')
})

test('the chosen quality is what the video shows, also in the next episode', async () => {
  const page = await openSettings()
  const readLines = () =>
    shown(page).read(video => Math.min((video as HTMLVideoElement).videoWidth, (video as HTMLVideoElement).videoHeight))
  await choose(page, '720p')
  await close(page)
  // What was loaded in another quality may play first.
  await expect.poll(readLines, { timeout: 40_000 }).toBe(720)
  await page.press('ArrowDown')
  await expectEpisode(page, 2)
  await expect.poll(readLines, { timeout: 40_000 }).toBe(720)
})

test('the chosen speed is that of the video', async () => {
  const page = await openSettings()
  await choose(page, '1,5x')
  await expect.poll(() => shown(page).read(video => (video as HTMLVideoElement).playbackRate)).toBe(1.5)
})
