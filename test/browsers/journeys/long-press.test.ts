import { expect, test } from 'vitest'
import { waitForChunk, waitForHome } from '../support/app.js'
import { inApp } from '../support/element.js'
import { prepareJourneys } from '../support/journey.js'
import { expectPlaying, isPaused, playAddress, shown } from '../support/player.js'

const journeys = prepareJourneys()

test('a held finger plays at double speed until it leaves, and pauses nothing', async () => {
  const page = await journeys.open(playAddress(1))
  await expectPlaying(page)
  await inApp(page, '.rail-favorite').waitFor()
  const readRate = () => shown(page).read(video => (video as HTMLVideoElement).playbackRate)
  await page.touchStart({ x: 150, y: 300 })
  await expect.poll(readRate).toBe(2)
  await page.touchEnd()
  await expect.poll(readRate).toBe(1)
  expect(await isPaused(page)).toBe(false)
})

test.each(['finger', 'mouse'])('a cover that is held by %s opens its drama’s sheet', async pointer => {
  const page = await journeys.open('/')
  await waitForHome(page)
  const cover = inApp(page, '.row .card')
  await waitForChunk(page, 'long-press')
  const at = await cover.waitForPlace()
  await (pointer === 'finger' ? page.touchStart(at) : page.mouseDown(at))
  await inApp(page, '.sheet-veil').waitFor()
  await (pointer === 'finger' ? page.touchEnd() : page.mouseUp())
  expect(await inApp(page, '.sheet-veil').count()).toBe(1)
  expect(await inApp(page, '.player').count()).toBe(0)
})
