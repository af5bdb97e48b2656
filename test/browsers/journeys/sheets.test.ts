import { expect, test } from 'vitest'
import { inApp } from '../support/element.js'
import { prepareJourneys } from '../support/journey.js'
import { expectPlaying, isPaused, playAddress } from '../support/player.js'
import { dragTo, swipe } from '../support/touch.js'

const journeys = prepareJourneys()

async function openEpisodeList() {
  const page = await journeys.open(playAddress(1))
  await expectPlaying(page)
  await inApp(page, 'button.episode-bar').click()
  await inApp(page, '.episode-list-grid button').waitFor()
  return page
}

test('Back closes a sheet and nothing else', async () => {
  const page = await openEpisodeList()
  await page.back()
  await inApp(page, '.sheet').waitForGone()
  await expect.poll(() => isPaused(page)).toBe(false)
})

test('a sheet follows the finger that pulls it down, and closes; let go early it stays', async () => {
  const page = await openEpisodeList()
  const sheet = inApp(page, '.sheet')
  await sheet.waitForPlace()
  const top = (await sheet.read(element => element.getBoundingClientRect().top)) ?? 0
  await dragTo(page, { x: 120, y: top + 20 }, { x: 120, y: top + 60 })
  await expect.poll(() => sheet.attribute('data-pulled')).toBe('')
  // From its place at the bottom, because a sheet may still grow upwards.
  const readOffset = () =>
    sheet.read(element => {
      const bottom = element.parentElement?.getBoundingClientRect().bottom ?? 0
      return Math.round(element.getBoundingClientRect().bottom - bottom)
    })
  await expect.poll(readOffset).toBe(40)
  // The finger goes back before it leaves, so that it is no flick.
  await page.touchMove({ x: 120, y: top + 21 })
  await page.touchEnd()
  await expect.poll(() => sheet.attribute('data-pulled')).toBeNull()
  await sheet.waitForPlace()
  await swipe(page, { x: 120, y: top + 20 }, { x: 120, y: top + 260 })
  await sheet.waitForGone()
})

test('a tap beside a sheet closes it', async () => {
  const page = await openEpisodeList()
  await inApp(page, '.sheet').waitForPlace()
  await page.click({ x: 180, y: 40 })
  await inApp(page, '.sheet').waitForGone()
})
