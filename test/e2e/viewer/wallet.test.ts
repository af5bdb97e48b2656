import { readFile } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import type { Download, Page } from 'playwright-core'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { StatementTxn, WalletRecord } from '../../../contract/wallet.js'
import type { Config } from '../../../server/config/config.js'
import type { Database } from '../../../server/db/schema/schema.js'
import { giveBonus, giveCoins, newKey } from '../../server/support/money.js'
import { openPostgres } from '../../server/support/servers/test-database.js'
import { type FaultProxy, openFaultyProduct } from '../support/fault-proxy.js'
import { chooseLanguage, DESKTOP, inApp, prepareJourneys, readToken } from '../support/journey.js'
import { openPartnerSite } from '../support/open-product.js'
import { takeScreenshot } from '../support/screenshots.js'
import { createSampleDatabase } from '../support/shared-products.js'

const DAY = 86_400_000
const WALLET = '/pages/wallet/wallet'

let db: Kysely<Database>
let product: FaultProxy
const journeys = prepareJourneys(async () => {
  const url = await createSampleDatabase()
  product = await openFaultyProduct({ DATABASE_URL: url })
  db = openPostgres(url)
  return product
})
afterAll(async () => {
  await db?.destroy()
})

/** Server dependencies with a fixed clock. */
const serverAt = (now: number) => {
  const clock = { now: () => now, advance: () => undefined }
  return { db, clock, config: { timezone: 'America/Sao_Paulo' } as Config }
}

async function callApi(page: Page, path: string, body?: object) {
  const token = await readToken(page)
  const headers = { Authorization: token ?? '', ...newKey() }
  const method = body ? 'POST' : 'GET'
  const answer = await page.request.fetch(product.origin + path, { method, headers, ...(body && { data: body }) })
  return (await answer.json()).data
}

async function buy(page: Page, toNo: number) {
  const request = { drama_id: 'd_winter-bride', to_no: toNo, lang: 'pt' }
  const { range } = await callApi(page, '/drama/unlock_to', { ...request, expect_price: 1 })
  return callApi(page, '/drama/unlock_to', { ...request, expect_price: range.coins_needed })
}

async function recordsOf(page: Page, type: string): Promise<WalletRecord[]> {
  const { list, next_cursor } = await callApi(page, `/wallet/records?type=${type}&page_size=50&lang=pt`)
  return next_cursor
    ? [
        ...list,
        ...(await callApi(page, `/wallet/records?type=${type}&page_size=50&cursor=${next_cursor}&lang=pt`)).list
      ]
    : list
}

async function openFundedWallet(options: Parameters<typeof journeys.open>[1] = {}) {
  const page = await journeys.open(WALLET, options)
  await inApp(page, '.wallet-total').waitFor()
  const { user } = await callApi(page, '/user/info?lang=pt')
  const now = Date.now()
  await giveCoins(serverAt(now - 28 * DAY), user.id, 500, 250)
  await giveCoins(serverAt(now - DAY), user.id, 200)
  await giveBonus(serverAt(now - DAY), user.id, 40)
  await buy(page, 11)
  await buy(page, 13)
  await page.reload()
  await inApp(page, '.wallet-record').first().waitFor()
  return page
}

test('a thousand million coins are read whole on the smallest phone', async () => {
  const page = await journeys.open(WALLET, { viewport: { width: 320, height: 640 } })
  await inApp(page, '.wallet-total').waitFor()
  const { user } = await callApi(page, '/user/info?lang=pt')
  await giveBonus(serverAt(Date.now()), user.id, 1_000_000_000)
  await page.reload()
  await expect.poll(() => total(page)).toBe('1.000.000.000')
  const widest = () =>
    inApp(page, '.wallet-balance').evaluate(balance => {
      const range = document.createRange()
      range.selectNodeContents(balance)
      return Math.max(...[...range.getClientRects()].map(({ right }) => right))
    })
  expect(await widest()).toBeLessThanOrEqual(320 - 16)
  await takeScreenshot(page, 'wallet-long')
})

const tab = (page: Page, name: string) => inApp(page, '.app').getByRole('tab', { name })
const total = (page: Page) => inApp(page, '.wallet-total').textContent()
const amounts = async (page: Page) =>
  (await inApp(page, '.wallet-amount p').allTextContents()).map(text => Number(text.replace('−', '-').replace('.', '')))
const sumOf = (list: readonly WalletRecord[]) => list.map(({ coins, bonus }) => coins + bonus)
const path = (page: Page) => page.evaluate(() => location.pathname + location.search)

test('D-046 D-047 D-048 D-049 three tabs say what the ledger says, by mouse and by keys, and Back leaves the page', async () => {
  const page = await openFundedWallet()
  const wallet = await callApi(page, '/wallet/index?lang=pt')
  expect(await total(page)).toBe(`${wallet.coins + wallet.bonus}`)
  expect(await inApp(page, '.wallet-balance dl').textContent()).toMatch(
    new RegExp(`Moedas${wallet.coins}nunca.*Bônus${wallet.bonus}usado`)
  )
  expect(await inApp(page, '.wallet-note').textContent()).toMatch(/expiram? em/)
  await inApp(page, '.wallet-lots > button').click()
  await expect
    .poll(() => inApp(page, '.wallet-lots li').count())
    .toBe(new Set(wallet.lots.map((lot: { expires_at: number }) => lot.expires_at)).size)

  expect(await amounts(page)).toEqual(sumOf(await recordsOf(page, 'topup')))
  const length = await page.evaluate(() => history.length)
  await tab(page, 'Recargas').focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => amounts(page)).toEqual(sumOf(await recordsOf(page, 'unlock')))
  await page.keyboard.press('End')
  await expect.poll(() => amounts(page)).toEqual((await recordsOf(page, 'bonus')).map(({ bonus }) => bonus))
  expect([await path(page), await page.evaluate(() => history.length)]).toEqual([`${WALLET}?tab=bonus`, length])
  await takeScreenshot(page, 'wallet')
  await inApp(page, '.wallet-balance-card .button').click()
  await expect.poll(() => path(page)).toBe('/pages/wallet/store?tab=coins')
  await page.goBack()
  await expect.poll(() => tab(page, 'Bônus').getAttribute('aria-selected')).toBe('true')
  await page.reload()
  await expect.poll(() => tab(page, 'Bônus').getAttribute('aria-selected')).toBe('true')
  await tab(page, 'Desbloqueios').click()
  await inApp(page, '.wallet-record-drama').first().click()
  await expect.poll(() => path(page)).toBe('/pages/index/play?drama_id=d_winter-bride&episode_no=12')
  await page.goBack()
  await expect.poll(() => path(page)).toBe(`${WALLET}?tab=unlock`)
})

test('Back from the wallet, whatever tab is shown, is back at My, whose balance leads there', async () => {
  const page = await journeys.open('/pages/index/my')
  await inApp(page, '.profile-balance-open').click()
  await tab(page, 'Bônus').click()
  await inApp(page, '.wallet .notice').getByRole('button', { name: 'Ganhar bônus' }).waitFor()
  await tab(page, 'Desbloqueios').click()
  await inApp(page, '.wallet .notice').getByRole('button', { name: 'Ver séries' }).waitFor()
  await page.goBack()
  await expect.poll(() => path(page)).toBe('/pages/index/my')
})

const readDownload = async (download: Download) => readFile(await download.path(), 'utf8')

async function save(page: Page, format: 'csv' | 'json') {
  await inApp(page, '.wallet-movements-head button').click()
  await inApp(page, '.statement option').nth(1).waitFor({ state: 'attached' })
  await inApp(page, '.statement-formats input')
    .nth(format === 'csv' ? 0 : 1)
    .check()
  const [download] = await Promise.all([page.waitForEvent('download'), inApp(page, '.statement-save button').click()])
  const text = await readDownload(download)
  await page.keyboard.press('Escape')
  await expect.poll(() => inApp(page, '.sheet').count()).toBe(0)
  return { name: download.suggestedFilename(), text }
}

test('the statement that is saved sums to the balance, and is the server’s', async () => {
  const page = await openFundedWallet()
  const { coins, bonus } = await callApi(page, '/wallet/index?lang=pt')
  const json = await save(page, 'json')
  const { transactions } = JSON.parse(json.text) as { transactions: StatementTxn[] }
  expect(json.name).toBe('drama-statement-all.json')
  expect(transactions).toEqual((await callApi(page, '/wallet/statement?lang=pt')).list)
  const csv = await save(page, 'csv')
  const [columns, ...lines] = csv.text
    .trimEnd()
    .split('\r\n')
    .map(line => line.slice(1, -1).split('","'))
  const at = (name: string) => columns?.indexOf(name) ?? -1
  const sum = (part: string) =>
    lines
      .filter(line => line[at('account')]?.includes(`:${part}`))
      .reduce((before, line) => before + Number(line[at('amount')]), 0)
  expect([sum('coins'), sum('bonus')]).toEqual([coins, bonus])
})

test('the check finds everything in order, and what was altered on its way', async () => {
  const page = await openFundedWallet()
  const { head_hash } = await callApi(page, '/wallet/verify?lang=pt')
  await inApp(page, '.wallet-check').click()
  await expect.poll(() => inApp(page, '.ledger-verdict').textContent()).toContain('As contas batem')
  expect(await inApp(page, '.ledger-verdict').textContent()).toContain('este aparelho somou')
  await inApp(page, '.ledger-seal .button').first().click()
  expect(await inApp(page, '.ledger-seal code').textContent()).toBe(head_hash)
  const statement = await callApi(page, '/wallet/statement?lang=pt')
  const altered = structuredClone(statement)
  altered.list[1].coins += 1
  const body = { code: 200, msg: 'ok', data: altered }
  const activeFault = product.addFault(/^\/wallet\/statement/, { kind: 'status', status: 200, body })
  await inApp(page, '.sheet').getByRole('button', { name: 'Conferir de novo' }).click()
  await expect.poll(() => inApp(page, '.ledger-verdict').textContent()).toMatch(/Algo não bate.*nº 2, de /)
  expect(activeFault.hits()).toBeGreaterThan(0)
  await takeScreenshot(page, 'wallet-broken')
  activeFault.end()
  await inApp(page, '.sheet').getByRole('button', { name: 'Conferir de novo' }).click()
  await expect.poll(() => inApp(page, '.ledger-verdict').textContent()).toContain('As contas batem')
})

test('a long list grows to its end, and goes to paper whole and dark on white', async () => {
  const page = await journeys.open(`${WALLET}?tab=topup`)
  await inApp(page, '.wallet .notice').waitFor()
  const { user } = await callApi(page, '/user/info?lang=pt')
  for (let count = 0; count < 65; count++) await giveCoins(serverAt(Date.now()), user.id, 10 + count)
  await page.reload()
  const last = inApp(page, '.wallet-lines li[aria-posinset="65"]')
  await expect
    .poll(async () => {
      await inApp(page, '.page:not([hidden])').evaluate(place => place.scrollTo({ top: 1e6, behavior: 'instant' }))
      return last.count()
    })
    .toBe(1)
  expect(await last.textContent()).toContain('+10')
  expect(await inApp(page, '.wallet-record').count()).toBeLessThan(65)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => inApp(page, '.wallet-record').count()).toBe(65)
  // The virtual list grows to the paper's size before the plain one replaces it.
  const readPaper = () =>
    inApp(page, '.wallet-record')
      .last()
      .evaluate(line => {
        const app = line.closest('.app')
        return {
          color: getComputedStyle(line).color,
          ground: app && getComputedStyle(app).backgroundColor,
          // Nothing is cut off if the app reaches below its last line.
          isWhole: (app?.getBoundingClientRect().bottom ?? 0) >= line.getBoundingClientRect().bottom
        }
      })
  await expect.poll(readPaper).toEqual({ color: 'rgb(0, 0, 0)', ground: 'rgb(255, 255, 255)', isWhole: true })
  expect(await inApp(page, '.wallet-check').isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(() => inApp(page, '.wallet-record').count()).toBeLessThan(65)
})

test('from a strict partner page the records alone go to paper, and the page prints as ever afterwards', async () => {
  const { origin } = journeys
  const partner = await openPartnerSite(partnerPage(origin), {
    'Content-Security-Policy': `default-src 'none'; style-src 'nonce-page'; script-src ${origin}; connect-src ${origin}; img-src ${origin}; media-src blob:; frame-src 'none'`
  })
  onTestFinished(() => partner.stop())
  const page = await journeys.open(`${partner.origin}/landing`, {}, opened =>
    opened.addInitScript(() => {
      window.print = () => undefined
    })
  )
  await inApp(page, '.hero h2').first().waitFor()
  const { user } = await callApi(page, '/user/info?lang=pt')
  for (let count = 0; count < 45; count++) await giveCoins(serverAt(Date.now()), user.id, 10 + count)
  await page.evaluate(url => {
    const element = document.querySelector('drama-app') as unknown as { navigateTo(to: object): void }
    element.navigateTo({ url })
  }, `${WALLET}?tab=topup`)
  const last = inApp(page, '.wallet-lines li[aria-posinset="45"]')
  await expect
    .poll(async () => {
      await inApp(page, '.page:not([hidden])').evaluate(place => place.scrollTo({ top: 1e6, behavior: 'instant' }))
      return last.count()
    })
    .toBe(1)
  const before = await partnerOnPaper(page)
  await inApp(page, '.wallet-movements-head button').click()
  await inApp(page, '.statement > .button').click()
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => inApp(page, '.wallet-record').count()).toBe(45)
  const paper = await page.evaluate(() => {
    const words = document.createRange()
    words.selectNodeContents(document.querySelector('main')?.firstChild ?? document)
    const { top, left, height, width } = document.querySelector('drama-app')?.getBoundingClientRect() ?? new DOMRect()
    const { scrollHeight, clientWidth } = document.documentElement
    return {
      top: top + scrollY,
      left,
      isWide: width === clientWidth,
      isAll: Math.ceil(height) >= scrollHeight,
      words: words.getBoundingClientRect().height,
      seen: [...document.querySelectorAll('header, footer, aside')].filter(part => part.checkVisibility()).length
    }
  })
  expect(paper).toEqual({ top: 0, left: 0, isWide: true, isAll: true, words: 0, seen: 0 })
  await takeScreenshot(page, 'wallet-paper')
  await page.emulateMedia({ media: null })
  const file = await page.pdf(process.env.SHOTS ? { path: 'test/shots/wallet-paper.pdf' } : {})
  expect(file.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1)
  // The print styles are gone, because the browser has sent `afterprint`.
  expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
  expect(await partnerOnPaper(page)).toEqual(before)
})

async function partnerOnPaper(page: Page): Promise<number[]> {
  await page.emulateMedia({ media: 'print' })
  const heights = await page
    .locator('header, aside, main, footer')
    .evaluateAll(parts => parts.map(part => part.getBoundingClientRect().height))
  await page.emulateMedia({ media: 'screen' })
  return heights
}

function partnerPage(origin: string): string {
  return `<!doctype html><html lang="pt"><title>Oferta</title><style nonce="page">
html, body { height: 100%; overflow: hidden; background: pink } main::before { content: "Anúncio" }
main div { position: fixed; inset: 60px 20px; overflow: hidden; transform: scale(.9) } main drama-app { display: block; height: 640px }
</style><body><header>Oferta da semana</header><aside>Anúncio</aside><main>Assista aqui <div><drama-app></drama-app></div> e mais</main>
<footer>Contato</footer><script type="module" src="${origin}/drama-app.js"></script></body></html>`
}

test('what another tab has spent shows when this one is seen again', async () => {
  const page = await openFundedWallet({ viewport: DESKTOP })
  const before = await total(page)
  await buy(page, 14)
  const { coins, bonus } = await callApi(page, '/wallet/index?lang=pt')
  expect(before).not.toBe(`${coins + bonus}`)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => total(page)).toBe(`${coins + bonus}`)
})

test('D-154 D-155 in Chinese a paid order states its amount in numerals and in words, also in traditional characters', async () => {
  const page = await openFundedWallet()
  await takeScreenshot(page, 'wallet-pt')
  for (const [language, words] of [
    ['zh-Hans', /巴西雷亚尔[壹贰叁肆伍陆柒捌玖][零壹贰叁肆伍陆柒捌玖拾佰仟]*元/],
    ['zh-Hant', /巴西\S{2,3}?[壹貳參肆伍陸柒捌玖][零壹貳參肆伍陸柒捌玖拾佰仟]*元/]
  ] as const) {
    await page.goto(`${product.origin}/pages/index/my`)
    await chooseLanguage(page, language)
    await page.goto(product.origin + WALLET)
    await expect.poll(() => inApp(page, '.wallet-record').first().textContent()).toMatch(words)
    expect(await inApp(page, '.wallet-record').first().textContent()).toMatch(/R\$\d[\d,]*\.\d{2}/)
    await takeScreenshot(page, `wallet-${language}`)
  }
})

test('an order number is copied, and a tab that could not be had is had at a tap', async () => {
  const page = await openFundedWallet({ permissions: ['clipboard-read', 'clipboard-write'] })
  const [order] = await recordsOf(page, 'topup')
  expect(await inApp(page, '.wallet-order').first().isVisible()).toBe(false)
  await inApp(page, '.wallet-record-drama').first().click()
  await takeScreenshot(page, 'wallet-record')
  await inApp(page, '.record-order').click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(order?.order_no)
  await page.keyboard.press('Escape')
  await inApp(page, '.record').waitFor({ state: 'detached' })
  const activeFault = product.addFault(/^\/wallet\/records\?.*type=bonus/, { kind: 'reset' })
  await tab(page, 'Bônus').click()
  await inApp(page, '.wallet .failure').waitFor()
  activeFault.end()
  await inApp(page, '.wallet .failure').click()
  await inApp(page, '.wallet-record').first().waitFor()
})
