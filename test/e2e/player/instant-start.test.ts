import type { Page, Request } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { type FaultProxy, openFaultyProduct } from '../support/fault-proxy.js'
import { inApp, prepareJourneys, readToken } from '../support/journey.js'
import { findRepeated, holdRequests, readPlaybackRecord, recordMedia, recordPlayback } from '../support/media-record.js'
import { failure, playAddress, position, readEpisodeLabel, shown } from '../support/player-page.js'
import { startFaults } from '../support/start-faults.js'

let product: FaultProxy
const journeys = prepareJourneys(async () => {
  product = await openFaultyProduct()
  return product
})
beforeEach(() => product.clearFaults())

interface DramaElement extends HTMLElement {
  reLaunch(target: { url: string }): Promise<unknown>
}

const INSTANT_START = /\/m\/opening\//
const SIGN_IN = '**/index/visitor_login'

const recordStarts = (page: Page) =>
  page.addInitScript(() => {
    const starts: number[] = []
    Reflect.set(window, 'starts', starts)
    document.addEventListener('drama-episode-start', event => starts.push((event as CustomEvent).detail.episode_no))
  })
const readStarts = (page: Page) => page.evaluate(() => Reflect.get(window, 'starts') as number[])

test('the picture moves before the visitor is signed in, goes on through the sign-in, and is told once', async () => {
  let media = {}
  let signIn: Awaited<ReturnType<typeof holdRequests>> | undefined
  const page = await journeys.open(playAddress(1), {}, async opened => {
    media = recordMedia(opened)
    await recordPlayback(opened)
    await recordStarts(opened)
    signIn = await holdRequests(opened, SIGN_IN)
  })
  await expect.poll(() => position(page)).toBeGreaterThan(1)
  expect([await inApp(page, '.player .spinner').count(), await readStarts(page)]).toEqual([0, []])
  signIn?.open()
  await expect.poll(() => readStarts(page)).toEqual([1])
  await expect.poll(() => position(page)).toBeGreaterThan(6)
  const { events, errors, streams } = await readPlaybackRecord(page)
  expect(events.filter(event => /emptied|waiting|seeked/.test(event))).toEqual([])
  expect(errors).toEqual([])
  // One stream for this episode and one for the prepared next episode.
  expect(streams).toBeLessThanOrEqual(2)
  const [first = []] = Object.values<string[]>(media)
  expect(findRepeated(first)).toEqual([])
  expect(first).not.toContain('360p/0')
  await inApp(page, '.player .episode-bar').waitFor()
})

test('D-020 D-082 D-166 D-167 requests to the API have device id and lang; media reads under /m/ have no header, which would cost a preflight', async () => {
  const requests: Request[] = []
  const page = await journeys.open(playAddress(1), {}, async opened => {
    opened.on('request', request => ['fetch', 'xhr'].includes(request.resourceType()) && requests.push(request))
  })
  await expect.poll(() => position(page)).toBeGreaterThan(1)
  await page.reload()
  await expect.poll(() => position(page)).toBeGreaterThan(1)
  const isMedia = (request: Request) => new URL(request.url()).pathname.startsWith('/m/')
  const starts = requests.filter(request => INSTANT_START.test(request.url()))
  expect(starts.map(request => request.method())).toEqual(['GET', 'POST'])
  for (const request of requests.filter(isMedia)) {
    const headers = await request.allHeaders()
    expect([headers.authorization, headers['xx-device-id'], headers['xx-token']]).toEqual([
      undefined,
      undefined,
      undefined
    ])
  }
  const calls = requests.filter(request => !isMedia(request))
  expect(calls.map(request => new URL(request.url()).pathname)).toContain('/index/visitor_login')
  for (const request of calls) {
    const { searchParams } = new URL(request.url())
    const lang = request.method() === 'GET' ? searchParams.get('lang') : request.postDataJSON()?.lang
    expect([request.url(), (await request.allHeaders())['xx-device-id'], lang]).toEqual([
      request.url(),
      expect.stringMatching(/^[0-9a-z]+$/),
      'pt'
    ])
  }
})

const openingVideo = (page: Page) => inApp(page, '.instant-start video')
const openingPosition = (page: Page) => openingVideo(page).evaluate((video: HTMLVideoElement) => video.currentTime)
const playingVideos = (page: Page) =>
  inApp(page, 'video').evaluateAll((all: HTMLVideoElement[]) => all.filter(video => !video.paused).length)
const boxOf = (page: Page, selector: string) =>
  inApp(page, selector).evaluate(node => node.getBoundingClientRect().toJSON())

test.each([375, 1280])(
  'the picture moves before there is a player, at its place in a window of %i px; the player takes it over as it is',
  async width => {
    let player: Awaited<ReturnType<typeof holdRequests>> | undefined
    const page = await journeys.open(playAddress(1), { viewport: { width, height: 812 } }, async opened => {
      await recordPlayback(opened)
      await recordStarts(opened)
      player = await holdRequests(opened, '**/chunks/play-*')
    })
    await expect.poll(() => openingPosition(page)).toBeGreaterThan(0.5)
    const box = await boxOf(page, '.instant-start video')
    await openingVideo(page).evaluate(video => Reflect.set(window, 'early', video))
    player?.open()
    // A wide player has a column of episodes in its place.
    await inApp(page, '.player .episode-bar').waitFor({ state: 'attached' })
    expect(await inApp(page, '.instant-start').count()).toBe(0)
    expect(await shown(page).evaluate(video => video === Reflect.get(window, 'early'))).toBe(true)
    expect(await boxOf(page, '.player [data-offset="0"] video')).toEqual(box)
    await expect.poll(() => position(page)).toBeGreaterThan(5)
    const { events, errors } = await readPlaybackRecord(page)
    expect([events.filter(event => /emptied|waiting|seeked/.test(event)), errors]).toEqual([[], []])
    expect(await readStarts(page)).toEqual([1])
    // Controls load after the first frame, even if that frame came before the player.
    await page.locator('drama-app').getByRole('button', { name: 'Legendas' }).waitFor()
  }
)

test.each([
  ['after the first frame', true],
  ['without a first frame after a second', false]
])("the app's code loads %s", async (_name, isFrameFirst) => {
  const activeFault = product.addFault(INSTANT_START, { kind: 'held' })
  const appRequests: string[] = []
  const page = await journeys.open(playAddress(1), {}, async opened => {
    opened.on('request', request => /chunks\/(app|views|play)-/.test(request.url()) && appRequests.push(request.url()))
    await opened.clock.install()
    await opened.clock.pauseAt(Date.now() + 1000)
  })
  await openingVideo(page).waitFor({ state: 'attached' })
  await page.clock.runFor(900)
  expect(appRequests).toEqual([])
  if (isFrameFirst) activeFault.end()
  else await page.clock.runFor(200)
  await expect.poll(() => appRequests.length).toBeGreaterThan(2)
})

test('who leaves before there is a player hears no more of the episode', async () => {
  const page = await journeys.open(playAddress(1), {}, opened => holdRequests(opened, '**/chunks/play-*'))
  await expect.poll(() => openingPosition(page)).toBeGreaterThan(0.2)
  await page.evaluate(() => (document.querySelector('drama-app') as DramaElement).reLaunch({ url: '/' }))
  await inApp(page, '.hero h2').first().waitFor()
  await expect.poll(() => inApp(page, '.instant-start').count()).toBe(0)
  expect(await playingVideos(page)).toBe(0)
})

test('where no player arrives the picture makes room for a way to try again', async () => {
  const page = await journeys.open(playAddress(1), {}, opened =>
    opened.route('**/chunks/play-*', route => route.abort())
  )
  await inApp(page, '.failure').waitFor()
  await expect.poll(() => inApp(page, '.instant-start').count()).toBe(0)
  await page.unroute('**/chunks/play-*')
  await inApp(page, '.failure').click()
  await expect.poll(() => position(page)).toBeGreaterThan(0.5)
})

test('what is out of sight does not begin', async () => {
  const page = await journeys.open(playAddress(1), {}, opened =>
    opened.addInitScript(() => {
      document.addEventListener('readystatechange', () => document.body?.style.setProperty('padding-top', '3000px'))
    })
  )
  await inApp(page, '.player .episode-bar').waitFor({ state: 'attached' })
  expect(await playingVideos(page)).toBe(0)
  await inApp(page, '.player').evaluate(player => player.scrollIntoView({ behavior: 'instant' }))
  await expect.poll(() => position(page)).toBeGreaterThan(0.3)
})

test('a failed sign-in stops the picture and shows the failure', async () => {
  const refusal = product.addFault(/visitor_login/, { kind: 'status', status: 503 })
  const page = await journeys.open(playAddress(1))
  await failure(page).waitFor()
  expect(await playingVideos(page)).toBe(0)
  refusal.end()
  await failure(page).click()
  await expect.poll(() => position(page)).toBeGreaterThan(0.3)
})

test('who is on the way to another episode when it comes sees that one', async () => {
  let instantStart: Awaited<ReturnType<typeof holdRequests>> | undefined
  let signIn: Awaited<ReturnType<typeof holdRequests>> | undefined
  const page = await journeys.open(playAddress(1), {}, async opened => {
    instantStart = await holdRequests(opened, '**/m/opening/**')
    signIn = await holdRequests(opened, SIGN_IN)
  })
  await inApp(page, '.player').waitFor()
  await instantStart?.reached
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
  instantStart?.open()
  signIn?.open()
  await expect.poll(() => position(page)).toBeGreaterThan(0.5)
  expect(await readEpisodeLabel(page)).toBe('EP 2')
})

test('a link with a time begins there, and the player goes on with the same stream', async () => {
  const page = await journeys.open(`${playAddress(1)}&t=9`, {}, recordPlayback)
  await expect.poll(() => openingPosition(page)).toBeGreaterThan(9)
  await shown(page).waitFor()
  await expect.poll(() => position(page)).toBeGreaterThan(11)
  expect(product.requestedPaths.some(path => path.endsWith('/m/opening/d_winter-bride/1?t=9'))).toBe(true)
  const { events, errors } = await readPlaybackRecord(page)
  expect([events.filter(event => event.startsWith('emptied')), errors]).toEqual([[], []])
})

test.each(['&t=99999', '&t=soon'])('a link with %s begins at the beginning', async time => {
  const page = await journeys.open(playAddress(1) + time, {}, recordPlayback)
  await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  expect(await position(page)).toBeLessThan(5)
  expect((await readPlaybackRecord(page)).errors).toEqual([])
})

async function openAsReturning(address: string, before: (page: Page) => unknown = () => undefined, stopped?: number) {
  const page = await journeys.open('/')
  await inApp(page, '.hero h2').first().waitFor()
  if (stopped) await page.evaluate(storePosition, { token: await readToken(page), position: stopped })
  const plays: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/drama/play')) plays.push(request.postData() ?? '')
  })
  await before(page)
  await page.goto(product.origin + address)
  return { page, plays }
}

async function storePosition({ token, position }: { token: string | null; position: number }) {
  const post = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', Authorization: token ?? '' }
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await answer.json()).data
  }
  const episode_id = 'e_winter-bride_1'
  const { play_id } = await post('/drama/play', { episode_id })
  await post('/drama/progress', { play_id, episode_id, position_s: position })
}

test('who has been here before resumes before there is a player, and the player asks for nothing again', async () => {
  let player: Awaited<ReturnType<typeof holdRequests>> | undefined
  const { page, plays } = await openAsReturning(
    playAddress(1),
    async opened => {
      await recordPlayback(opened)
      await recordStarts(opened)
      player = await holdRequests(opened, '**/chunks/play-*')
    },
    9
  )
  await expect.poll(() => openingPosition(page)).toBeGreaterThan(6)
  player?.open()
  await inApp(page, '.player .episode-bar').waitFor()
  await expect.poll(() => position(page)).toBeGreaterThan(10)
  const { events, errors } = await readPlaybackRecord(page)
  expect([events.filter(event => /emptied|waiting|seeked/.test(event)), errors]).toEqual([[], []])
  expect([plays.filter(body => /"episode_no":1\b/.test(body)), await readStarts(page)]).toEqual([[], [1]])
})

test('who has been here before sees at once that an episode is locked', async () => {
  const { page, plays } = await openAsReturning(playAddress(11))
  await inApp(page, '.locked').waitFor()
  expect(plays).toEqual([])
})

test.each(startFaults.slice(0, 5))(
  'a start of a known viewer that %s keeps nobody from the episode',
  async (_what, fault) => {
    const activeFault = product.addFault(INSTANT_START, fault)
    const { page } = await openAsReturning(playAddress(1), recordPlayback)
    await expect.poll(() => position(page)).toBeGreaterThan(2.5)
    // The browser sends a POST again that meets a cut connection.
    expect(activeFault.hits()).toBeGreaterThan(0)
    expect([await failure(page).count(), (await readPlaybackRecord(page)).errors]).toEqual([0, []])
  }
)

test.each([
  ['lands elsewhere', '/'],
  ['may resume another episode', '/pages/index/play?drama_id=d_winter-bride']
])('nothing is asked for where a viewer with a session %s', async (_what, address) => {
  const { page } = await openAsReturning(address)
  if (address === '/') await inApp(page, '.hero h2').first().waitFor()
  else await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  expect(product.requestedPaths.filter(path => INSTANT_START.test(path))).toEqual([])
})

test.each(startFaults)('an instant start that %s keeps nobody from the episode', async (_what, fault) => {
  const activeFault = product.addFault(INSTANT_START, fault)
  const page = await journeys.open(playAddress(1), {}, recordPlayback)
  await expect.poll(() => position(page)).toBeGreaterThan(2.5)
  expect(activeFault.hits()).toBe(1)
  expect([await failure(page).count(), (await readPlaybackRecord(page)).errors]).toEqual([0, []])
})
