import { expect, test } from 'vitest'
import { inApp } from '../support/element.js'
import { prepareJourneys } from '../support/journey.js'
import { expectEpisode, expectPlaying, isPaused, playAddress, position, readEpisodeLabel } from '../support/player.js'
import { swipe } from '../support/touch.js'

const journeys = prepareJourneys()

async function watch(no: number) {
  const page = await journeys.open(playAddress(no))
  await inApp(page, '.rail-favorite').waitFor()
  await expectPlaying(page)
  return page
}

test('a finger turns to the next episode and back; a short slow move does not', async () => {
  const page = await watch(1)
  await swipe(page, { x: 150, y: 500 }, { x: 150, y: 250 })
  await expectEpisode(page, 2)
  await swipe(page, { x: 150, y: 250 }, { x: 150, y: 500 })
  await expectEpisode(page, 1)
  await page.touchStart({ x: 150, y: 400 })
  await page.touchMove({ x: 150, y: 385 })
  const held = (await position(page)) ?? 0
  await expect.poll(() => position(page)).toBeGreaterThan(held + 0.5)
  await page.touchMove({ x: 150, y: 370 })
  await page.touchEnd()
  await expect.poll(() => inApp(page, '.episode-carousel').attribute('data-dragging')).toBeNull()
  expect(await readEpisodeLabel(page)).toBe('EP 1')
})

test('the wheel turns one episode', async () => {
  const page = await watch(2)
  await page.wheel({ x: 150, y: 300 }, { x: 0, y: 120 })
  await expectEpisode(page, 3)
})

test('keys turn, pause, and open the list of episodes', async () => {
  const page = await watch(1)
  await inApp(page, '.player').focus()
  await page.press('ArrowDown')
  await expectEpisode(page, 2)
  await page.press('ArrowUp')
  await expectEpisode(page, 1)
  await page.type('k')
  await expect.poll(() => isPaused(page)).toBe(true)
  await page.type('e')
  await inApp(page, '.episode-list-grid').waitFor()
  await page.press('Escape')
  await inApp(page, '.sheet').waitForGone()
})

test('a finger on the seek bar moves to where it is', async () => {
  const page = await watch(1)
  await inApp(page, '.player').focus()
  await page.type('k')
  await expect.poll(() => isPaused(page)).toBe(true)
  const bar = inApp(page, '.seek-bar')
  const { x, y } = await bar.waitForPlace()
  await swipe(page, { x: x - 100, y }, { x: x + 100, y })
  await expect.poll(() => position(page)).toBeGreaterThan(12)
})
