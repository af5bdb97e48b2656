import type { Page, Request, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { measureHeapBytes } from '../support/heap.js'
import { inApp, prepareJourneys } from '../support/journey.js'
import { blockInstantStart, readPlaybackRecord, recordPlayback } from '../support/media-record.js'
import { openPartnerSite } from '../support/open-product.js'
import { playAddress, position, readEpisodeLabel, shown } from '../support/player-page.js'

const journeys = prepareJourneys()

async function watch(before: (page: Page) => unknown, where = playAddress(1)): Promise<Page> {
  return journeys.open(where, {}, async page => {
    await recordPlayback(page)
    await before(page)
  })
}

async function replaceResponses(page: Page, file: RegExp, answer: (route: Route) => Promise<void>, count = 1) {
  let requests = 0
  await page.route(file, route => (requests++ < count ? answer(route) : route.continue()))
  return () => requests
}

const notFound = (route: Route) => route.fulfill({ status: 404 })
const half = async (route: Route) => {
  const response = await route.fetch()
  const body = await response.body()
  const headers = { ...response.headers(), 'content-length': `${body.length >> 1}` }
  await route.fulfill({ status: 200, headers, body: body.subarray(0, body.length >> 1) })
}
const noise = (route: Route) =>
  route.fulfill({
    status: 200,
    contentType: 'video/mp4',
    headers: { 'access-control-allow-origin': '*' },
    body: 'x'.repeat(9000)
  })

test.each<[string, RegExp, (route: Route) => Promise<void>]>([
  ['its first segment is not found', /\/0\.m4s$/, notFound],
  ['its initialisation is not found', /\/init\.mp4$/, notFound],
  ['its first segment breaks off', /\/0\.m4s$/, half],
  ['a later segment breaks off', /\/1\.m4s$/, half],
  ['the connection is lost', /\/0\.m4s$/, route => route.abort('connectionreset')],
  ['bytes come that are no video', /\/0\.m4s$/, noise],
  ['bytes come that are no initialisation', /\/init\.mp4$/, noise]
])('an episode plays all the same when %s', async (_what, file, answer) => {
  let countRequests: Awaited<ReturnType<typeof replaceResponses>> | undefined
  const page = await watch(async opened => {
    await blockInstantStart(opened)
    countRequests = await replaceResponses(opened, file, answer)
  })
  await expect.poll(() => position(page)).toBeGreaterThan(3)
  expect(countRequests?.()).toBeGreaterThan(0)
  expect((await readPlaybackRecord(page)).errors).toEqual([])
  expect(await inApp(page, '.player .failure').count()).toBe(0)
})

test('an episode plays all the same when the browser refuses the first buffer', async () => {
  const page = await watch(opened =>
    opened.addInitScript(() => {
      const { addSourceBuffer } = MediaSource.prototype
      MediaSource.prototype.addSourceBuffer = type => {
        MediaSource.prototype.addSourceBuffer = addSourceBuffer
        throw new DOMException(type, 'NotSupportedError')
      }
    })
  )
  await expect.poll(() => position(page)).toBeGreaterThan(1)
  expect((await readPlaybackRecord(page)).errors).toEqual([])
})

test('a fault half-way goes on from the same place', async () => {
  const page = await watch(opened => replaceResponses(opened, /\/360p\/5\.m4s$/, notFound))
  await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  await shown(page).evaluate((video: HTMLVideoElement) => {
    video.currentTime = 11
  })
  await expect.poll(() => position(page)).toBeGreaterThan(11.3)
  expect((await readPlaybackRecord(page)).errors).toEqual([])
})

test('where no segment comes the viewer is told, and what comes later is played', async () => {
  let beginnings = 0
  const page = await watch(async opened => {
    const isBeginning = (request: Request) => request.url().endsWith('/init.mp4')
    opened.on('request', request => isBeginning(request) && beginnings++)
    opened.on('requestfinished', request => isBeginning(request) && beginnings--)
    opened.on('requestfailed', request => isBeginning(request) && beginnings--)
    // hls.js 1.7.4 stalls for good if an error arrives before the init segment of the same quality.
    await opened.route(/\.m4s$/, async route => {
      await expect.poll(() => beginnings).toBe(0)
      // The route may have been removed meanwhile.
      await notFound(route).catch(() => undefined)
    })
  })
  await inApp(page, '.player .failure').waitFor()
  expect((await readPlaybackRecord(page)).errors).toEqual(['playback:network'])
  await page.unroute(/\.m4s$/)
  // The player recovers by itself, or after a tap if hls.js has stalled.
  const retry = inApp(page, '.player .failure')
  await expect
    .poll(async () => {
      if (await retry.isVisible()) await retry.click({ timeout: 500 }).catch(() => undefined)
      return position(page)
    })
    .toBeGreaterThan(1)
})

test('without hls.js the fast start goes on alone, to the end of the episode', async () => {
  const page = await watch(opened => opened.route('**/chunks/hls-engine-*.js', route => route.abort()))
  await expect.poll(() => position(page)).toBeGreaterThan(1)
  await shown(page).evaluate((video: HTMLVideoElement) => {
    video.currentTime = 18.5
  })
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
  expect((await readPlaybackRecord(page)).errors).toEqual([])
})

test('a page whose policy allows no media says so, and not twice', async () => {
  const { origin } = journeys
  const partner = await openPartnerSite(
    `<!doctype html><drama-app start="drama:d_winter-bride,ep:1"></drama-app><script type="module" src="${origin}/drama-app.js"></script>`,
    { 'Content-Security-Policy': `default-src 'none'; script-src ${origin}; connect-src ${origin}; img-src ${origin}` }
  )
  const page = await watch(() => undefined, partner.origin)
  await inApp(page, '.player .failure').waitFor()
  expect((await readPlaybackRecord(page)).errors).toEqual(['playback:unsupported'])
  await partner.stop()
})

test('an element that is taken away while its first segment arrives asks for nothing more and keeps nothing', async () => {
  let resolveRequested: () => void = () => undefined
  const requested = new Promise<void>(resolve => {
    resolveRequested = resolve
  })
  let resolveAborted: () => void = () => undefined
  const aborted = new Promise<void>(resolve => {
    resolveAborted = resolve
  })
  const page = await watch(async opened => {
    await blockInstantStart(opened)
    await opened.route(/\/0\.m4s$/, () => resolveRequested())
    opened.on('requestfailed', request => request.url().endsWith('/0.m4s') && resolveAborted())
  })
  await requested
  const videos = await page.evaluateHandle(() => {
    const element = document.querySelector('drama-app')
    const all = [...(element?.shadowRoot?.querySelectorAll('video') ?? [])]
    element?.remove()
    return all
  })
  await aborted
  await expect
    .poll(() => videos.evaluate(all => all.map(video => video.getAttribute('src'))))
    .toEqual([null, null, null])
  expect(await readPlaybackRecord(page)).toMatchObject({ objectUrls: 0, errors: [] })
})

test('two hundred quick swipes leave three elements with a stream and a buffer each, no worker, and the heap, as twenty do', {
  timeout: 180_000
}, async () => {
  const page = await watch(() => undefined)
  await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  const session = await page.context().newCDPSession(page)
  const count = async (name: string) => {
    const { result } = await session.send('Runtime.evaluate', { expression: `${name}.prototype` })
    const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' })
    const { result: length } = await session.send('Runtime.callFunctionOn', {
      objectId: objects.objectId ?? '',
      functionDeclaration: 'function () { return this.length }',
      returnByValue: true
    })
    await session.send('Runtime.releaseObject', { objectId: objects.objectId ?? '' })
    return length.value as number
  }
  const swipe = async (times: number) => {
    for (let turn = 0; turn < times; turn++) {
      await page.keyboard.press(turn % 10 < 5 ? 'ArrowDown' : 'ArrowUp')
      // Every tenth turn waits for playback, so that hls.js takes over sometimes.
      if (turn % 10 === 9) await expect.poll(() => position(page)).toBeGreaterThan(0)
    }
  }
  const countObjects = async () => {
    await expect.poll(() => position(page)).toBeGreaterThan(0)
    await session.send('HeapProfiler.collectGarbage')
    return {
      videos: await count('HTMLVideoElement'),
      streams: await count('MediaSource'),
      buffers: await count('SourceBuffer'),
      workers: page.workers().length,
      addresses: (await readPlaybackRecord(page)).objectUrls
    }
  }
  const most = { videos: 3, streams: 3, buffers: 3, workers: 0, addresses: 3 }
  const isAtMost = (seen: typeof most) =>
    Object.entries(seen).every(([name, number]) => number <= most[name as keyof typeof most])
  await swipe(20)
  await expect.poll(countObjects).toSatisfy(isAtMost)
  const before = await measureHeapBytes(session)
  await swipe(180)
  await expect.poll(countObjects).toSatisfy(isAtMost)
  const after = await measureHeapBytes(session)
  expect(after).toBeLessThan(before * 1.1)
  expect((await readPlaybackRecord(page)).errors).toEqual([])
})
