import { expect, test } from 'vitest'
import { inApp } from '../support/element.js'
import { prepareJourneys } from '../support/journey.js'
import { expectPlaying, isPaused, playAddress, position, shown } from '../support/player.js'

const journeys = prepareJourneys()

test('an episode plays its frames, pauses at a tap and goes on', async () => {
  const page = await journeys.open(playAddress(1))
  await expectPlaying(page)
  const size = await shown(page).read(video => {
    const { videoWidth, videoHeight } = video as HTMLVideoElement
    return videoHeight > videoWidth && videoWidth > 0
  })
  expect(size).toBe(true)
  await expect.poll(() => position(page)).toBeGreaterThan(3)
  await inApp(page, '.rail-favorite').waitFor()
  await page.touchStart({ x: 150, y: 300 })
  await page.touchEnd()
  await expect.poll(() => isPaused(page)).toBe(true)
  await page.touchStart({ x: 150, y: 300 })
  await page.touchEnd()
  await expect.poll(() => isPaused(page)).toBe(false)
})
