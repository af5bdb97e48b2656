// A player of the sample's first drama: what a viewer does with it, and sees of it.
import type { Page } from 'playwright-core'
import { inApp } from './journey.js'

export const playAddress = (no: number) => `/pages/index/play?drama_id=d_winter-bride&episode_no=${no}`
const shown = (page: Page) => inApp(page, '.player [data-offset="0"] video')

/** Seconds from the episode's start. */
export const position = (page: Page) => shown(page).evaluate((video: HTMLVideoElement) => video.currentTime)
export const seek = (page: Page, to: number) =>
  shown(page).evaluate((video: HTMLVideoElement, time) => {
    video.currentTime = time
  }, to)
/** What stands over the picture when the player has given up. */
export const failure = (page: Page) => inApp(page, '.player .failure')
