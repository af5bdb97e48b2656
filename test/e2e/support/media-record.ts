import type { Page, Request, Route } from 'playwright-core'
import { onTestFinished } from 'vitest'

/** Requested media files by asset, as `360p/3` or `360p/init`. Instant starts and aborted requests are left out. */
export type MediaRecord = Record<string, string[]>

/** Call it before the page is opened. */
export function recordMedia(page: Page): MediaRecord {
  const record: MediaRecord = {}
  const nameOf = (request: Request) =>
    /\/m\/[^/]+\/([^/]+)\/([^/]+\/[^/.]+)\.(?:m4s|mp4)$/.exec(request.url())?.slice(1) ?? []
  page.on('request', request => {
    const [asset, file] = nameOf(request)
    if (asset && file) record[asset] = [...(record[asset] ?? []), file]
  })
  page.on('requestfailed', request => {
    const [asset, file] = nameOf(request)
    const files = asset && record[asset]
    if (files && file && request.failure()?.errorText === 'net::ERR_ABORTED') files.splice(files.lastIndexOf(file), 1)
  })
  return record
}

export const findRepeated = (files: readonly string[]) => files.filter((file, place) => files.indexOf(file) !== place)

/** Counts since the page was opened. `addresses` are object URLs that are not revoked. */
export interface PlaybackRecord {
  streams: number
  buffers: number
  objectUrls: number
  events: string[]
  /** Most ranges that an element had buffered at once after it began to play. */
  ranges: number
  errors: string[]
}

/** Records in the page, before its own scripts run. Read the result with `readPlaybackRecord`. */
export async function recordPlayback(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const life: PlaybackRecord = { streams: 0, buffers: 0, objectUrls: 0, events: [], ranges: 0, errors: [] }
    Reflect.set(window, Symbol.for('life'), life)
    const { addSourceBuffer } = MediaSource.prototype
    MediaSource.prototype.addSourceBuffer = function (type) {
      life.buffers++
      return addSourceBuffer.call(this, type)
    }
    const { createObjectURL, revokeObjectURL } = URL
    const open = new Set<string>()
    URL.createObjectURL = object => {
      if (object instanceof MediaSource) life.streams++
      const address = createObjectURL.call(URL, object)
      open.add(address)
      life.objectUrls = open.size
      return address
    }
    URL.revokeObjectURL = address => {
      open.delete(address)
      life.objectUrls = open.size
      revokeObjectURL.call(URL, address)
    }
    const isLoaded = ({ buffered, currentTime }: HTMLMediaElement, ahead: number) => {
      for (let index = 0; index < buffered.length; index++) {
        if (buffered.start(index) <= currentTime && currentTime + ahead <= buffered.end(index)) return true
      }
      return false
    }
    const { play } = HTMLMediaElement.prototype
    const known = new WeakSet<HTMLMediaElement>()
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      if (!known.has(this)) {
        known.add(this)
        let hasPlayed = false
        for (const name of ['playing', 'emptied', 'waiting', 'stalled', 'error', 'ended', 'seeked']) {
          this.addEventListener(name, () => {
            // What is loaded waits for a processor that decodes other videos as well.
            if (name === 'waiting' && isLoaded(this, 0.3)) return
            hasPlayed = name === 'playing' || (hasPlayed && name !== 'emptied')
            if (hasPlayed || name === 'emptied') life.events.push(`${name} ${this.currentTime.toFixed(1)}`)
          })
        }
        this.addEventListener('progress', () => {
          if (hasPlayed) life.ranges = Math.max(life.ranges, this.buffered.length)
        })
      }
      return play.call(this)
    }
    document.addEventListener('drama-error', event => life.errors.push((event as CustomEvent).detail.kind))
  })
}

export const readPlaybackRecord = (page: Page) =>
  page.evaluate(() => Reflect.get(window, Symbol.for('life')) as PlaybackRecord)

/** Makes the page request the first segment by its URL. Call it before the page is opened. */
export const blockInstantStart = (page: Page) => page.route('**/m/opening/**', route => route.fulfill({ status: 204 }))

export interface RequestGate {
  reached: Promise<void>
  open(): void
}

/** Holds back matching requests from number `from`, counted from 0. */
export async function holdRequests(page: Page, address: string | RegExp, from = 0): Promise<RequestGate> {
  let open: () => void = () => undefined
  let reach: () => void = () => undefined
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  const reached = new Promise<void>(resolve => {
    reach = resolve
  })
  let seen = 0
  await page.route(address, async (route: Route) => {
    if (seen++ >= from) {
      reach()
      await opened
    }
    await route.continue().catch(() => undefined)
  })
  onTestFinished(() => open())
  return { reached, open }
}
