import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Fault } from '../support/fault-proxy.js'
import { inApp } from '../support/journey.js'
import {
  ALL_SEGMENTS,
  failure,
  LATE_SEGMENTS,
  position,
  prepareFaultyPlayer,
  readErrors,
  seek,
  shown,
  spinner,
  stopClock
} from '../support/player-page.js'

const player = prepareFaultyPlayer()
const watch = () => player.watch(1, page => page.clock.install())

const readMessage = (page: Page) => inApp(page, '.player .player-message').textContent()
const RECONNECTING = 'Reconectando…'
const OFFLINE = 'Sem conexão. Voltamos assim que a internet voltar.'

/** Moves the page's clock by `time` ms, in steps that leave time for the network and the video. */
async function advanceClock(page: Page, time: number): Promise<void> {
  for (let passed = 0; passed < time; passed += 250) {
    await page.clock.runFor(250)
    // A round trip to the server, behind all earlier requests.
    await fetch(`${player.product.origin}/healthz`)
  }
}

async function advanceUntil(page: Page, isReached: () => Promise<boolean>, most: number): Promise<void> {
  for (let passed = 0; !(await isReached()); passed += 250) {
    expect(passed).toBeLessThan(most)
    await advanceClock(page, 250)
  }
}

/** Waits until the buffer is empty, then stops the clock. Returns the position in seconds. */
async function waitUntilStalled(page: Page): Promise<number> {
  await spinner(page).waitFor()
  const stalledAt = await position(page)
  await stopClock(page)
  return stalledAt
}

async function watchUntilFault(kind: Lasting) {
  const activeFault = player.product.addFault(LATE_SEGMENTS, { kind, share: LESS_THAN_A_CHUNK })
  const page = await watch()
  await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  await seek(page, 6)
  await expect.poll(() => activeFault.hits()).toBeGreaterThan(0)
  return { page, activeFault }
}

async function watchUntilStalled(kind: Lasting) {
  const watched = await watchUntilFault(kind)
  return { ...watched, stalledAt: await waitUntilStalled(watched.page) }
}
const LATE_SEGMENTS_START_S = 8
/** Of a segment: nothing of it can be played. */
const LESS_THAN_A_CHUNK = 0.02
type Lasting = Exclude<Fault['kind'], 'status' | 'playlist' | 'slow'>

/** A seek has no data either, for a moment. */
const isOutOfData = (page: Page) =>
  shown(page).evaluate(
    (video: HTMLVideoElement) => !video.seeking && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA
  )

/** Expects the texts 5 s and 20 s after the app has started its timers. `passed` is the time since then, in ms. */
async function expectMessages(page: Page, passed: number): Promise<void> {
  await advanceClock(page, 5000 - passed)
  expect([await spinner(page).isVisible(), await readMessage(page)]).toEqual([true, RECONNECTING])
  expect([await failure(page).count(), await readErrors(page)]).toEqual([0, []])
  await advanceClock(page, 15_000)
  expect(await failure(page).isVisible()).toBe(true)
  expect(await readErrors(page)).toEqual(['playback:network'])
}

test.each(['silent', 'stuck', 'reset', 'torn'] as const)(
  'a picture that stands for want of segments (%s) has a spinner by 3 s, words by 5 s, a way to try again by 20 s',
  async kind => {
    const { page, activeFault } = await watchUntilFault(kind)
    await stopClock(page)
    // The media play in real time, also while the page's clock is stopped. After the seek they lack data for a moment, too.
    await expect.poll(() => position(page)).toBeGreaterThan(LATE_SEGMENTS_START_S - 0.5)
    await expect.poll(() => isOutOfData(page)).toBe(true)
    const stalledAt = await position(page)
    // Events of the video come in real time, on a slow machine late. The spinner shows after a delay of the page's clock.
    await spinner(page).waitFor({ state: 'attached' })
    await advanceClock(page, 3000)
    expect(await spinner(page).isVisible()).toBe(true)
    // The app starts its timers in the first step of 250 ms.
    await expectMessages(page, 2750)
    activeFault.end()
    await failure(page).click()
    await page.clock.resume()
    await expect.poll(() => position(page)).toBeGreaterThan(stalledAt + 0.5)
    expect(await position(page)).toBeLessThan(stalledAt + 8)
    expect(await readErrors(page)).toEqual(['playback:network'])
  }
)

test('a part of a first segment is shown, then there are words and a way to try again, a second after 5 s and 20 s at the latest', async () => {
  const activeFault = player.product.addFault(ALL_SEGMENTS, { kind: 'stuck', share: 0.65 })
  const page = await watch()
  await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  await stopClock(page)
  await expect.poll(() => isOutOfData(page)).toBe(true)
  await spinner(page).waitFor({ state: 'attached' })
  await advanceClock(page, 3000)
  // A reload, which comes at a random moment, hides the words for that moment.
  await advanceUntil(page, async () => (await readMessage(page)) === RECONNECTING, 3000)
  expect([await failure(page).count(), await readErrors(page)]).toEqual([0, []])
  await advanceUntil(page, () => failure(page).isVisible(), 16_000)
  activeFault.end()
  await failure(page).click()
  await page.clock.resume()
  await expect.poll(() => position(page)).toBeGreaterThan(2)
  expect(await readErrors(page)).toEqual(['playback:network'])
})

test('a picture that moves for less than a second between does not begin the 20 s anew', async () => {
  const { page } = await watchUntilStalled('silent')
  await advanceClock(page, 12_000)
  const report = (event: string) =>
    shown(page).evaluate((video: HTMLVideoElement, name) => video.dispatchEvent(new Event(name)), event)
  await report('pause')
  await spinner(page).waitFor({ state: 'detached' })
  await advanceClock(page, 500)
  await report('waiting')
  await spinner(page).waitFor({ state: 'attached' })
  expect(await readMessage(page)).toBe(RECONNECTING)
  await advanceClock(page, 8000)
  expect(await failure(page).isVisible()).toBe(true)
})

test.each(['silent', 'reset'] as const)(
  'a picture that never comes (%s) has a spinner, words by 5 s, a way to try again by 20 s',
  async kind => {
    const activeFault = player.product.addFault(ALL_SEGMENTS, { kind })
    const page = await watch()
    await waitUntilStalled(page)
    await expectMessages(page, 1000)
    activeFault.end()
    await failure(page).click()
    await page.clock.resume()
    await expect.poll(() => position(page)).toBeGreaterThan(1)
    expect(await readErrors(page)).toEqual(['playback:network'])
  }
)

test.each(['silent', 'stuck', 'reset', 'torn'] as const)(
  'when segments come again (%s before) the picture goes on by itself within 3 s, where it stood',
  async kind => {
    const { page, activeFault, stalledAt } = await watchUntilStalled(kind)
    await advanceClock(page, 4500)
    activeFault.end()
    await advanceClock(page, 3000)
    await expect.poll(() => position(page)).toBeGreaterThan(stalledAt + 0.2)
    expect(await position(page)).toBeLessThan(stalledAt + 4)
    // Resume the clock, because a slow machine presents the first frames only now.
    await page.clock.resume()
    await expect.poll(async () => [await spinner(page).count(), await readMessage(page)]).toEqual([0, ''])
    expect([await failure(page).count(), await readErrors(page)]).toEqual([0, []])
  }
)

test('without a connection the viewer is told at once; with it the picture goes on within 3 s', async () => {
  const page = await watch()
  await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  const activeFault = player.product.addFault(LATE_SEGMENTS, { kind: 'reset' })
  await page.context().setOffline(true)
  await expect.poll(() => readMessage(page)).toBe(OFFLINE)
  await seek(page, 15)
  await waitUntilStalled(page)
  const stalledAt = await position(page)
  await advanceClock(page, 6000)
  expect(await readMessage(page)).toBe(OFFLINE)
  activeFault.end()
  await page.context().setOffline(false)
  await advanceClock(page, 3000)
  await expect.poll(() => position(page)).toBeGreaterThan(stalledAt + 0.1)
  await page.clock.resume()
  await expect.poll(() => readMessage(page)).toBe('')
  // Pending API calls may have reported network errors.
  expect((await readErrors(page)).filter(kind => kind.startsWith('playback'))).toEqual([])
})
