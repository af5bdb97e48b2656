// An iPhone has no MediaSource but a managed one. Here it is made of Chromium's own, with the rules of the standard:
// https://w3c.github.io/media-source/#managedmediasource-interface
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inApp, prepareJourneys } from '../support/journey.js'

const journeys = prepareJourneys()

interface ManagedRecord {
  opened: number
  /** Opened while AirPlay was on, which the real one refuses. */
  refused: number
  /** Requests of segments, with whether the source wanted them and whether the picture stood without. */
  unwanted: number
  wanted: number
}

/** Runs in the page. Wants media from below 4 until above 8 s ahead of the position. */
function installManagedMediaSource() {
  const LOW_S = 4
  const HIGH_S = 8
  const record = { opened: 0, refused: 0, unwanted: 0, wanted: 0 }
  Object.assign(window, { managed: record })
  const Native = window.MediaSource
  const sources = new Map<string, ManagedMediaSource>()

  class ManagedMediaSource extends Native {
    streaming = true
    video: HTMLMediaElement | undefined
    update() {
      const { video } = this
      if (!video || this.readyState !== 'open') return
      const { buffered, currentTime } = video
      let ahead = 0
      for (let index = 0; index < buffered.length; index++)
        if (buffered.start(index) <= currentTime + 0.1) ahead = buffered.end(index) - currentTime
      const wants = ahead < LOW_S || (this.streaming && ahead < HIGH_S)
      if (wants === this.streaming) return
      this.streaming = wants
      this.dispatchEvent(new Event(wants ? 'startstreaming' : 'endstreaming'))
    }
  }
  Object.assign(window, { ManagedMediaSource })
  Reflect.deleteProperty(window, 'MediaSource')

  const { createObjectURL } = URL
  URL.createObjectURL = (object: Blob | MediaSource) => {
    const url = createObjectURL(object)
    if (object instanceof ManagedMediaSource) sources.set(url, object)
    return url
  }
  const attach = (video: HTMLMediaElement, url: string) => {
    const source = sources.get(url)
    if (!source) return
    record.opened++
    if (!video.disableRemotePlayback) record.refused++
    source.video = video
  }
  for (const type of [HTMLMediaElement, HTMLSourceElement]) {
    const property = Object.getOwnPropertyDescriptor(type.prototype, 'src')
    Object.defineProperty(type.prototype, 'src', {
      ...property,
      set(this: HTMLMediaElement, url: string) {
        property?.set?.call(this, url)
        queueMicrotask(() => attach(this.parentElement instanceof HTMLMediaElement ? this.parentElement : this, url))
      }
    })
  }
  setInterval(() => {
    for (const source of sources.values()) source.update()
  }, 50)
  const { fetch } = window
  let firstEpisode: string | undefined
  window.fetch = (input, init) => {
    const playing = [...sources.values()].find(({ video }) => video && !video.paused)
    // Of the first episode, because the next one is another source.
    const [, episode] = /\/m\/[^/]+\/([^/]+)\/.*\.m4s/.exec(String(input)) ?? []
    firstEpisode ??= episode
    if (episode && episode === firstEpisode && playing) {
      if (playing.streaming) record.wanted++
      else record.unwanted++
    }
    return fetch(input, init)
  }
}

const readRecord = (page: Page) => page.evaluate(() => (window as unknown as { managed: ManagedRecord }).managed)
const shownVideo = (page: Page) => inApp(page, '.player [data-offset="0"] video')
const readPlayback = (page: Page) =>
  shownVideo(page).evaluate((video: HTMLVideoElement) => {
    const { currentTime, buffered } = video
    return { position: currentTime, ahead: buffered.length ? buffered.end(buffered.length - 1) - currentTime : 0 }
  })

test('an episode plays through a managed source, which opens without AirPlay and gets media only when it wants them', async () => {
  const page = await journeys.open('/?drama=d_winter-bride&ep=1', {}, opened =>
    opened.addInitScript(installManagedMediaSource)
  )
  await expect.poll(async () => (await readPlayback(page)).position).toBeGreaterThan(0.5)
  expect(await page.evaluate(() => 'MediaSource' in window)).toBe(false)
  // Behind what fast start and one request of hls.js load, so hls.js has taken over the managed source.
  await expect.poll(async () => (await readPlayback(page)).position, { timeout: 30_000 }).toBeGreaterThan(10)
  const { opened, refused, wanted, unwanted } = await readRecord(page)
  expect(opened).toBeGreaterThan(0)
  expect(wanted).toBeGreaterThan(2)
  expect([refused, unwanted]).toEqual([0, 0])
  expect((await readPlayback(page)).ahead).toBeLessThan(13)
})

test('without any media source the browser plays HLS itself', async () => {
  const page = await journeys.open('/?drama=d_winter-bride&ep=1', {}, opened =>
    opened.addInitScript(() => {
      Reflect.deleteProperty(window, 'MediaSource')
      HTMLMediaElement.prototype.canPlayType = () => 'maybe'
    })
  )
  await expect.poll(() => shownVideo(page).evaluate((video: HTMLVideoElement) => video.src)).toMatch(/\.m3u8/)
})

test('where nothing starts by itself, as in the Low Power Mode of iOS, a button says so, and one tap plays', async () => {
  const page = await journeys.open('/?drama=d_winter-bride&ep=1', {}, opened =>
    opened.addInitScript(() => {
      let hasTapped = false
      const allow = () => {
        hasTapped = true
      }
      addEventListener('pointerdown', allow, { capture: true })
      const { play } = HTMLMediaElement.prototype
      HTMLMediaElement.prototype.play = function () {
        return hasTapped ? play.call(this) : Promise.reject(new DOMException('low power', 'NotAllowedError'))
      }
    })
  )
  const start = inApp(page, '.player-start')
  await start.waitFor()
  expect(await start.getAttribute('aria-label')).toBe('Toque para assistir')
  const playback = await shownVideo(page).evaluate((video: HTMLVideoElement) => [video.paused, video.playsInline])
  expect(playback).toEqual([true, true])
  await start.click()
  await expect.poll(async () => (await readPlayback(page)).position).toBeGreaterThan(0.5)
})
