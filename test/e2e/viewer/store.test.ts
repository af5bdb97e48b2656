import { readFile } from 'node:fs/promises'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { DESKTOP, inApp, PHONE, prepareJourneys } from '../support/journey.js'
import { openPartnerSite } from '../support/open-product.js'
import { takeScreenshot } from '../support/screenshots.js'

const journeys = prepareJourneys()
const STORE = '/pages/wallet/store'

async function openStore(address = STORE, prepare?: (context: BrowserContext) => unknown) {
  const context = await journeys.browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' })
  onTestFinished(() => context.close())
  const events: { name: string; order_no: string; event_id: string; value: number; kind?: string }[] = []
  const orders: string[] = []
  context.on('console', message => {
    const [, name, detail] = /^(drama-(?:checkout|purchase)) (.*)$/.exec(message.text()) ?? []
    if (name && detail) events.push({ name, ...JSON.parse(detail) })
  })
  context.on('request', request => request.url().endsWith('/store/order') && orders.push(request.postData() ?? ''))
  await context.addInitScript(() => {
    for (const name of ['drama-checkout', 'drama-purchase']) {
      document.addEventListener(name, event => console.log(name, JSON.stringify((event as CustomEvent).detail)))
    }
  })
  await prepare?.(context)
  const page = await context.newPage()
  await page.goto(new URL(address, journeys.origin).href)
  const purchases = () => events.filter(({ name }) => name === 'drama-purchase')
  return { context, page, events, orders, purchases }
}

const button = (page: Page, name: string | RegExp) =>
  inApp(page, ':is(.page:not([hidden]), .overlays)').getByRole('button', { name })
const offer = (page: Page, text: string) => inApp(page, '.store-card').filter({ hasText: text })

async function openPayment(page: Page): Promise<Page> {
  const [payment] = await Promise.all([page.context().waitForEvent('page'), inApp(page, '.pay-button').click()])
  await payment.waitForURL(/\/pay\/sandbox\/o_/)
  return payment
}

/**
 * Waits for the response, because a pay page that is closed earlier has paid nothing; then for the next page, because
 * Chromium sometimes never closes one that is loading.
 */
async function approve(payment: Page) {
  await Promise.all([
    payment.waitForResponse(answer => answer.request().method() === 'POST'),
    payment.getByRole('button', { name: 'Aprovar pagamento' }).click()
  ])
  await payment.waitForLoadState()
}

const total = (page: Page) => inApp(page, '.page:not([hidden]) .store-total, .profile-total').textContent()

test('D-011 D-050 coins are chosen by keyboard, paid on a page of their own without a way into this one, and counted', async () => {
  const { page, purchases, events } = await openStore()
  await inApp(page, '.store-card input').first().focus()
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('ArrowDown')
  await expect.poll(() => inApp(page, '.pay-button').textContent()).toMatch(/^Pagar R\$\s39,90$/)
  const payment = await openPayment(page)
  expect(await payment.evaluate(() => window.opener)).toBeNull()
  await takeScreenshot(payment, 'store-checkout-page')
  await approve(payment)
  await payment.close()
  await inApp(page, '.checkout-done').waitFor()
  expect(await inApp(page, '.checkout-gain').textContent()).toBe('+1.420')
  await takeScreenshot(page, 'store-paid')
  await button(page, 'Concluir').click()
  await inApp(page, '.tab-bar button').nth(3).click()
  await expect.poll(() => total(page)).toBe('1.420')
  const { order_no, event_id, value, kind } = purchases()[0] ?? {}
  expect({ event_id, value, kind }).toEqual({ event_id: `p_${order_no}`, value: 39.9, kind: 'coins' })
  await page.goto(journeys.origin + STORE)
  await expect.poll(() => total(page)).toBe('1.420')
  expect(events.map(({ name }) => name)).toEqual(['drama-checkout', 'drama-purchase'])
})

test('D-012 D-118 a pass bought while an episode is locked plays it at once, and My says until when it holds', async () => {
  const { page, purchases } = await openStore('/pages/index/play?drama_id=d_winter-bride&episode_no=11')
  const address = page.url()
  await inApp(page, '.locked-choice').filter({ hasText: 'Passe' }).click()
  await expect.poll(() => inApp(page, '.pay-button').textContent()).toMatch(/29,90$/)
  const payment = await openPayment(page)
  await approve(payment)
  await payment.close()
  await expect.poll(() => inApp(page, '.toast').textContent()).toContain('passe')
  expect([page.url(), await inApp(page, '.sheet').count()]).toEqual([address, 0])
  await expect
    .poll(() =>
      inApp(page, '.player [data-offset="0"] video').evaluate((video: HTMLVideoElement) => video.currentTime > 0.2)
    )
    .toBe(true)
  expect(await inApp(page, '.locked').count()).toBe(0)
  await expect.poll(() => inApp(page, '.episode-bar span').first().textContent()).toBe('EP 11 / 62 · VIP')
  expect(purchases()).toMatchObject([{ kind: 'weekly', value: 29.9 }])
  await page.goto(`${journeys.origin}/pages/index/my`)
  await expect.poll(() => inApp(page, '.vip-state').textContent()).toMatch(/Ativo até \d+ de /)
})

test('D-011 where coins are missing the store opens over the episode: what is enough is proposed, and paid for it is one tap away', async () => {
  const { page } = await openStore('/pages/index/play?drama_id=d_winter-bride&episode_no=11')
  const unlocks: string[] = []
  page.on('request', request => request.url().includes('/drama/unlock') && unlocks.push(request.url()))
  const address = page.url()
  const first = inApp(page, '.locked-choice.primary')
  const isFocused = (place: Locator) => place.evaluate(element => element.matches(':focus'))
  await expect.poll(() => first.textContent()).toContain('Faltam 60 moedas')
  // The player takes the focus once after it is drawn.
  const isOpen = async () => {
    if ((await inApp(page, '.unlock-goal').count()) > 0) return true
    await first.focus()
    await page.keyboard.press('Enter')
    return false
  }
  await expect.poll(isOpen, { interval: 1000 }).toBe(true)
  expect(await isFocused(inApp(page, '.sheet-close'))).toBe(true)
  await page.keyboard.press('Shift+Tab')
  expect(await isFocused(inApp(page, '.pay-button'))).toBe(true)
  await page.keyboard.press('Tab')
  expect(await isFocused(inApp(page, '.sheet-close'))).toBe(true)
  await takeScreenshot(page, 'store-sheet')
  await page.goBack()
  await inApp(page, '.sheet').waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(first)).toBe(true)
  await first.click()
  await expect.poll(() => inApp(page, '.pay-button').textContent()).toMatch(/9,90$/)
  expect(await inApp(page, '.unlock-goal').textContent()).toContain('Faltam 60 moedas')
  const payment = await openPayment(page)
  await inApp(page, '.sheet .checkout a').waitFor()
  await approve(payment)
  await payment.close()
  await inApp(page, '.sheet').waitFor({ state: 'detached' })
  expect(await inApp(page, '.toast').textContent()).toBe('400 moedas chegaram')
  await expect.poll(() => first.textContent()).toBe('Desbloquear por 60')
  await expect.poll(() => isFocused(first)).toBe(true)
  await takeScreenshot(page, 'store-sheet-paid')
  expect([unlocks, page.url()]).toEqual([[], address])
  await page.keyboard.press('Enter')
  await first.waitFor({ state: 'detached' })
  expect(unlocks).toHaveLength(1)
})

test('two taps make one order; one that is declined or left has charged nothing', async () => {
  const { page, orders, purchases } = await openStore(`${STORE}?tab=pass`)
  await offer(page, 'mensal').click()
  const opening = page.context().waitForEvent('page')
  await inApp(page, '.pay-button').dblclick()
  const payment = await opening
  await payment.waitForURL(/\/pay\/sandbox\/o_/)
  await payment.getByRole('button', { name: 'Recusar pagamento' }).click()
  await page.bringToFront()
  await inApp(page, '.checkout-failed').waitFor()
  expect(await inApp(page, '.checkout').textContent()).toContain('Nada foi cobrado.')
  await takeScreenshot(page, 'store-declined')
  expect(orders).toHaveLength(1)
  const [second] = await Promise.all([page.context().waitForEvent('page'), button(page, 'Tentar de novo').click()])
  await second.waitForURL(/\/pay\/sandbox\/o_/)
  await second.close()
  await inApp(page, '.checkout a').waitFor()
  await button(page, 'Parar de esperar').click()
  await inApp(page, '.pay-button').waitFor()
  expect([orders.length, new Set(orders).size, purchases()]).toEqual([2, 1, []])
  expect(await inApp(page, '.store-vip').textContent()).toContain('Não ativado')
})

test('where no tab can be opened a link leads to the page and back; what arrived meanwhile is told there, once', async () => {
  const tag = `<drama-app></drama-app><script type="module" src="${journeys.origin}/drama-app.js"></script>`
  const partner = await openPartnerSite(`<!doctype html><html lang="pt"><title>P</title>${tag}</html>`)
  onTestFinished(() => partner.stop())
  const refuse = (context: BrowserContext) =>
    context.addInitScript(() => {
      window.open = () => null
    })
  const { page, purchases } = await openStore(`${partner.origin}/landing?lpid=a1`, refuse)
  await inApp(page, '.hero h2').first().waitFor()
  await page.evaluate(
    url => (document.querySelector('drama-app') as unknown as { navigateTo(to: object): void }).navigateTo({ url }),
    `${STORE}?tab=coins`
  )
  await inApp(page, '.pay-button').click()
  const link = inApp(page, '.checkout a')
  expect(await link.textContent()).toBe('Abrir a página de pagamento')
  await takeScreenshot(page, 'store-refused')
  // Stay in this tab, as in-app browsers do, which have only one.
  await page.goto((await link.getAttribute('href')) ?? '')
  await approve(page)
  await page.getByRole('link').first().click()
  await expect.poll(() => page.url()).toBe(`${partner.origin}/landing?lpid=a1`)
  await expect.poll(() => inApp(page, '.toast').textContent()).toBe('1.420 moedas chegaram')
  expect(purchases()).toHaveLength(1)
  await page.reload()
  await inApp(page, '.hero h2').first().waitFor()
  expect(await page.evaluate(() => localStorage.getItem('drama_orders'))).toBeNull()
  expect(purchases()).toHaveLength(1)
})

test('on a strict page of another origin an account is made, pays and takes its data along; the page stays where it is', async () => {
  const { origin } = journeys
  const partner = await openPartnerSite(
    `<!doctype html><html lang="pt"><title>P</title><body><drama-app></drama-app><script type="module" src="${origin}/drama-app.js"></script></body></html>`,
    {
      'Content-Security-Policy': `default-src 'none'; script-src ${origin}; connect-src ${origin}; img-src ${origin}; media-src blob:; form-action 'none'; frame-src 'none'; base-uri 'none'`,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer'
    }
  )
  onTestFinished(() => partner.stop())
  const address = `${partner.origin}/landing?lpid=a1#oferta`
  const { page, context, events } = await openStore(address)
  const consoleErrors: string[] = []
  page.on('console', message => message.type() === 'error' && consoleErrors.push(message.text()))
  await inApp(page, '.tab-bar button').nth(3).click()
  await button(page, 'Entrar').click()
  await inApp(page, '.account input').fill('eva@mail.example')
  await page.keyboard.press('Enter')
  await inApp(page, '.account-code input').waitFor()
  const mailbox = `${origin}/demo/mailbox?address=${encodeURIComponent('eva@mail.example')}`
  const codeInMail = async () =>
    /\d{6}/.exec((await (await context.request.get(mailbox)).json()).data.list[0]?.subject ?? '')?.[0] ?? ''
  await expect.poll(codeInMail).not.toBe('')
  await page.keyboard.insertText(await codeInMail())
  await inApp(page, '.account-done').waitFor()
  await button(page, 'Continuar').click()
  await expect.poll(() => inApp(page, '.profile-id').textContent()).toBe('eva@mail.example')

  await inApp(page, '.profile-balance-open').click()
  await inApp(page, '.wallet-balance-card .button').click()
  await offer(page, '300').first().click()
  // Signed-in users are not asked to create a recovery code.
  const [payment] = await Promise.all([context.waitForEvent('page'), inApp(page, '.pay-button').click()])
  await payment.waitForURL(/\/pay\/sandbox\/o_/)
  expect(await payment.evaluate(() => window.opener)).toBeNull()
  await approve(payment)
  expect(await payment.getByRole('link').first().getAttribute('href')).toBe(address)
  await payment.close()
  await inApp(page, '.checkout-done').waitFor()
  await button(page, 'Concluir').click()
  expect(events.map(({ name }) => name)).toEqual(['drama-checkout', 'drama-purchase'])

  await page.goBack()
  await expect.poll(() => total(page)).toBe('400')
  const saving = page.waitForEvent('download')
  await inApp(page, '.profile-account .menu-line').filter({ hasText: 'Exportar meus dados' }).click()
  const exported = await readFile(await (await saving).path(), 'utf8')
  for (const part of ['eva@mail.example', events[0]?.order_no ?? '?']) expect(exported).toContain(part)
  expect([page.url(), consoleErrors]).toEqual([address, []])
})

test('of two tabs one tells the page and both are up to date; what is paid after all is told at the next start', async () => {
  const { page, context, purchases } = await openStore()
  const other = await context.newPage()
  await other.goto(`${journeys.origin}/pages/index/my`)
  await expect.poll(() => total(other)).toBe('0')
  await page.bringToFront()
  await offer(page, '300').first().click()
  const payment = await openPayment(page)
  await approve(payment)
  await payment.close()
  await inApp(page, '.checkout-done').waitFor()
  await expect.poll(() => total(other)).toBe('400')
  expect(purchases()).toHaveLength(1)

  await button(page, 'Concluir').click()
  await page.goto(journeys.origin + STORE)
  const late = await openPayment(page)
  const address = late.url()
  for (const tab of [late, page, other]) await tab.close()
  await context.request.post(address, { form: { decision: 'approve' } })
  const tabs = [await context.newPage(), await context.newPage()]
  await Promise.all(tabs.map(tab => tab.goto(journeys.origin)))
  await expect.poll(() => purchases().length).toBe(2)
  await expect.poll(() => tabs[1]?.evaluate(() => localStorage.getItem('drama_orders'))).toBeNull()
  expect(purchases().map(({ kind }) => kind)).toEqual(['coins', 'weekly'])
})

test('everything fits a small phone and a wide screen', async () => {
  for (const [name, viewport] of Object.entries({ small: { width: 320, height: 568 }, wide: DESKTOP })) {
    const page = await journeys.open(STORE, { viewport })
    await inApp(page, '.pay-button').waitFor()
    await takeScreenshot(page, `store-${name}`)
    const [pay, frame] = await Promise.all(['.pay-button', '.app'].map(place => inApp(page, place).boundingBox()))
    expect((pay?.y ?? 0) + (pay?.height ?? 0)).toBeLessThan((frame?.y ?? 0) + (frame?.height ?? 0))
    expect(await inApp(page, '.page').evaluate(element => element.scrollWidth - element.clientWidth)).toBe(0)
  }
})
