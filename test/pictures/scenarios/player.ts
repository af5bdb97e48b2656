import type { Page } from 'playwright-core'
import { createFinger } from '../../e2e/support/fingers.js'
import { inApp } from '../../e2e/support/journey.js'
import { playAddress, shown } from '../../e2e/support/player-page.js'
import { pickStates, type ScenarioFile } from '../scenario.js'
import { pause } from '../waiting.js'

const AFTER_HOOK_S = 3
const SWIPE_STEPS = 12

async function playInto(page: Page, seconds: number) {
  await page.waitForFunction(time => {
    const root = document.querySelector('drama-app')?.shadowRoot
    const video = root?.querySelector<HTMLVideoElement>('.player [data-offset="0"] video')
    return (video?.currentTime ?? 0) >= time
  }, seconds)
}

async function pausePlayback(page: Page) {
  await playInto(page, AFTER_HOOK_S)
  await page.keyboard.press('k')
  await page.waitForFunction(() => {
    const root = document.querySelector('drama-app')?.shadowRoot
    return root?.querySelector<HTMLVideoElement>('.player [data-offset="0"] video')?.paused
  })
}

async function seekNearEnd(page: Page) {
  await playInto(page, 0.5)
  await shown(page).evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 3
  })
}

async function swipeToNext(page: Page) {
  const finger = await createFinger(page)
  const height = page.viewportSize()?.height ?? 0
  const at = (step: number) => ({ x: 150, y: height * (0.7 - (0.45 * step) / SWIPE_STEPS) })
  await finger.down(at(0))
  for (let step = 1; step <= SWIPE_STEPS; step++) {
    await finger.move(at(step))
    await pause(20)
  }
  await finger.up()
}

export default {
  screens: [
    {
      name: 'player-hook',
      path: playAddress(1),
      viewer: 'new',
      prepare: page => playInto(page, 0.6),
      readySelector: '.rail'
    },
    {
      name: 'player-playing',
      path: playAddress(1),
      viewer: 'new',
      prepare: page => playInto(page, AFTER_HOOK_S),
      readySelector: '.rail'
    },
    { name: 'player-paused', path: playAddress(1), viewer: 'new', prepare: pausePlayback, readySelector: '.rail' },
    ...pickStates([
      'player-picker',
      'player-settings',
      'player-share',
      'player-more',
      'player-clean',
      'player-resumed',
      'player-next',
      'player-finished',
      'player-loading',
      'player-offline',
      'player-missing',
      'player-gone'
    ])
  ],
  motions: [
    {
      name: 'episode-end',
      isPlaying: true,
      path: playAddress(1),
      readySelector: '.seek-bar',
      prepare: seekNearEnd,
      act: async () => undefined,
      restMs: 5500
    },
    {
      name: 'episode-swipe',
      path: playAddress(1),
      readySelector: '.rail',
      prepare: page => playInto(page, AFTER_HOOK_S),
      act: swipeToNext,
      restMs: 1200
    },
    {
      name: 'like',
      path: playAddress(1),
      viewer: 'new',
      readySelector: '.rail-favorite',
      prepare: page => playInto(page, AFTER_HOOK_S),
      act: page => inApp(page, '.rail-favorite').click(),
      restMs: 1200
    }
  ]
} satisfies ScenarioFile
