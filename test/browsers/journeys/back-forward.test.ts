import { expect, test } from 'vitest'
import { openHostPage } from '../support/app.js'
import { inApp } from '../support/element.js'
import { hasFeature, prepareJourneys, runInPage } from '../support/journey.js'
import { expectPlaying, isPaused, position, readEpisodeLabel, shown } from '../support/player.js'

const journeys = prepareJourneys()

const EPISODE = '<drama-app start="drama:d_winter-bride,ep:2" style="display:block;height:100vh"></drama-app>'
/** Counts the ways back to this page, as it was kept or loaded anew. */
const COUNTER =
  "<script>addEventListener('pageshow', ({ persisted }) => { document.documentElement.dataset.kept = persisted })</script>"

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
  const isKept = () => runInPage(page, () => document.documentElement.dataset.kept)
  await expect.poll(isKept).toMatch(/true|false/)
  if (hasFeature(page, 'back-forward cache')) expect(await isKept()).toBe('true')
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
  // The viewer of a page that was kept may have to press play: some browsers pause what they keep.
  await expect.poll(() => position(page)).toBeGreaterThan(before.position - 3)
  if (await isPaused(page)) await inApp(page, '.player-start').click()
  const resumed = (await position(page)) ?? 0
  await expect.poll(() => position(page)).toBeGreaterThan(resumed + 1)
  expect(await shown(page).read(video => (video as HTMLVideoElement).muted)).toBe(before.isMuted)
})
