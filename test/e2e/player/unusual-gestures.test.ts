import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createFinger } from '../support/fingers.js'
import { inApp, prepareJourneys } from '../support/journey.js'
import { isPaused, playAddress, position, readEpisodeLabel, seek, shown } from '../support/player-page.js'

const journeys = prepareJourneys()

const PICTURE = { x: 150, y: 300 }
const UP = [
  { x: 150, y: 560 },
  { x: 150, y: 200 }
] as const

async function watch(no: number, before?: (page: Page) => unknown): Promise<Page> {
  const page = await journeys.open(playAddress(no), { hasTouch: true, isMobile: true }, before)
  await inApp(page, '.rail-favorite').waitFor()
  await expect.poll(() => position(page)).toBeGreaterThan(0.1)
  return page
}

/** Puts down two fingers, moves them by `travel` px in opposite directions, and lifts them. */
async function moveTwoFingers(page: Page, travel: number) {
  const session = await page.context().newCDPSession(page)
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    ...touchPoints: { x: number; y: number; id: number }[]
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', { ...PICTURE, y: 400, id: 0 })
  await touch('touchStart', { ...PICTURE, y: 400, id: 0 }, { x: 220, y: 300, id: 1 })
  for (let step = 1; travel > 0 && step <= 6; step++) {
    const moved = (travel * step) / 6
    await touch('touchMove', { ...PICTURE, y: 400 - moved, id: 0 }, { x: 220, y: 300 + moved, id: 1 })
  }
  await touch('touchEnd')
}

test('a trackpad that runs on after the fingers have left it turns one page', async () => {
  const page = await watch(2)
  await page.mouse.move(PICTURE.x, PICTURE.y)
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 70)
      return readEpisodeLabel(page)
    })
    .toBe('EP 3')
  await page.evaluate(async () => {
    const feed = document.querySelector('drama-app')?.shadowRoot?.querySelector('.episode-carousel')
    // Set the time stamps, so that a slow machine does not add pauses.
    let at = performance.now() + 5000
    for (let strength = 80; strength > 1; strength *= 0.97) {
      const event = new WheelEvent('wheel', { deltaY: strength, bubbles: true, cancelable: true })
      at += 16
      Object.defineProperty(event, 'timeStamp', { value: at })
      feed?.dispatchEvent(event)
      await new Promise(requestAnimationFrame)
    }
  })
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 4')
})

test('two fingers neither pause nor turn', async () => {
  const page = await watch(2)
  await shown(page).evaluate((video: HTMLVideoElement) =>
    video.addEventListener('pause', () => video.setAttribute('data-paused', ''))
  )
  await moveTwoFingers(page, 0)
  await moveTwoFingers(page, 120)
  const before = await position(page)
  await expect.poll(() => position(page)).toBeGreaterThan(before + 0.5)
  expect(await readEpisodeLabel(page)).toBe('EP 2')
  expect(await shown(page).getAttribute('data-paused')).toBeNull()
})

test('a key that is held turns one page, and pauses once', async () => {
  const page = await watch(2)
  for (let press = 0; press < 4; press++) await page.keyboard.down('k')
  await page.keyboard.up('k')
  expect(await isPaused(page)).toBe(true)
  for (let press = 0; press < 4; press++) await page.keyboard.down('ArrowDown')
  await page.keyboard.up('ArrowDown')
  // The label follows the picture of the next episode.
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 3')
  await expect.poll(() => position(page)).toBeGreaterThan(0.5)
  expect(await readEpisodeLabel(page)).toBe('EP 3')
})

test('a swipe takes the controls out with their picture, and the next ones come in behind it', async () => {
  const page = await watch(2)
  const hand = await createFinger(page)
  await page.evaluate(() => {
    const moves: unknown[] = []
    Reflect.set(window, 'moves', moves)
    const { animate } = Element.prototype
    Element.prototype.animate = function (keyframes, options) {
      if (this.matches('.player-bottom')) moves.push((keyframes as Keyframe[]).map(({ translate }) => translate))
      return animate.call(this, keyframes, options)
    }
  })
  await hand.drag(...UP)
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 3')
  const moves = await page.evaluate(() => Reflect.get(window, 'moves') as string[][])
  const height = await inApp(page, '.player-frame').evaluate(({ clientHeight }) => clientHeight)
  expect(moves).toEqual([
    [expect.stringMatching(/^0 -\d/), `0 ${-height}px`],
    [expect.stringMatching(/^0 \d/), 'none']
  ])
})

test('while the next episode is announced a swipe goes on, Escape stays, and the way back can be tapped', async () => {
  const page = await watch(2)
  const hand = await createFinger(page)
  const pill = inApp(page, '.next-episode')
  await seek(page, 15.5)
  await pill.waitFor()
  await hand.drag(...UP)
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 3')
  await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  expect(await pill.count()).toBe(0)
  await seek(page, 15.5)
  await pill.waitFor()
  await page.keyboard.press('Escape')
  await pill.waitFor({ state: 'detached' })
  await seek(page, 19.5)
  await expect.poll(() => shown(page).evaluate((video: HTMLVideoElement) => video.ended)).toBe(true)
  expect(await readEpisodeLabel(page)).toBe('EP 3')
  await page.keyboard.press('k')
  await seek(page, 15.5)
  await pill.waitFor()
  await inApp(page, '.player-bar [aria-label="Voltar"]').tap()
  await expect.poll(() => inApp(page, '.player').count()).toBe(0)
})

test('an episode that fails is left by a swipe, like the others', async () => {
  const page = await watch(2, opened =>
    opened.route('**/drama/play*', route =>
      route.request().postDataJSON().episode_no > 2 ? route.fulfill({ status: 500 }) : route.continue()
    )
  )
  const hand = await createFinger(page)
  await hand.drag(...UP)
  await inApp(page, '.player .failure').waitFor()
  await hand.drag(UP[1], UP[0])
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
  await expect.poll(() => isPaused(page)).toBe(false)
})
