import { expect, test } from 'vitest'
import { type FaultProxy, openFaultyProduct } from '../../e2e/support/fault-proxy.js'
import type { BrowserPage } from '../engines/engine.js'
import { countMissingImages, readAddress, serveHostPage, waitForHome } from '../support/app.js'
import { inApp } from '../support/element.js'
import { prepareJourneys } from '../support/journey.js'
import { expectPlaying, position } from '../support/player.js'

const EPISODE = '<drama-app start="drama:d_winter-bride,ep:2" style="display:block;height:100vh"></drama-app>'

let faultProxy: FaultProxy
const journeys = prepareJourneys(async () => {
  faultProxy = await openFaultyProduct()
  return faultProxy
})

/** Resolves when the app in a new frame has this many chunks, and the frame is gone again. */
async function closeEarly(chunkCount: number) {
  const frame = document.createElement('iframe')
  frame.src = '/pages/index/index'
  document.documentElement.append(frame)
  const countChunks = () => {
    const entries = frame.contentWindow?.performance.getEntriesByType('resource') ?? []
    return entries.filter(({ name }) => /\/chunks\/.*\.js$/.test(name)).length
  }
  while (countChunks() < chunkCount) await new Promise(resolve => setTimeout(resolve))
  frame.remove()
}

// WebKit ran for ever in modules that awaited at their top level, and with them the page around the frame.
test('a frame that is closed while the app in it loads leaves the page around it alive', async () => {
  const page = await journeys.open('/robots.txt')
  for (const chunkCount of [1, 2, 4, 8, 16]) {
    await page.evaluate(`(${closeEarly})(${chunkCount}).then(() => null)`)
    expect(await readAddress(page)).toBe('/robots.txt')
  }
})

const HOME = '<drama-app></drama-app>'

/** Leaves a page while it waits for a response to a request like this, and comes back. */
async function leaveAndReturn(app: string, pending: RegExp): Promise<BrowserPage> {
  const fault = faultProxy.addFault(pending, { kind: 'held' })
  const page = await journeys.open('/robots.txt')
  // Not by the driver, which waits for the page's `load`, as that does in Firefox for the code that it imports.
  const address = JSON.stringify(await serveHostPage(journeys, app))
  await page.evaluate(`void setTimeout(() => location.assign(${address}))`)
  await expect.poll(fault.hits).toBeGreaterThan(0)
  // Not awaited, because Firefox’s driver does not tell that the page that was loading has been left.
  page.goto(`${journeys.origin}/offline.html`).catch(() => undefined)
  await expect.poll(() => readAddress(page)).toBe('/offline.html')
  fault.end()
  await page.back()
  await expect.poll(() => readAddress(page)).toBe('/landing?lpid=a1')
  return page
}

// In WebKit, leaving makes pending requests fail, and Back shows the page as it was then: without what it waited for.
test.each([
  ['the app', /chunks.app-(?!(en|es|ja|pt|zh)-)/],
  ['the views', /chunks.views-/],
  ['Home', /chunks.home-/],
  ['the texts', /chunks.app-pt-/],
  ['the sign-in', /visitor_login/]
])('a page that is left while it waits for %s shows Home after Back', async (_name, pending) => {
  await waitForHome(await leaveAndReturn(HOME, pending))
})

test('a page that is left while it waits for its images shows them after Back', async () => {
  const page = await leaveAndReturn(HOME, /\.webp/)
  await waitForHome(page)
  await expect.poll(() => countMissingImages(page)).toBe(0)
})

test.each([
  ['the first picture', /m.opening/],
  ['the code of the first picture', /chunks.instant-start-/],
  ['the engine', /chunks.hls-engine-/],
  ['the app', /chunks.app-(?!(en|es|ja|pt|zh)-)/],
  ['the player', /chunks.play-/],
  ['the sign-in', /visitor_login/],
  ['the drama', /drama.play\b/],
  ['the start of the film', /init.mp4/],
  ['a segment', /\/3\.m4s/]
])('a page that is left while it waits for %s plays its episode after Back', async (_name, pending) => {
  const page = await leaveAndReturn(EPISODE, pending)
  const start = inApp(page, '.player-start')
  const isPlaying = async () => ((await position(page)) ?? 0) > 0.3
  await expect.poll(async () => (await isPlaying()) || (await start.count()) > 0).toBe(true)
  // Some browsers do not let a page play by itself that they kept, or only after a while: then there is nothing to click.
  if (!(await isPlaying())) await start.click().catch(() => undefined)
  await expectPlaying(page)
})
