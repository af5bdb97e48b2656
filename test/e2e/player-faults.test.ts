// What the viewer sees of faults on the way between the server and the picture, and that it passes.
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { type Fault, type FaultProxy, openFaultyProduct } from './fault-proxy.js'
import { inApp, prepareJourneys } from './journey.js'
import { readLife, recordLife } from './media-record.js'

let product: FaultProxy
const journeys = prepareJourneys(async () => {
  product = await openFaultyProduct()
  return product
})
beforeEach(() => product.heal())

const address = (no: number) => `/pages/index/play?drama_id=d_winter-bride&episode_no=${no}`
const shown = (page: Page) => inApp(page, '.player [data-offset="0"] video')
const position = (page: Page) => shown(page).evaluate((video: HTMLVideoElement) => video.currentTime)
const seek = (page: Page, to: number) =>
  shown(page).evaluate((video: HTMLVideoElement, time) => {
    video.currentTime = time
  }, to)
const failure = (page: Page) => inApp(page, '.player .failure')

async function watch(no = 1, before: (page: Page) => unknown = () => undefined): Promise<Page> {
  return journeys.open(address(no), {}, async page => {
    await recordLife(page)
    await before(page)
  })
}

/** Segments that only hls.js fetches, and those of the opening act. */
const LATE = /\/m\/.*\/[4-9]\.m4s/
const EARLY = /\/m\/.*\/[01]\.m4s/

const passing: [string, Fault, number][] = [
  ['are not found, once', { kind: 'status', status: 404 }, 1],
  ['are answered with 500, four times', { kind: 'status', status: 500 }, 4],
  ['are answered with 503, four times', { kind: 'status', status: 503 }, 4],
  ['are slow', { kind: 'slow', bytesPerSecond: 200_000 }, 3],
  ['are half as long as they should be', { kind: 'short' }, 3],
  ['break off', { kind: 'torn' }, 4],
  ['meet a cut connection', { kind: 'reset' }, 4],
  ['are noise', { kind: 'noise' }, 2],
  ['never come, once', { kind: 'silent' }, 1],
  ['stop half-way, once', { kind: 'stuck' }, 1]
]

test.each(passing)(
  'after the opening act, segments that %s are passed over: nobody is told',
  async (_what, fault, count) => {
    const spoiling = product.spoil(LATE, fault, count)
    const page = await watch()
    await expect.poll(() => position(page)).toBeGreaterThan(0.2)
    await seek(page, 7)
    await expect.poll(() => position(page)).toBeGreaterThan(9)
    expect(spoiling.hits()).toBeGreaterThan(0)
    expect(await failure(page).count()).toBe(0)
    expect((await readLife(page)).errors).toEqual([])
  }
)

test.each(passing)(
  'in the opening act, segments that %s are passed over: nobody is told',
  async (_what, fault, count) => {
    const spoiling = product.spoil(EARLY, fault, count)
    const page = await watch()
    await expect.poll(() => position(page)).toBeGreaterThan(2.5)
    expect(spoiling.hits()).toBeGreaterThan(0)
    expect(await failure(page).count()).toBe(0)
    expect((await readLife(page)).errors).toEqual([])
  }
)
