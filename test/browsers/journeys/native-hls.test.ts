import { expect, test } from 'vitest'
import { openHostPage } from '../support/app.js'
import { hasFeature, prepareJourneys, runInPage } from '../support/journey.js'
import { expectPlaying, position, shown } from '../support/player.js'

const journeys = prepareJourneys()

/** As on an iPhone before iOS 17.1. */
const WITHOUT_MEDIA_SOURCE = '<script>delete window.MediaSource; delete window.ManagedMediaSource</script>'
const EPISODE = '<drama-app start="drama:d_winter-bride,ep:1" style="display:block;height:100vh"></drama-app>'

test('without a media source the browser’s own HLS plays the episode', async () => {
  const page = await openHostPage(journeys, WITHOUT_MEDIA_SOURCE + EPISODE)
  if (!hasFeature(page, 'native HLS')) return
  await expectPlaying(page)
  expect(await runInPage(page, () => 'MediaSource' in window)).toBe(false)
  expect(await shown(page).read(video => (video as HTMLVideoElement).currentSrc)).toMatch(/\.m3u8/)
  await expect.poll(() => position(page)).toBeGreaterThan(3)
})
