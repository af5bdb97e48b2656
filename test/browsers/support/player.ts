import { expect } from 'vitest'
import type { BrowserPage } from '../engines/engine.js'
import { inApp } from './element.js'

export const playAddress = (no: number, dramaId = 'd_winter-bride') =>
  `/pages/index/play?drama_id=${dramaId}&episode_no=${no}`

export const shown = (page: BrowserPage, host?: string) =>
  inApp(page, '.player [data-offset="0"] video', host === undefined ? {} : { host })

/** In seconds of the episode. */
export const position = (page: BrowserPage, host?: string) =>
  shown(page, host).read(video => (video as HTMLVideoElement).currentTime)
export const isPaused = (page: BrowserPage, host?: string) =>
  shown(page, host).read(video => (video as HTMLVideoElement).paused)
/** `EP 2`, as the player's bar shows it. */
export const readEpisodeLabel = (page: BrowserPage) => inApp(page, '.player-no').text()

export const expectPlaying = (page: BrowserPage, host?: string) =>
  expect.poll(() => position(page, host)).toBeGreaterThan(0.3)

export async function expectEpisode(page: BrowserPage, no: number): Promise<void> {
  await expect.poll(() => readEpisodeLabel(page)).toBe(`EP ${no}`)
  await expectPlaying(page)
}
