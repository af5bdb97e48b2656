// What a page asks for and what its elements go through while an episode plays.
import type { Page, Request, Route } from 'playwright-core'
import { onTestFinished } from 'vitest'

/**
 * Names of the media files asked for, as `360p/3`, in their order; `init` for initialisation segments. What came with a
 * start hint is not among them, nor what the page called back before it was there.
 */
export type MediaRecord = Record<string, string[]>

/** Segments by the asset they belong to, oldest asset first; to be called before the page is opened. */
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

export const twice = (files: readonly string[]) => files.filter((file, place) => files.indexOf(file) !== place)

/** Counted since the page began; `streams` and `buffers` were made, `addresses` are made and not given back. */
export interface Life {
  streams: number
  buffers: number
  addresses: number
  /** Names of what the elements told, with the position in seconds. */
  events: string[]
  /** Most ranges that were ever buffered at once in an element that had begun to play. */
  ranges: number
  errors: string[]
}

/** Notes in the page, from before its own scripts; read with `readLife`. */
export async function recordLife(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const life: Life = { streams: 0, buffers: 0, addresses: 0, events: [], ranges: 0, errors: [] }
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
      life.addresses = open.size
      return address
    }
    URL.revokeObjectURL = address => {
      open.delete(address)
      life.addresses = open.size
      revokeObjectURL.call(URL, address)
    }
    const { play } = HTMLMediaElement.prototype
    const known = new WeakSet<HTMLMediaElement>()
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      if (!known.has(this)) {
        known.add(this)
        let hasPlayed = false
        for (const name of ['playing', 'emptied', 'waiting', 'stalled', 'error', 'ended', 'seeked']) {
          this.addEventListener(name, () => {
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

export const readLife = (page: Page) => page.evaluate(() => Reflect.get(window, Symbol.for('life')) as Life)

/** Nothing comes beside the sign-in: the first segment is asked for by its address. To be called before the page is opened. */
export const withoutHint = (page: Page) => page.route('**/m/opening/**', route => route.fulfill({ status: 204 }))

export interface Gate {
  /** Resolves when the first request stands before it. */
  reached: Promise<void>
  /** Lets what stands before it go on, and everything after. */
  open(): void
}

/** Holds requests back until it is opened; `from` says which ones, the first being 0. */
export async function gate(page: Page, address: string | RegExp, from = 0): Promise<Gate> {
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
