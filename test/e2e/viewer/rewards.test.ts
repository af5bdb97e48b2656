import type { Kysely } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import type { Database } from '../../../server/db/schema/schema.js'
import type { ReviewDecision } from '../../../server/modules/reward/review/review.js'
import { openPostgres } from '../../server/support/servers/test-database.js'
import { type FaultProxy, openFaultyProduct } from '../support/fault-proxy.js'
import { inApp, prepareJourneys, readToken } from '../support/journey.js'
import { takeScreenshot } from '../support/screenshots.js'
import { createSampleDatabase } from '../support/shared-products.js'
import { zoneAt } from '../support/zone-at.js'

const REWARDS = '/pages/reward/reward'
const OPERATOR_KEY = 'key of these journeys'
const SHOWN = '.page:not([hidden])'

let db: Kysely<Database>
let product: FaultProxy
const journeys = prepareJourneys(async () => {
  const url = await createSampleDatabase()
  product = await openFaultyProduct({
    DATABASE_URL: url,
    TIMEZONE: zoneAt(12),
    OPERATOR_KEY,
    TELEGRAM_URL: 'https://t.me/drama_channel'
  })
  db = openPostgres(url)
  return product
})
afterAll(async () => {
  await db?.destroy()
})

interface Viewer {
  page: Page
  readEvents(): Promise<unknown[]>
}

async function openViewer(address: string, lang = 'en', isClockFake = false, timezoneId = 'UTC'): Promise<Viewer> {
  const page = await journeys.open(address, { timezoneId }, async opened => {
    if (isClockFake) await opened.clock.install()
    await opened.addInitScript(
      ([chosen]) => {
        localStorage.setItem('drama_lang', chosen ?? '')
        const events: unknown[] = []
        Object.assign(globalThis, { events })
        for (const name of ['submitted', 'approved', 'claimed']) {
          addEventListener(`drama-reward-${name}`, event => {
            const { channel, bonus } = (event as CustomEvent).detail
            events.push([name, channel, bonus])
          })
        }
        addEventListener('drama-share', event => events.push(['share', (event as CustomEvent).detail.channel]))
      },
      [lang]
    )
  })
  return { page, readEvents: () => page.evaluate(() => (globalThis as unknown as { events: unknown[] }).events) }
}

async function callApi(page: Page, path: string) {
  const token = await readToken(page)
  const answer = await page.request.get(product.origin + path, { headers: { Authorization: token ?? '' } })
  return (await answer.json()).data
}

const userOf = async (page: Page): Promise<string> => (await callApi(page, '/user/info?lang=en')).user.id
const line = (page: Page, text: string) => inApp(page, `${SHOWN} .reward-line`).filter({ hasText: text })
const button = (page: Page, name: string) => inApp(page, SHOWN).getByRole('button', { name, exact: true })
const bonuses = async (page: Page) =>
  (await callApi(page, '/wallet/records?type=bonus&lang=en')).list.map(({ bonus }: { bonus: number }) => bonus)

/** Draws a unique picture, because the server rejects repeated ones. */
async function screenshot(page: Page, size = { width: 400, height: 800 }): Promise<Buffer> {
  const other = await page.context().newPage()
  await other.setViewportSize(size)
  const tiles = Array.from({ length: 60 }, () => {
    const [x, y, hue] = [Math.random() * size.width, Math.random() * size.height, Math.random() * 360]
    return `<i style="position:absolute;left:${x}px;top:${y}px;width:120px;height:90px;background:hsl(${hue} 70% 50%)"></i>`
  })
  await other.setContent(`<body style="margin:0">${tiles.join('')}</body>`)
  const picture = await other.screenshot()
  await other.close()
  return picture
}

async function photo(page: Page): Promise<Buffer> {
  const data = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1500, height: 1600 })
    const context = canvas.getContext('2d')
    const pixels = context?.createImageData(1500, 1600)
    for (let at = 0; pixels && at < pixels.data.length; at += 65_536) {
      crypto.getRandomValues(pixels.data.subarray(at, at + 65_536))
    }
    for (let at = 3; pixels && at < pixels.data.length; at += 4) pixels.data[at] = 255
    if (pixels) context?.putImageData(pixels, 0, 0)
    return canvas.toDataURL().split(',')[1] ?? ''
  })
  const buffer = Buffer.from(data, 'base64')
  expect(buffer.length).toBeGreaterThan(5 * 1024 * 1024)
  return buffer
}

const chooseButton = (page: Page) => inApp(page, `${SHOWN} .picture-side .button`).first()

async function choose(page: Page, buffer: Buffer, name = 'share.png', mimeType = 'image/png') {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), chooseButton(page).click()])
  await chooser.setFiles({ name, mimeType, buffer })
}

async function decide(page: Page, decision: ReviewDecision) {
  const { list } = await callApi(page, '/reward/records?lang=en')
  const headers = { Authorization: OPERATOR_KEY }
  const data = { id: list[0].id, ...decision, ...('note' in decision && { note: decision.note ?? undefined }) }
  const answer = await page.request.post(`${product.origin}/operator/reward_review`, { data, headers })
  expect((await answer.json()).code).toBe(200)
}

const state = (page: Page) => inApp(page, `${SHOWN} .submission [data-status]`).first()
const problem = (page: Page) => inApp(page, `${SHOWN} .picture-problem:not(:empty)`)

test('D-017 D-245 D-246 D-247 D-248 Home counts its fifteen seconds by itself, watched minutes are three steps of one count, and a claim pays once and is seen in every tab', async () => {
  const { page, readEvents } = await openViewer('/', 'en', true)
  const started = await page.waitForResponse(/\/task\/start/)
  expect((await started.json()).code).toBe(200)
  const userId = await userOf(page)
  // Move the server's clock and the page's clock past the fifteen seconds.
  await db
    .updateTable('task_counts')
    .set({ started_at: new Date(Date.now() - 16_000) })
    .execute()
  // Seconds that were not spent on Home do not finish the task.
  const early = await page.context().newPage()
  await early.goto(product.origin + REWARDS)
  const home = line(early, 'Browse the home page for 15 seconds')
  expect(await home.getByRole('button').textContent()).toBe('14/15')
  expect(await home.locator('progress').evaluate((bar: HTMLProgressElement) => bar.value)).toBe(14)
  await early.close()
  await page.clock.fastForward(15_200)
  await inApp(page, '.toasts').getByText('+5: claim it in Rewards').waitFor()

  const beats = [100, 150, 120].map((played_s, seq) => ({
    user_id: userId,
    play_id: 'p_test',
    episode_id: 'e_test',
    seq,
    from_s: 0,
    to_s: played_s,
    played_s,
    at: new Date()
  }))
  await db.insertInto('watch_beats').values(beats).execute()
  const other = await page.context().newPage()
  await other.goto(`${product.origin}/pages/wallet/wallet`)
  await inApp(other, '.wallet-total').getByText('0', { exact: true }).waitFor()

  await page.goto(product.origin + REWARDS)
  expect(await inApp(page, '.reward-total').textContent()).toBe('0')
  await inApp(page, '.reward-today').getByText('5 tasks left for').waitFor()
  await line(page, 'Browse the home page for 15 seconds')
    .getByRole('button', { name: /^Claim/ })
    .waitFor()
  const far = line(page, 'Watch any film for 10 minutes')
  expect(await far.getByRole('button').textContent()).toBe('6/10')
  expect(await far.locator('progress').evaluate((bar: HTMLProgressElement) => [bar.value, bar.max])).toEqual([370, 600])
  expect(await line(page, 'Watch any film for 15 minutes').getByRole('button').textContent()).toBe('6/15')

  const near = line(page, 'Watch any film for 5 minutes')
  const { tasks } = await callApi(page, '/reward/index?lang=en')
  const bonus = tasks.find(({ code }: { code: string }) => code === 'watch_5').reward_bonus
  await near.getByRole('button').click()
  await near.getByRole('button', { name: /^Claimed/ }).waitFor()
  // The coins fly up to the total, which is above.
  const height = (coins: HTMLElement) => Number.parseFloat(coins.style.getPropertyValue('--to-y'))
  expect(await near.locator('.reward-coins').evaluate(height)).toBeLessThan(0)
  expect(await near.getByRole('button').evaluate(element => element.matches(':focus'))).toBe(true)
  await inApp(page, '.reward-total').getByText(`${bonus}`, { exact: true }).waitFor()
  await inApp(other, '.wallet-total').getByText(`${bonus}`, { exact: true }).waitFor()
  await near.getByRole('button').click({ force: true })
  expect([await bonuses(page), await readEvents()]).toEqual([[bonus], [['claimed', 'task', bonus]]])
  await takeScreenshot(page, 'rewards')

  const startRequests = product.requestedPaths.filter(path => path.startsWith('/task/start')).length
  await page.goto(product.origin)
  await page.waitForRequest(/home-task-/)
  await inApp(page, '.row').first().waitFor()
  expect(product.requestedPaths.filter(path => path.startsWith('/task/start'))).toHaveLength(startRequests)

  await page.goto(`${product.origin}/pages/index/my`)
  await inApp(page, SHOWN).getByRole('button', { name: 'Rewards' }).click()
  await line(page, 'Top up coins').getByRole('button').click()
  await expect.poll(() => page.evaluate(() => location.pathname)).toBe('/pages/wallet/store')
})

test('a viewer checks in with the keyboard: the day is marked, the button keeps the focus, and tomorrow’s coins are named', async () => {
  const { page, readEvents } = await openViewer(REWARDS)
  const card = inApp(page, '.check-in')
  await card.getByText('30 coins for 7 days in a row').waitFor()
  const days = card.getByRole('list').getByRole('listitem')
  expect(await days.count()).toBe(7)
  const today = card.locator('[aria-current="date"]')
  expect(await today.locator('.visually-hidden').textContent()).toBe('Day 1, Today, +2 coins')
  const height = (await card.boundingBox())?.height
  const checkIn = card.getByRole('button')
  expect((await checkIn.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await checkIn.focus()
  await page.keyboard.press('Enter')
  await card.getByRole('button', { name: 'Come back tomorrow: +2' }).waitFor()
  expect(await card.getByRole('button').evaluate(element => element.matches(':focus'))).toBe(true)
  expect(await today.locator('.visually-hidden').textContent()).toBe('Day 1, Today, +2 coins, Claimed')
  expect(await card.getByRole('status').textContent()).toBe('1 day in a row')
  expect((await card.boundingBox())?.height).toBe(height)
  // Coins begin to fly when their way to the total, which is below, is known.
  const way = ({ dataset, style }: HTMLElement) => [
    dataset.flying,
    Number.parseFloat(style.getPropertyValue('--to-y')) > 0
  ]
  expect(await card.locator('.reward-coins').evaluate(way)).toEqual(['', true])
  await inApp(page, '.reward-total').getByText('2', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  expect([await bonuses(page), await readEvents()]).toEqual([[2], [['claimed', 'task', 2]]])
})

test('a check-in that cannot be loaded offers to try again, and takes no room where it is turned off', async () => {
  const { page } = await openViewer(product.origin)
  await page.context().route('**/checkin/index*', route => route.abort())
  await page.goto(product.origin + REWARDS)
  const card = inApp(page, '.check-in')
  const retry = card.getByRole('button', { name: 'The check-in could not be loaded. Tap to retry.' })
  await retry.waitFor()
  await page.context().unroute('**/checkin/index*')
  await retry.click()
  await card.getByRole('button', { name: 'Check in', exact: true }).waitFor()
  const campaign = { lpid: 'no_check_in', name: 'none', status: 'active', checkin_enabled: false, theme: '{}' } as const
  const start = { start_drama_id: null, start_episode_no: null, free_episodes_override: null }
  await db
    .insertInto('campaigns')
    .values({ ...campaign, ...start, created_at: new Date() })
    .execute()
  await page.goto(`${product.origin}${REWARDS}?lpid=no_check_in`)
  await inApp(page, '.reward-today').waitFor()
  await card.waitFor({ state: 'detached' })
})

test('D-018 D-053 D-092 D-093 D-095 D-096 D-129 D-130 D-131 D-243 a screenshot becomes coins: sent once, handed in once although the answer is lost, reviewed, claimed', async () => {
  const { page, readEvents } = await openViewer('/pages/reward/whatsapp')
  await inApp(page, '.share-rules').getByText('The screenshot must show a real new share.').waitFor()
  await inApp(page, '.share-rules').getByText('The invite link must go to at least 20 friends.').waitFor()
  const { share_code } = await callApi(page, '/reward/index?lang=en')
  const link = await inApp(page, '.invite input').inputValue()
  expect(link).toBe(`${product.origin}/?share=${share_code}`)
  expect(await inApp(page, '.invite a').getAttribute('href')).toContain(encodeURIComponent(link))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.context().route(/wa\.me|whatsapp\.com/, route => route.fulfill({ body: 'WhatsApp' }))
  const [opened] = await Promise.all([page.waitForEvent('popup'), inApp(page, '.invite a').click()])
  await opened.close()
  await inApp(page, '.invite').getByRole('button', { name: 'Copy' }).click()
  await inApp(page, '.toasts').getByText('Link copied').waitFor()
  expect(await readEvents()).toEqual([
    ['share', 'whatsapp'],
    ['share', 'copy']
  ])

  await button(page, 'Submit for review').click()
  expect(await problem(page).textContent()).toBe('Please upload the screenshot')
  await choose(page, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await problem(page).getByText('Only JPG, PNG or WebP pictures can be sent, not HEIC, GIF or PDF.').waitFor()
  await choose(page, await screenshot(page, { width: 300, height: 700 }))
  await problem(page).getByText('its shorter side needs at least 320 px').waitFor()
  expect(product.requestedPaths.filter(path => path === '/upload/image')).toEqual([])

  const upload = product.addFault(/^\/upload\/image/, { kind: 'torn' }, 1)
  await choose(page, await screenshot(page))
  await button(page, 'Upload again').click()
  await inApp(page, '.picture').getByText('Uploaded.').waitFor()
  expect(upload.hits()).toBe(1)
  // After a reload the picture is still there, and is not sent again.
  await page.reload()
  await inApp(page, '.picture').getByText('Uploaded.').waitFor()
  const sent = product.requestedPaths.filter(path => path === '/upload/image').length
  const lost = product.addFault(/^\/reward\/submit/, { kind: 'torn' }, 1)
  await button(page, 'Submit for review').click()
  await expect.poll(() => state(page).textContent(), { timeout: 20_000 }).toBe('Under review')
  expect([lost.hits(), (await callApi(page, '/reward/records?lang=en')).list.length]).toEqual([1, 1])
  expect(product.requestedPaths.filter(path => path === '/upload/image')).toHaveLength(sent)
  await inApp(page, '.channel-status').getByText('Left today: 2 of 3').waitFor()

  await choose(page, await screenshot(page))
  await inApp(page, '.picture').getByText('Uploaded.').waitFor()
  await button(page, 'Submit for review').click()
  await problem(page).getByText('You can send WhatsApp/Facebook messages again after 1 hour').waitFor()

  await decide(page, { ok: true })
  await page.reload()
  await expect.poll(() => state(page).textContent()).toBe('Approved, not yet claimed')
  await inApp(page, '.submission')
    .getByRole('button', { name: /^Claim/ })
    .click()
  await expect.poll(() => state(page).textContent()).toBe('Claimed')
  expect([await bonuses(page), await readEvents()]).toEqual([
    [60],
    [
      ['approved', 'whatsapp', 60],
      ['claimed', 'whatsapp', 60]
    ]
  ])
  await takeScreenshot(page, 'reward-whatsapp')

  const visitor = await journeys.open(link)
  await inApp(visitor, '.row').first().waitFor()
  await page.reload()
  await inApp(page, '.submission').getByText('1 visit through your link').waitFor()
})

/** 400 kbit/s and 400 ms latency, as a slow 3G connection. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const FREE = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }

async function watchPercent(page: Page) {
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(globalThis, { seen })
    const recordPercent = () => {
      const value = document
        .querySelector('drama-app')
        ?.shadowRoot?.querySelector<HTMLProgressElement>('.picture progress')?.value
      if (value !== undefined && value !== seen.at(-1)) seen.push(value)
      requestAnimationFrame(recordPercent)
    }
    recordPercent()
  })
  return () => page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen)
}

test('a screenshot crosses a 3G connection with its progress in sight; cancelled it leaves no trace, and a refused submission does not send it again', async () => {
  product.clearFaults()
  const { page } = await openViewer('/pages/reward/whatsapp', 'pt')
  const uploads = () => product.requestedPaths.filter(path => path === '/upload/image').length
  await inApp(page, '.picture').waitFor()
  const userId = await userOf(page)
  const images = async () =>
    (await db.selectFrom('reward_images').select('id').where('user_id', '=', userId).execute()).length

  const bomb = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
    Buffer.from('0000753000007530', 'hex'),
    Buffer.alloc(100_000)
  ])
  const heavy = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5 * 1024 * 1024)])
  for (const [file, text, name, kind] of [
    [Buffer.alloc(0), 'Este arquivo está vazio.', 'a.png', 'image/png'],
    [Buffer.from('....ftypheic'), 'não HEIC, GIF nem PDF', 'IMG_0001.HEIC', 'image/heic'],
    [Buffer.from('%PDF-1.7'), 'Só imagens JPG, PNG ou WebP', 'a.png', 'image/png'],
    [bomb, 'pixels demais: no máximo 25 megapixels', 'a.png', 'image/png'],
    [heavy, 'mais de 5 MB', 'a.jpg', 'image/jpeg']
  ] as const) {
    await choose(page, file, name, kind)
    await problem(page).getByText(text).waitFor()
  }
  expect(uploads()).toBe(0)

  const picture = await screenshot(page, { width: 900, height: 1600 })
  const large = Buffer.concat([picture, Buffer.alloc(Math.max(0, 220_000 - picture.length), 7)])
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', SLOW)
  const percents = await watchPercent(page)
  await choose(page, large)
  await expect.poll(async () => (await percents()).some(value => value > 20), { timeout: 20_000 }).toBe(true)
  const cancelled = page.waitForEvent('requestfailed', request => request.url().endsWith('/upload/image'))
  await button(page, 'Cancelar').click()
  expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED')
  await inApp(page, '.picture[data-state="none"]').waitFor()

  await percents().then(() => page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen.splice(0)))
  await choose(page, large)
  await inApp(page, '.picture').getByText('Enviado. Agora é só pedir a análise.').waitFor({ timeout: 40_000 })
  const shown = await percents()
  expect(shown).toEqual(shown.toSorted((one, other) => one - other))
  expect(shown.filter(value => value > 0 && value < 100).length).toBeGreaterThan(3)
  await network.send('Network.emulateNetworkConditions', FREE)
  // The server has stored nothing of the cancelled upload, and all submissions of the day are left.
  expect([await images(), uploads()]).toEqual([1, 2])
  await inApp(page, '.channel-status').getByText('Restam hoje: 3 de 3').waitFor()

  await page.reload()
  const preview = inApp(page, '.picture-preview img')
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900)
  const closed = { code: 4401, msg: 'closed', data: null }
  product.addFault(/^\/reward\/submit/, { kind: 'status', status: 200, body: closed }, 1)
  await button(page, 'Enviar para análise').click()
  await problem(page).getByText('Fora do horário.').waitFor()
  await button(page, 'Enviar para análise').click()
  await expect.poll(() => state(page).textContent()).toBe('Em análise')
  expect([await images(), uploads()]).toEqual([1, 2])
  await inApp(page, '.submission').getByRole('button', { name: 'Seu print' }).click()
  await expect
    .poll(() => inApp(page, '.preview img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(900)
})

test('a file picker that did not load comes with the next tap', async () => {
  const { page } = await openViewer('/')
  await page.route('**/chunks/file-picker-*', route => route.abort())
  await page.goto(`${product.origin}/pages/reward/whatsapp`)
  await chooseButton(page).click()
  await inApp(page, '.toasts')
    .getByText(/network/i)
    .waitFor()
  await page.unroute('**/chunks/file-picker-*')
  await choose(page, await screenshot(page))
  await inApp(page, '.picture').getByText('Uploaded.').waitFor()
})

test('D-054 D-094 a large photo is made small enough to arrive; a rejection says why, and can be appealed against once', async () => {
  const { page, readEvents } = await openViewer('/pages/reward/facebook')
  await inApp(page, '.picture').waitFor()
  // The app shrinks a file of more than 1 MB, because it would take too long on a slow connection.
  const answer = page.waitForResponse(/\/upload\/image$/)
  await choose(page, await photo(page))
  expect((await (await answer).json()).data).toMatchObject({ width: 1080, height: 1152 })
  await inApp(page, '.picture').getByText('Uploaded.').waitFor()
  await button(page, 'Submit for review').click()
  await expect.poll(() => state(page).textContent()).toBe('Under review')
  expect(await readEvents()).toEqual([['submitted', 'facebook', 60]])
  await decide(page, { ok: false, reason: 'few_friends', note: 'Six chats only.' })
  await page.goto(product.origin + REWARDS)
  await line(page, 'Facebook').getByText('Rejected: it went to too few friends').waitFor()
  await button(page, 'My submissions').or(inApp(page, '.reward-submissions')).first().click()
  const sheet = inApp(page, '.submissions-sheet')
  await sheet.getByText('“Six chats only.”').waitFor()
  await sheet.getByRole('button', { name: 'Appeal' }).click()
  await sheet.getByRole('textbox').fill('All twenty are below.')
  await sheet.getByRole('button', { name: 'Send request' }).click()
  await expect.poll(() => sheet.locator('[data-status]').textContent()).toBe('Under review')
  await decide(page, { ok: false, reason: 'not_share', note: null })
  await page.goto(`${product.origin}/pages/reward/facebook`)
  await expect.poll(() => state(page).textContent()).toBe('Rejected: it doesn’t show your link being shared')
  expect(await button(page, 'Appeal').count()).toBe(0)
})

test('D-055 D-097 D-127 D-128 the Telegram id is asked for, looked at, and rewarded once', async () => {
  const { page } = await openViewer('/pages/reward/tg')
  expect(await inApp(page, '.reward-steps a').getAttribute('href')).toBe('https://t.me/drama_channel')
  const field = inApp(page, '.telegram-id input')
  for (const nothing of ['', ' \t ']) {
    await field.fill(nothing)
    await button(page, 'Submit for review').click()
    expect(await problem(page).textContent()).toBe('Please enter the telegram ID')
  }
  await field.fill('no')
  await field.press('Enter')
  await problem(page).getByText('That isn’t a valid Telegram ID.').waitFor()
  await field.fill(' @ana_silva ')
  await field.press('Enter')
  await expect.poll(() => state(page).textContent()).toBe('Under review')
  await inApp(page, '.submission').getByText('@ana_silva').waitFor()
  await decide(page, { ok: true })
  await page.goto(product.origin + REWARDS)
  await line(page, 'Telegram')
    .getByRole('button', { name: /^Claim/ })
    .click()
  await line(page, 'Telegram').getByRole('button', { name: 'Telegram: Claimed' }).waitFor()
  await line(page, 'Telegram').getByRole('button', { name: 'Telegram: Claimed' }).click()
  await field.fill('@other_name')
  await field.press('Enter')
  await problem(page).getByText('You already got this reward').waitFor()
})

test('who waits for a person because the budget of the day is spent is told so from the first word on, and is paid once one has decided', async () => {
  product.clearFaults()
  const campaign = { lpid: 'spent', name: 'Spent', status: 'active', reward_budget: 60 } as const
  await db
    .insertInto('campaigns')
    .values({ ...campaign, timezone: zoneAt(12), created_at: new Date() })
    .execute()
  const submitScreenshot = async (lang: string, words: string) => {
    const { page } = await openViewer('/pages/reward/facebook?lpid=spent', lang)
    await choose(page, await screenshot(page))
    await inApp(page, '.picture[data-state=ready]').waitFor()
    await inApp(page, '.submit-area button').click()
    await inApp(page, '.toasts').getByText(words, { exact: true }).waitFor()
    return page
  }
  const first = await submitScreenshot('en', 'Submitted. Reviewed within 1 hour.')
  await inApp(first, '.channel-status')
    .getByText(/^Under review · up to \d\d:\d\d left$/)
    .waitFor()

  const longer = 'Em análise · pode demorar: depende de um revisor ou de 3 amigos abrirem o seu link'
  const second = await submitScreenshot('pt', 'Enviado. Pode levar mais de 1 hora.')
  await inApp(second, '.channel-status').getByText(longer).waitFor()
  await inApp(second, '.submission')
    .getByText('Uma pessoa decide. Se 3 amigos abrirem o seu link, a análise continua sozinha.')
    .waitFor()
  await takeScreenshot(second, 'reward-held')
  await second.goto(product.origin + REWARDS)
  await line(second, 'Facebook').getByText(longer).waitFor()
  expect(await line(second, 'Facebook').textContent()).not.toMatch(/\d:\d\d/)
  await decide(second, { ok: true })
  await second.reload()
  await line(second, 'Facebook')
    .getByRole('button', { name: /^Receber/ })
    .click()
  await inApp(second, '.reward-total').getByText('60', { exact: true }).waitFor()
  expect(await bonuses(second)).toEqual([60])
})

test('outside the window the page says when it opens, in both clocks, and the server’s refusal is read', async () => {
  const night = { lpid: 'night', name: 'Night', status: 'active', timezone: zoneAt(4), created_at: new Date() } as const
  await db.insertInto('campaigns').values(night).execute()
  // Half an hour off every zone of `zoneAt`, so that the page shows two clocks at any time of day.
  const { page } = await openViewer('/pages/reward/whatsapp?lpid=night', 'pt', false, 'Asia/Kolkata')
  const card = inApp(page, '.channel-status')
  await card.getByText('Fora do horário. Publique e envie entre 08:00 e 24:00').waitFor()
  await card.getByText(/^Abre em [34]:\d\d:\d\d$/).waitFor()
  expect(await card.textContent()).toMatch(/08:00–24:00 \(.*\) · \d\d:30–\d\d:30 no seu horário/)
  await choose(page, await screenshot(page))
  await inApp(page, '.picture[data-state=ready]').waitFor()
  const refused = page.waitForResponse(/\/reward\/submit/)
  await inApp(page, '.submit-area button').click()
  expect((await (await refused).json()).code).toBe(4401)
  await problem(page).getByText('Fora do horário. Publique e envie entre 08:00 e 24:00', { exact: true }).waitFor()
  await page.goto(product.origin + REWARDS)
  await line(page, 'WhatsApp').getByText('Fechado').waitFor()
})
