import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readPlaybackRecord } from '../support/media-record.js'
import {
  failure,
  isPaused,
  LATE_SEGMENTS,
  position,
  prepareFaultyPlayer,
  readErrors,
  seek,
  shown,
  spinner
} from '../support/player-page.js'

const player = prepareFaultyPlayer()

async function pauseWhileItWaits(page: Page) {
  await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  await seek(page, 11)
  await spinner(page).waitFor()
  await page.keyboard.press('k')
  expect(await isPaused(page)).toBe(true)
}

test('a pause ends the wait, and playing takes it up again', async () => {
  const activeFault = player.product.addFault(LATE_SEGMENTS, { kind: 'silent' })
  const page = await player.watch()
  await pauseWhileItWaits(page)
  await spinner(page).waitFor({ state: 'detached' })
  await page.keyboard.press('k')
  await spinner(page).waitFor()
  activeFault.end()
  await expect.poll(() => position(page)).toBeGreaterThan(11.3)
  expect(await readErrors(page)).toEqual([])
})

test('a pause stays a pause, at its place, while segments are not found and when they are', async () => {
  const activeFault = player.product.addFault(LATE_SEGMENTS, { kind: 'status', status: 404 })
  const page = await player.watch()
  await pauseWhileItWaits(page)
  const countStreams = async () => (await readPlaybackRecord(page)).streams
  const before = await countStreams()
  await expect.poll(countStreams).toBeGreaterThan(before)
  activeFault.end()
  await expect.poll(() => shown(page).evaluate((video: HTMLVideoElement) => video.readyState)).toBe(4)
  expect(await isPaused(page)).toBe(true)
  expect(await position(page)).toBeCloseTo(11, 0)
  expect(await failure(page).count()).toBe(0)
  await page.keyboard.press('k')
  await expect.poll(() => position(page)).toBeGreaterThan(11.5)
})

test('a ticket that ends, and is not renewed, leaves a pause as it is; playing asks for the episode anew', async () => {
  const activeFault = player.product.addFault(LATE_SEGMENTS, { kind: 'status', status: 403 })
  const page = await player.watch(1, opened => opened.clock.install())
  await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  await page.keyboard.press('k')
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  const before = (await readPlaybackRecord(page)).events.length
  await seek(page, 11)
  for (let passed = 0; passed < 15_000; passed += 250) {
    await page.clock.runFor(250)
    // A round trip to the server, behind all earlier requests.
    await fetch(`${player.product.origin}/healthz`)
  }
  expect(activeFault.hits()).toBeGreaterThan(0)
  expect(await isPaused(page)).toBe(true)
  expect(await position(page)).toBe(11)
  expect((await readPlaybackRecord(page)).events.slice(before).filter(event => /emptied|playing/.test(event))).toEqual(
    []
  )
  expect([await failure(page).count(), await readErrors(page)]).toEqual([0, []])
  activeFault.end()
  await page.keyboard.press('k')
  await page.clock.resume()
  await expect.poll(() => position(page)).toBeGreaterThan(11.5)
  expect([await failure(page).count(), await readErrors(page)]).toEqual([0, []])
})

test('what is missing further on neither stops the picture nor puts it back', async () => {
  player.product.addFault(LATE_SEGMENTS, { kind: 'status', status: 404 })
  const page = await player.watch()
  await expect.poll(() => position(page)).toBeGreaterThan(5)
  const { events } = await readPlaybackRecord(page)
  expect(events.filter(event => /emptied|seeked|waiting/.test(event))).toEqual([])
})
