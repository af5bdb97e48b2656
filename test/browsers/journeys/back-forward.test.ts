import { expect, test } from 'vitest'
import type { BrowserPage } from '../engines/engine.js'
import { goTo, openHostPage, waitForHome } from '../support/app.js'
import { inApp } from '../support/element.js'
import { hasFeature, prepareJourneys, runInPage } from '../support/journey.js'
import { expectPlaying, isPaused, position, readEpisodeLabel, shown } from '../support/player.js'

const journeys = prepareJourneys()

const EPISODE = '<drama-app start="drama:d_winter-bride,ep:2" style="display:block;height:100vh"></drama-app>'
/** Counts the ways back to this page, as it was kept or loaded anew. */
const COUNTER =
  "<script>addEventListener('pageshow', ({ persisted }) => { document.documentElement.dataset.kept = persisted })</script>"

const readIsKept = (page: BrowserPage) => runInPage(page, () => document.documentElement.dataset.kept)

test('an episode that was left for another page goes on where it was, with the sound that was chosen', async () => {
  const page = await openHostPage(journeys, COUNTER + EPISODE)
  await expectPlaying(page)
  await inApp(page, '.rail-favorite').waitFor()
  await expect.poll(() => position(page)).toBeGreaterThan(3)
  const before = {
    position: (await position(page)) ?? 0,
    isMuted: await shown(page).read(video => (video as HTMLVideoElement).muted)
  }
  await page.goto(`${journeys.origin}/offline.html`)
  await page.back()
  await expect.poll(() => readIsKept(page)).toMatch(/true|false/)
  if (hasFeature(page, 'back-forward cache')) expect(await readIsKept(page)).toBe('true')
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
  // The viewer of a page that was kept may have to press play: some browsers pause what they keep.
  await expect.poll(() => position(page)).toBeGreaterThan(before.position - 3)
  if (await isPaused(page)) await inApp(page, '.player-start').click()
  const resumed = (await position(page)) ?? 0
  await expect.poll(() => position(page)).toBeGreaterThan(resumed + 1)
  expect(await shown(page).read(video => (video as HTMLVideoElement).muted)).toBe(before.isMuted)
})

// WebKit empties fields without autocomplete.
test('what was typed for a search is there when the page is back, and is searched for with what is added', async () => {
  const page = await openHostPage(journeys, `${COUNTER}<drama-app></drama-app>`)
  await waitForHome(page)
  await goTo(page, '/pages/index/search')
  const field = inApp(page, '.input input')
  await field.waitFor()
  await field.click()
  await page.type('wint')
  const read = () => field.read(input => (input as HTMLInputElement).value)
  await expect.poll(read).toBe('wint')
  await page.goto(`${journeys.origin}/offline.html`)
  await page.back()
  await expect.poll(() => readIsKept(page)).toMatch(/true|false/)
  // A page that is loaded anew has what its browser restores.
  if (!hasFeature(page, 'back-forward cache')) return
  expect(await readIsKept(page)).toBe('true')
  await expect.poll(read).toBe('wint')
  await field.click()
  await page.type('er')
  await expect.poll(read).toBe('winter')
})
