import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inApp, prepareJourneys } from '../support/journey.js'
import {
  blockInstantStart,
  findRepeated,
  holdRequests,
  type MediaRecord,
  readPlaybackRecord,
  recordMedia,
  recordPlayback
} from '../support/media-record.js'
import { playAddress, position, readEpisodeLabel, seek, shown } from '../support/player-page.js'

const journeys = prepareJourneys()

const RATES = [0.5, 0.8, 1, 1.25, 1.5, 2]
const rate = (page: Page) => shown(page).evaluate((video: HTMLVideoElement) => video.playbackRate)
const lines = (page: Page) => shown(page).evaluate((video: HTMLVideoElement) => video.videoWidth)
const readStored = (page: Page, key: string) => page.evaluate(name => localStorage.getItem(name), key)

const group = (page: Page, name: string) => page.locator('drama-app').getByRole('group', { name, exact: true })
const offers = (page: Page, legend: string) => group(page, legend).locator('label').allTextContents()
const choose = (page: Page, legend: string, text: string) =>
  group(page, legend).locator('label').getByText(text, { exact: true }).click()
const chosen = (page: Page, legend: string) => group(page, legend).locator('label:has(:checked)').textContent()

async function openSheet(page: Page) {
  await page.locator('drama-app').getByRole('button', { name: 'Ajustes de reprodução' }).click()
  await inApp(page, '.playback-sheet').waitFor()
}
const closeSheet = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect.poll(() => inApp(page, '.playback-sheet').count()).toBe(0)
}

async function watch(no = 1, before?: (page: Page) => unknown): Promise<{ page: Page; media: MediaRecord }> {
  let media: MediaRecord = {}
  const page = await journeys.open(playAddress(no), {}, async opened => {
    media = recordMedia(opened)
    await recordPlayback(opened)
    await before?.(opened)
  })
  return { page, media }
}

async function openAnother(page: Page, no: number): Promise<Page> {
  const next = await page.context().newPage()
  await next.goto(new URL(playAddress(no), journeys.origin).href)
  return next
}

test('D-267 D-268 D-269 D-270 D-271 D-272 D-273 six speeds and no other; the picture follows each at once', async () => {
  const { page } = await watch()
  await openSheet(page)
  expect(await offers(page, 'Velocidade')).toEqual(['0,5x', '0,8x', '1x', '1,25x', '1,5x', '2x'])
  expect(await chosen(page, 'Velocidade')).toBe('1x')
  for (const [place, text] of (await offers(page, 'Velocidade')).entries()) {
    await choose(page, 'Velocidade', text)
    await expect.poll(() => rate(page)).toBe(RATES[place])
    expect(await readStored(page, 'drama_rate')).toBe(`${RATES[place]}`)
  }
})

test('a speed stays for the next episodes, through hls.js taking over, a held picture, and the next visit', async () => {
  const { page, media } = await watch()
  await openSheet(page)
  await choose(page, 'Velocidade', '1,5x')
  await closeSheet(page)
  await expect.poll(() => Object.values(media)[0]?.some(file => !file.startsWith('360p'))).toBe(true)
  expect(await rate(page)).toBe(1.5)
  for (const no of [2, 3, 4, 5]) {
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => readEpisodeLabel(page)).toBe(`EP ${no}`)
    await expect.poll(() => position(page)).toBeGreaterThan(0.3)
    expect(await rate(page)).toBe(1.5)
  }
  await page.mouse.move(180, 300)
  // Holding works only while the video does not wait for data.
  const isReady = (video: HTMLVideoElement) => !video.paused && video.readyState === video.HAVE_ENOUGH_DATA
  await expect.poll(() => inApp(page, '.player [data-offset="0"] video').evaluate(isReady)).toBe(true)
  await page.mouse.down()
  await expect.poll(() => rate(page)).toBe(2)
  await expect.poll(() => inApp(page, '.player-rate').textContent()).toBe('2x')
  await page.mouse.up()
  await expect.poll(() => rate(page)).toBe(1.5)
  await seek(page, 19)
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 6')
  await expect.poll(() => rate(page)).toBe(1.5)
  const later = await openAnother(page, 1)
  await expect.poll(() => position(later)).toBeGreaterThan(0.2)
  expect(await rate(later)).toBe(1.5)
  expect((await readPlaybackRecord(page)).errors).toEqual([])
})

test('the keys < and > go from one speed to the next, say which, and end at the ends', async () => {
  const { page } = await watch()
  await inApp(page, '.player-rate').waitFor({ state: 'attached' })
  for (const next of [1.25, 1.5, 2, 2]) {
    await page.keyboard.press('>')
    await expect.poll(() => rate(page)).toBe(next)
  }
  await expect.poll(() => inApp(page, '.player-rate').textContent()).toBe('2x')
  for (const next of [1.5, 1.25, 1, 0.8, 0.5, 0.5]) {
    await page.keyboard.press('<')
    await expect.poll(() => rate(page)).toBe(next)
  }
  await expect.poll(() => inApp(page, '.player-rate').isHidden()).toBe(true)
})

test('what was kept of a speed that there is not is the usual one', async () => {
  const { page } = await watch(1, opened => opened.addInitScript(() => localStorage.setItem('drama_rate', '16')))
  await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  expect(await rate(page)).toBe(1)
})

test('the qualities are those of the episode; a chosen one plays on without a stop, and holds for the next episodes', {
  timeout: 120_000
}, async () => {
  const { page, media } = await watch()
  await openSheet(page)
  expect(await offers(page, 'Qualidade')).toEqual(['Automática', '720p', '540p', '360p'])
  expect(await chosen(page, 'Qualidade')).toBe('Automática')
  await choose(page, 'Qualidade', '720p')
  await closeSheet(page)
  // What was loaded in another quality may play first.
  await expect.poll(() => lines(page), { timeout: 60_000 }).toBe(720)
  const { events } = await readPlaybackRecord(page)
  expect(events.slice(events.findIndex(event => event.startsWith('playing')) + 1)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
  await expect.poll(() => lines(page)).toBe(720)
  const second = Object.values(media)[1] ?? []
  // The fast start loads the lowest quality, hls.js the chosen one.
  expect(second.slice(0, 2)).toEqual(['360p/init', '360p/0'])
  expect(second.filter(file => !file.startsWith('360p') && !file.startsWith('720p'))).toEqual([])
  expect(findRepeated(second)).toEqual([])
  const later = await openAnother(page, 3)
  await expect.poll(() => lines(later)).toBe(720)
  // hls.js replaces what was loaded in another quality, so there are two ranges for a moment.
  await expect.poll(() => shown(later).evaluate((video: HTMLVideoElement) => video.buffered.length)).toBe(1)
  expect((await readPlaybackRecord(page)).errors).toEqual([])
})

test('a small quality stays small once hls.js has come, nothing is fetched twice, and there is no stop', async () => {
  const { page, media } = await watch(1, opened =>
    opened.addInitScript(() => localStorage.setItem('drama_quality', '360'))
  )
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 1')
  await expect.poll(() => Object.values(media)[0]?.includes('360p/9')).toBe(true)
  const first = Object.values(media)[0] ?? []
  expect(first.filter(file => !file.startsWith('360p'))).toEqual([])
  expect(findRepeated(first)).toEqual([])
  const { events, errors } = await readPlaybackRecord(page)
  expect(events.filter(event => !/^playing/.test(event))).toEqual([])
  expect(errors).toEqual([])
})

test('a quality that an episode has not is the nearest below, and shown as such', async () => {
  const { page } = await watch(1, opened => opened.addInitScript(() => localStorage.setItem('drama_quality', '600')))
  await openSheet(page)
  expect(await chosen(page, 'Qualidade')).toBe('540p')
  await expect.poll(() => lines(page)).toBe(540)
  await choose(page, 'Qualidade', 'Automática')
  expect(await readStored(page, 'drama_quality')).toBe('0')
})

test('an episode with one quality offers none', async () => {
  const { page } = await watch(1, opened =>
    opened.route(/\/(index\/visitor_login|drama\/play)$/, async route => {
      const answer = await route.fetch()
      const body = await answer.json()
      const { opening } = body.data.first ?? body.data
      opening.master = opening.master.split('\n').slice(0, 5).join('\n')
      await route.fulfill({ response: answer, json: body })
    })
  )
  await openSheet(page)
  expect(await inApp(page, '.playback-sheet legend').allTextContents()).not.toContain('Qualidade')
  expect(await inApp(page, '.playback-sheet legend').allTextContents()).toContain('Velocidade')
})

const caption = (page: Page) => inApp(page, '.captions span')
const captionsButton = (page: Page) => page.locator('drama-app').getByRole('button', { name: 'Legendas' })

test('captions in any language there is, or in none; the button turns the chosen ones off and on', async () => {
  const { page } = await watch()
  await caption(page).waitFor()
  await openSheet(page)
  expect(await offers(page, 'Legendas')).toEqual([
    'Desligadas',
    'Automático',
    'Português',
    'English',
    'Español',
    '简体中文',
    '繁體中文'
  ])
  await choose(page, 'Legendas', '繁體中文')
  await expect.poll(() => inApp(page, '.captions').getAttribute('lang')).toBe('zh-tw')
  await closeSheet(page)
  expect(await captionsButton(page).getAttribute('aria-pressed')).toBe('true')
  await captionsButton(page).click()
  await expect.poll(() => captionsButton(page).getAttribute('aria-pressed')).toBe('false')
  await expect.poll(() => caption(page).count()).toBe(0)
  expect(await readStored(page, 'drama_captions')).toBe('off')
  await page.keyboard.press('c')
  await expect.poll(() => readStored(page, 'drama_captions')).toBe('zh-tw')
  const later = await openAnother(page, 2)
  await expect.poll(() => inApp(later, '.captions').getAttribute('lang')).toBe('zh-tw')
  await caption(later).waitFor()
})

test('requests for media carry neither a referrer nor cookies', async () => {
  const sent: Promise<[string, string | undefined, string | undefined]>[] = []
  const { page } = await watch(1, opened => {
    opened.on('request', request => {
      const path = new URL(request.url()).pathname
      const readHeaders = request.allHeaders().then(({ referer, cookie }) => [path, referer, cookie] as const)
      if (request.resourceType() === 'fetch' && path.startsWith('/m/')) sent.push(readHeaders.then(row => [...row]))
    })
    return opened.context().addCookies([{ name: 'partner', value: 'secret', url: journeys.origin }])
  })
  await caption(page).waitFor()
  await expect.poll(() => position(page)).toBeGreaterThan(2)
  const rows = await Promise.all(sent)
  expect(rows.some(([path]) => path.endsWith('.vtt'))).toBe(true)
  expect(rows.some(([path]) => path.endsWith('.m4s'))).toBe(true)
  expect(rows.filter(([, referer, cookie]) => referer !== undefined || cookie !== undefined)).toEqual([])
})

test('captions that are chosen when the ticket has ended come with a newer one', async () => {
  const { page } = await watch()
  await caption(page).waitFor()
  await page.keyboard.press('k')
  const requestedUrls: string[] = []
  await page.route('**/captions/en.vtt', route => {
    requestedUrls.push(route.request().url())
    return requestedUrls[0] === route.request().url() ? route.fulfill({ status: 403 }) : route.continue()
  })
  await openSheet(page)
  await choose(page, 'Legendas', 'English')
  await expect.poll(() => inApp(page, '.captions').getAttribute('lang')).toBe('en')
  await closeSheet(page)
  await caption(page).waitFor()
  expect(requestedUrls).toHaveLength(2)
})

test('captions are as large as chosen, with a ground or without, and never below what stands under them', async () => {
  const { page } = await watch()
  const readStyle = () =>
    caption(page).evaluate(span => ({
      size: getComputedStyle(span).fontSize,
      hasGround: !/, 0\)$|transparent/.test(getComputedStyle(span).backgroundColor),
      isClear:
        span.getBoundingClientRect().bottom <=
        (span.closest('.player-captions')?.nextElementSibling?.getBoundingClientRect().top ?? 0)
    }))
  await caption(page).waitFor()
  expect(await readStyle()).toEqual({ size: '16px', hasGround: true, isClear: true })
  await openSheet(page)
  await choose(page, 'Tamanho das legendas', 'Grande')
  await page.locator('drama-app').getByRole('switch', { name: 'Fundo escuro' }).click()
  await caption(page).waitFor()
  expect(await readStyle()).toEqual({ size: '21px', hasGround: false, isClear: true })
  await choose(page, 'Tamanho das legendas', 'Pequeno')
  await expect.poll(async () => (await readStyle()).size).toBe('13px')
  const later = await openAnother(page, 2)
  await caption(later).waitFor()
  expect(await inApp(later, '.captions').evaluate(({ dataset }) => ({ ...dataset }))).toEqual({ size: 's', bare: '' })
})

test('captions that do not come are missed in silence', async () => {
  const { page } = await watch(1, opened => opened.route(/\.vtt$/, route => route.abort()))
  await expect.poll(() => position(page)).toBeGreaterThan(2)
  expect(await caption(page).count()).toBe(0)
  expect(await inApp(page, '.toasts').textContent()).toBe('')
  expect((await readPlaybackRecord(page)).errors).toEqual([])
})

test('the sheet comes on a tap, gives the focus back, and without its code the viewer is told', async () => {
  const { page } = await watch()
  const button = page.locator('drama-app').getByRole('button', { name: 'Ajustes de reprodução' })
  await button.focus()
  await page.keyboard.press('Enter')
  await inApp(page, '.playback-sheet').waitFor()
  await closeSheet(page)
  expect(await button.evaluate(element => (element.getRootNode() as ShadowRoot).activeElement === element)).toBe(true)
  const { page: other } = await watch(1, opened =>
    opened.route('**/chunks/playback-settings-sheet-*.js*', route => route.abort())
  )
  await other.locator('drama-app').getByRole('button', { name: 'Ajustes de reprodução' }).click()
  await expect.poll(() => inApp(other, '.toasts').textContent()).toMatch(/conexão/)
  await expect.poll(() => position(other)).toBeGreaterThan(1)
})

test('what comes behind the first frame is asked for again at the next one where it did not come', async () => {
  const toolbar = '**/chunks/toolbar-*.js*'
  const { page } = await watch(1, opened => opened.route(toolbar, route => route.abort()))
  await expect.poll(() => position(page)).toBeGreaterThan(1)
  expect(await captionsButton(page).count()).toBe(0)
  await page.unroute(toolbar)
  await page.keyboard.press('ArrowDown')
  await captionsButton(page).waitFor()
  expect(await inApp(page, '.toasts').textContent()).toBe('')
})

test('no code but the player’s own is asked for before the first frame', async () => {
  const chunks: string[] = []
  const { page } = await watch(1, async opened => {
    opened.on('request', request => chunks.push(/chunks\/([a-z-]+)-[^/]*\.js/.exec(request.url())?.[1] ?? ''))
    await blockInstantStart(opened)
    await holdRequests(opened, /\/0\.m4s$/)
  })
  await expect.poll(() => chunks).toContain('play')
  await inApp(page, '.player-no').waitFor()
  expect(chunks.filter(name => /toolbar|player-controls|playback|sheet/.test(name))).toEqual([])
})
