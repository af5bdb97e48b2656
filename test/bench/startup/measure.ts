// Watches one start of an episode, for a fixed time or until the first frame.
import type { CDPSession, Page } from 'playwright-core'
import { openBrowser } from '../../e2e/support/browser.js'
import type { RecordedFrame } from '../support/in-page-frames.js'
import { emulateNetwork } from '../support/networks.js'
import { CPU_SLOWDOWN, PHONE_VIEWPORT } from '../support/page-load.js'
import { watchReceivedBytes } from '../support/received-bytes.js'
import type { NetworkProfile } from './network-profiles.js'
import type { ScenarioSetup } from './scenarios.js'

/** Bit rates of the film's qualities by their height in pixels, in kbit/s. */
const rates: Readonly<Record<number, number>> = { 640: 919, 960: 1760, 1280: 3311 }
/** A picture that stands longer than this is a stall. */
const STALL_MS = 250
const POSITION_TOLERANCE_S = 0.7
const FRAME_TIMEOUT_MS = 60_000
/** Phones have two or three, and the player asks for no more pixels than it shows. */
const PIXEL_RATIO = 2

/** The first frame comes before, except after a failure. */
const FIRST_FRAME_MS = 3500

/** `firstFrame` in ms, `kilobytes` of media until then. `playback` if the start was watched for the time of its profile. */
export interface StartFigures {
  firstFrame: number
  kilobytes: number
  playback?: PlaybackFigures
}

/** `stalled` in s, `quality` in kbit/s. */
export interface PlaybackFigures {
  stalls: number
  stalled: number
  quality: number
}

export async function measureStart(
  setup: ScenarioSetup,
  { profile, isWatched, watcher }: { profile: NetworkProfile; isWatched: boolean; watcher: string }
): Promise<StartFigures> {
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ viewport: PHONE_VIEWPORT, hasTouch: true, deviceScaleFactor: PIXEL_RATIO })
    const stored = { drama_muted: '1', ...(setup.token && { firstui_m_token: setup.token }) }
    const store = `for (const [key, value] of Object.entries(${JSON.stringify(stored)})) localStorage.setItem(key, value)`
    await page.addInitScript({ content: `${watcher};${store}` })
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const received = watchReceivedBytes(session)
    await emulateNetwork(session, profile.network)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.goto(setup.address, { waitUntil: 'commit' })
    const from = await setup.act(page)
    const watchedMs = isWatched ? profile.watchedMs : FIRST_FRAME_MS
    const frames = await watch(page, { session, setup, profile, from, watchedMs })
    const first = frames[0]?.at ?? Number.NaN
    return {
      firstFrame: first - from,
      kilobytes: (received(first) - received(from)) / 1000,
      ...(isWatched && { playback: describePlayback(frames, from + watchedMs) })
    }
  } finally {
    await browser.close()
  }
}

interface WatchOptions {
  session: CDPSession
  setup: ScenarioSetup
  profile: NetworkProfile
  from: number
  watchedMs: number
}

/** Frames from the first wanted one to the end of the watched time. */
async function watch(page: Page, { session, setup, profile, from, watchedMs }: WatchOptions): Promise<RecordedFrame[]> {
  const timers = (profile.changes ?? []).map(({ afterMs, network }) =>
    setTimeout(() => void emulateNetwork(session, network).catch(() => undefined), afterMs)
  )
  const find = (frames: readonly RecordedFrame[]) => {
    const before = frames.findLast(({ at }) => at <= from)?.stream
    const { position = 0, isSameStream = false } = setup
    return frames.filter(
      ({ at, stream, time }) =>
        at > from && (stream === before) === isSameStream && time >= position - POSITION_TOLERANCE_S
    )
  }
  const read = async () => find(await page.evaluate(() => Reflect.get(window, Symbol.for('frames')) as RecordedFrame[]))
  const now = () => page.evaluate(() => performance.now())
  try {
    // Reading the frames would slow down the page that is measured.
    await page.waitForTimeout(watchedMs)
    for (;;) {
      await page.waitForTimeout(200)
      const [frames, time] = [await read(), await now()]
      if (frames.length === 0 && time > from + FRAME_TIMEOUT_MS) throw new Error(`no frame on ${setup.address}`)
      if (frames.length > 0 && time > from + watchedMs) return frames.filter(({ at }) => at < from + watchedMs)
    }
  } finally {
    for (const timer of timers) clearTimeout(timer)
  }
}

function describePlayback(frames: readonly RecordedFrame[], end: number): PlaybackFigures {
  let stalls = 0
  let stalled = 0
  let played = 0
  let bits = 0
  for (const [index, frame] of frames.entries()) {
    const next = frames[index + 1]
    const passed = (next?.at ?? end) - frame.at
    const advanced = next ? Math.max(0, next.time - frame.time) * 1000 : 0
    if (passed - advanced > STALL_MS) {
      stalls++
      stalled += (passed - advanced) / 1000
    }
    played += advanced
    bits += advanced * (rates[frame.height] ?? Number.NaN)
  }
  return { stalls, stalled, quality: bits / played }
}
