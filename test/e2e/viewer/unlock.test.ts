import type { Page, Request } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { newKey } from '../../server/support/money.js'
import { runAxe } from '../support/axe.js'
import { type FundedProduct, openFundedProduct } from '../support/funded-product.js'
import { DESKTOP, inApp, type Journeys, prepareJourneys, readToken } from '../support/journey.js'
import { findRepeated, readPlaybackRecord, recordMedia, recordPlayback } from '../support/media-record.js'
import { ALL_SEGMENTS, playAddress, position, readEpisodeLabel, setHidden, shown } from '../support/player-page.js'
import { takeScreenshot } from '../support/screenshots.js'
import { startFaults } from '../support/start-faults.js'

let product: FundedProduct
const journeys: Journeys = prepareJourneys(async () => {
  product = await openFundedProduct()
  return product
})

beforeEach(() => product.clearFaults())

/** Episodes 1 to 10 are free, each other episode costs 60 coins. */
const LAST_FREE = 10
const UNLOCK = /^\/drama\/unlock(\?|$)/

interface Viewer {
  page: Page
  unlockRequests: Request[]
  readEvents(): Promise<{ episode_no: number; price: number; auto: boolean; balance: number }[]>
}

async function open(no: number, coins: number, settings?: { enabled: boolean }): Promise<Viewer> {
  const unlockRequests: Request[] = []
  const page = await journeys.open('/pages/index/my', {}, opened =>
    opened.addInitScript(() => {
      const events: unknown[] = []
      Reflect.set(window, 'events', events)
      document.addEventListener('drama-unlock', event => events.push((event as CustomEvent).detail))
    })
  )
  page.on('request', request => {
    if (request.method() === 'POST' && new URL(request.url()).pathname.startsWith('/drama/unlock'))
      unlockRequests.push(request)
  })
  if (coins > 0) await product.giveCoins(page, coins)
  if (settings) await product.post(page, '/drama/auto_unlock', settings)
  await page.goto(product.origin + playAddress(no))
  return { page, unlockRequests, readEvents: () => page.evaluate(() => Reflect.get(window, 'events')) }
}

const first = (page: Page) => inApp(page, '.locked-choice.primary')
const keysOf = (requests: Request[]) => new Set(requests.map(request => request.headers()['idempotency-key']))

async function expectPlaying(page: Page, no: number) {
  await inApp(page, '.locked').waitFor({ state: 'detached' })
  await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  expect(await readEpisodeLabel(page)).toBe(`EP ${no}`)
}

async function waitForPlayback(viewer: Viewer) {
  await inApp(viewer.page, '.seek-bar').waitFor()
  await expect.poll(() => position(viewer.page)).toBeGreaterThan(0.2)
}

const playToEnd = (page: Page) =>
  shown(page).evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 0.3
  })

test('D-114 a double tap unlocks once and the episode plays where the viewer is; another tab shows what is left', async () => {
  const { page, unlockRequests, readEvents } = await open(11, 140)
  const other = await page.context().newPage()
  await other.goto(product.origin + playAddress(12))
  await inApp(other, '.locked-facts').waitFor()
  const address = page.url()
  await page.bringToFront()
  await first(page).dblclick()
  const spent = inApp(page, '.spent-coins [role="status"]')
  await expect.poll(() => spent.textContent()).toBe('−60 · restam 80')
  await expectPlaying(page, 11)
  await expect.poll(() => spent.textContent()).toBe('')
  expect(page.url()).toBe(address)
  expect(unlockRequests).toHaveLength(1)
  expect(await product.readBalance(page)).toEqual({ coins: 80, bonus: 0 })
  expect(await readEvents()).toMatchObject([{ episode_no: 11, price: 60, auto: false, balance: 80 }])
  await expect.poll(() => inApp(other, '.locked-facts').textContent()).toContain('80 moedas')
  await page.keyboard.press('e')
  await inApp(page, '.episode-list-grid li:nth-child(11) [data-state="unlocked"]').waitFor()
})

/** Opens a locked episode and counts what its unlock requests. */
async function openLocked(address = playAddress(11)) {
  const { page } = await open(11, 100)
  const media = recordMedia(page)
  const paths: string[] = []
  page.on('request', request => paths.push(new URL(request.url()).pathname))
  await recordPlayback(page)
  await page.goto(product.origin + address)
  await first(page).waitFor()
  await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return loaded.some(({ name, responseEnd }) => name.includes('/chunks/hls-engine-') && responseEnd > 0)
  })
  paths.length = 0
  return { page, media, countRequests: (path: string) => paths.filter(requested => requested === path).length }
}

test('an unlocked episode plays with the bytes that come with its answer, and hls.js is there already', async () => {
  const { page, media, countRequests } = await openLocked()
  await first(page).click()
  await expectPlaying(page, 11)
  await expect.poll(() => position(page)).toBeGreaterThan(3)
  expect([countRequests('/m/opening/d_winter-bride/11'), countRequests('/drama/play')]).toEqual([1, 0])
  const files = Object.values(media).flat()
  expect([files.includes('360p/0'), files.includes('360p/init'), findRepeated(files)]).toEqual([false, false, []])
  const { events, errors } = await readPlaybackRecord(page)
  expect([events.filter(event => /waiting|seeked/.test(event)), errors]).toEqual([[], []])
})

test('a link with a time begins there after the unlock', async () => {
  const { page, countRequests } = await openLocked(`${playAddress(11)}&t=9`)
  await first(page).click()
  await expectPlaying(page, 11)
  expect(await position(page)).toBeGreaterThanOrEqual(9)
  await expect.poll(() => position(page)).toBeGreaterThan(10)
  expect(countRequests('/drama/play')).toBe(0)
})

test.each(startFaults.filter(([, { kind }]) => ['status', 'silent', 'torn'].includes(kind)))(
  'the start of an unlocked episode that %s keeps nobody from it',
  async (_what, fault) => {
    const { page } = await openLocked()
    const activeFault = product.addFault(/\/m\/opening\//, fault)
    await first(page).click()
    await expectPlaying(page, 11)
    await expect.poll(() => position(page)).toBeGreaterThan(2.5)
    expect(activeFault.hits()).toBeGreaterThan(0)
    expect((await readPlaybackRecord(page)).errors).toEqual([])
    expect(await product.readBalance(page)).toEqual({ coins: 40, bonus: 0 })
  }
)

test('an answer that was lost is fetched, also after a reload: one key, one payment', async () => {
  const { page, unlockRequests } = await open(11, 200)
  product.addFault(UNLOCK, { kind: 'torn' }, 1)
  await first(page).click()
  await expectPlaying(page, 11)
  expect(unlockRequests).toHaveLength(2)
  expect(keysOf(unlockRequests).size).toBe(1)

  // First the request is lost. After the reload the response is lost.
  const load = () => page.goto(product.origin + playAddress(12))
  await load()
  unlockRequests.length = 0
  const lost = product.addFault(UNLOCK, { kind: 'reset' })
  await first(page).click()
  await expect.poll(lost.hits).toBeGreaterThan(0)
  expect(await first(page).getAttribute('aria-busy')).toBe('true')
  await load()
  await first(page).waitFor()
  expect(await product.countUnlocks(page)).toBe(1)
  product.clearFaults()
  const torn = product.addFault(UNLOCK, { kind: 'torn' })
  await first(page).click()
  await expect.poll(() => product.countUnlocks(page)).toBe(2)
  await expect.poll(torn.hits).toBeGreaterThan(0)
  product.clearFaults()
  await load()
  await expectPlaying(page, 12)
  expect(keysOf(unlockRequests).size).toBe(1)
  expect(await product.countUnlocks(page)).toBe(2)
  expect(await product.readBalance(page)).toEqual({ coins: 80, bonus: 0 })
})

test('D-117 what is out of order is told, and everything up to it, or all there is, can be had at once', async () => {
  const { page, unlockRequests } = await open(14, 3000)
  expect(await inApp(page, '.locked-earlier').textContent()).toBe(
    'Desbloqueie os episódios anteriores antes de continuar'
  )
  await expect.poll(() => first(page).textContent()).toContain('Desbloquear 11–14 por 240')
  await first(page).click()
  await expectPlaying(page, 14)
  expect(await product.readBalance(page)).toEqual({ coins: 2760, bonus: 0 })
  await inApp(page, 'button.episode-bar').click()
  const all = inApp(page, '.unlock-all .button')
  // 48 episodes at 60 coins, less 15 %.
  await expect.poll(() => all.textContent()).toContain('2.448')
  expect(await all.textContent()).toContain('15% off')
  await all.dblclick()
  await all.waitFor({ state: 'detached' })
  await expect.poll(() => inApp(page, '.episode-list-grid [data-state="locked"]').count()).toBe(0)
  expect(unlockRequests).toHaveLength(2)
  expect(await product.readBalance(page)).toEqual({ coins: 312, bonus: 0 })
})

test('a price that changed meanwhile is asked about, a limit is told, and missing coins lead to where they are sold', async () => {
  const { page } = await open(11, 130)
  await inApp(page, '.locked-choice').nth(2).waitFor()
  const { data } = await (
    await page.request.get(`${product.origin}/drama/episodes?lang=pt&drama_id=d_winter-bride`)
  ).json()
  await product.setPrice(data.list[10].id, 70)
  await first(page).click()
  await expect.poll(() => inApp(page, '.unlock-notice').textContent()).toContain('Antes: 60 moedas. Agora: 70 moedas.')
  expect(await first(page).textContent()).toBe('Desbloquear por 70')
  expect(await product.readBalance(page)).toEqual({ coins: 130, bonus: 0 })
  await product.post(page, '/user/limits', { daily_coins: 50 })
  await first(page).click()
  await expect.poll(() => inApp(page, '.unlock-notice').textContent()).toContain('50 moedas por dia')
  // What cannot be bought is not offered any more; the limit can be looked at, and a pass needs no coins.
  expect(await inApp(page, '.locked-choice').allTextContents()).toEqual([
    'Ver meus limites',
    expect.stringContaining('Passe')
  ])
  await first(page).click()
  await inApp(page, '.spending').getByText('Agora: 50 moedas').waitFor()
  await page.keyboard.press('Escape')
  await product.setPrice(data.list[10].id, 60)
  expect(await product.countUnlocks(page)).toBe(0)

  const poor = await open(11, 20)
  await expect.poll(() => inApp(poor.page, '.locked-missing').textContent()).toBe('Faltam 40 moedas.')
  await inApp(poor.page, '.locked-more').click()
  await inApp(poor.page, '.locked-choices .locked-choices').getByText('Ver todos os pacotes').click()
  await expect.poll(() => inApp(poor.page, '.unlock-goal').textContent()).toContain('Faltam 40 moedas')
  await product.giveCoins(poor.page, 100)
  await poor.page.goBack()
  await expect.poll(() => first(poor.page).textContent()).toBe('Desbloquear por 60')
})

test('D-010 D-115 at the end of an episode the next one is unlocked by itself, and can be given back', async () => {
  const viewer = await open(LAST_FREE, 300, { enabled: true })
  const { page, unlockRequests, readEvents } = viewer
  await waitForPlayback(viewer)
  expect(unlockRequests).toEqual([])
  await playToEnd(page)
  await expect
    .poll(() => inApp(page, '.unlock-receipt').textContent())
    .toContain('Episódio 11 desbloqueado · −60 moedas · restam 240')
  await expectPlaying(page, 11)
  expect(await readEvents()).toMatchObject([{ episode_no: 11, auto: true, balance: 240 }])
  await inApp(page, '.unlock-receipt-actions button').first().click()
  await first(page).waitFor()
  expect(await product.readBalance(page)).toEqual({ coins: 300, bonus: 0 })
  expect(unlockRequests.map(request => new URL(request.url()).pathname)).toEqual([
    '/drama/unlock',
    '/drama/unlock_undo'
  ])
  await first(page).click()
  await expectPlaying(page, 11)
  expect(await product.countUnlocks(page)).toBe(1)
})

test('who swipes on has the next one unlocked, and turns that off with the receipt', async () => {
  const viewer = await open(LAST_FREE, 300, { enabled: true })
  const { page, unlockRequests } = viewer
  await waitForPlayback(viewer)
  await inApp(page, '.episode-carousel').hover({ position: { x: 150, y: 300 } })
  await page.mouse.wheel(0, 200)
  await expectPlaying(page, 11)
  expect(await runAxe(page)).toEqual([])
  await inApp(page, '.unlock-receipt-actions button').last().click()
  await expect.poll(() => inApp(page, '.toast').textContent()).toContain('desligado')
  await page.keyboard.press('ArrowDown')
  await first(page).waitFor()
  expect(await inApp(page, '.unlock-notice').textContent()).toBe('')
  expect(await inApp(page, '.auto-line [role="switch"]').getAttribute('aria-checked')).toBe('false')
  expect(unlockRequests).toHaveLength(1)
})

test('D-116 nothing is spent by a link, the list, what is fetched ahead, a hidden tab, or a player that fails', async () => {
  const { page, unlockRequests } = await open(11, 300, { enabled: true })
  await first(page).waitFor()
  await inApp(page, '.locked-actions button').click()
  await waitForPlayback({ page } as Viewer)
  await playToEnd(page)
  await page.keyboard.press('k')
  await inApp(page, 'button.episode-bar').click()
  await inApp(page, '.episode-list-grid button').nth(10).click()
  await first(page).waitFor()
  await page.goto(product.origin + playAddress(LAST_FREE))
  await waitForPlayback({ page } as Viewer)
  await setHidden(page, true)
  await page.keyboard.press('ArrowDown')
  await first(page).waitFor()
  await setHidden(page, false)
  product.addFault(ALL_SEGMENTS, { kind: 'silent' })
  await page.goto(product.origin + playAddress(LAST_FREE))
  await inApp(page, '.player .spinner').waitFor()
  await page.keyboard.press('ArrowDown')
  await first(page).waitFor()
  product.clearFaults()
  expect(unlockRequests).toEqual([])
  expect(await product.readBalance(page)).toEqual({ coins: 300, bonus: 0 })
})

test('turning it on says what it costs and where it stops; off for one drama is off for that one', async () => {
  const { page } = await open(11, 120)
  const line = inApp(page, '.auto-line [role="switch"]')
  await line.click()
  await expect.poll(() => inApp(page, '.auto-facts').textContent()).toContain('60 moedas')
  expect(await inApp(page, '.auto-facts').textContent()).toContain('Máximo por dia300 moedas')
  const saved = page.waitForResponse(/\/drama\/auto_unlock/)
  await inApp(page, '.auto-sheet .button').click()
  expect((await (await saved).json()).data).toMatchObject({
    enabled: false,
    dramas: [{ drama_id: 'd_winter-bride', enabled: true }]
  })
  await expect.poll(() => line.getAttribute('aria-checked')).toBe('true')
  await line.click()
  await expect.poll(() => line.getAttribute('aria-checked')).toBe('false')
})

test('what was paid for and does not play is promised back at once, comes back by itself, and My says so until it is read', async () => {
  const { page } = await open(11, 100)
  await first(page).waitFor()
  product.addFault(/\/drama\/play(\?|$)|\/m\/opening\//, { kind: 'status', status: 500 })
  await first(page).click()
  await expect.poll(() => inApp(page, '.toast').textContent()).toMatch(/as moedas voltam sozinhas em \d/)
  expect(await product.readBalance(page)).toEqual({ coins: 40, bonus: 0 })
  await product.settleClaims(24)
  expect(await product.countUnlocks(page)).toBe(1)
  await product.settleClaims(25.1)
  expect([await product.readBalance(page), await product.countUnlocks(page)]).toEqual([{ coins: 100, bonus: 0 }, 0])
  product.clearFaults()
  await page.goto(`${product.origin}/pages/index/my`)
  const notice = inApp(page, '.profile-returned')
  expect(await notice.textContent()).toMatch(/O episódio 11 de .* não funcionou: 60 moedas de volta/)
  const seen = page.waitForResponse(/\/wallet\/returned_seen/)
  await notice.getByRole('button').click()
  await seen
  await page.reload()
  await expect.poll(() => inApp(page, '.profile-total').textContent()).toBe('100')
  expect(await notice.count()).toBe(0)
})

test('a host page that sells for itself has no offer of ours beside its own, and what it has given plays at its word', async () => {
  const page = await journeys.open('/host/', { viewport: DESKTOP }, opened =>
    opened.addInitScript(() =>
      document.addEventListener('drama-paywall', event => {
        event.preventDefault()
        Object.assign(window, { paywall: (event as CustomEvent).detail })
      })
    )
  )
  await inApp(page, '.hero h2').first().waitFor()
  await page.evaluate(
    url => (document.querySelector('drama-app') as unknown as { navigateTo(to: object): void }).navigateTo({ url }),
    playAddress(11)
  )
  await inApp(page, '.locked[data-host-offer]').waitFor()
  expect(await inApp(page, '.locked-offer').count()).toBe(0)
  expect(await inApp(page, '.locked').textContent()).toContain('Desbloquear episódio 11')
  await takeScreenshot(page, 'paywall-theirs')
  const entry = page.locator('[data-event="drama-paywall"]')
  expect(await entry.locator('pre').textContent()).toContain('"price": 60')
  const grant = () =>
    page.evaluate(() => (window as unknown as { paywall: { grant(): Promise<boolean> } }).paywall.grant())
  // The host page sells elsewhere, and unlocks in the viewer's name.
  await product.giveCoins(page, 60)
  const headers = {
    Authorization: (await readToken(page)) ?? '',
    ...newKey()
  }
  const address = `${product.origin}/drama/episodes?lang=pt&drama_id=d_winter-bride`
  const { data } = await (await page.request.get(address)).json()
  const unlockRequest = { episode_id: data.list[10].id, expect_price: 60, source: 'coins', lang: 'pt' }
  await page.request.post(`${product.origin}/drama/unlock`, { headers, data: unlockRequest })
  expect(await grant()).toBe(true)
  await expectPlaying(page, 11)
})
