import type { Page } from 'playwright-core'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { type FundedProduct, openFundedProduct } from '../support/funded-product.js'
import { button, DESKTOP, inApp, PHONE, prepareJourneys } from '../support/journey.js'
import { openPartnerSite } from '../support/open-product.js'
import { takeScreenshot } from '../support/screenshots.js'

let product: FundedProduct
const journeys = prepareJourneys(async () => {
  product = await openFundedProduct()
  return product
})

const MY = '/pages/index/my'
const question = (page: Page) => inApp(page, '.modal')
const coins = (page: Page) => inApp(page, '.profile-balance').textContent()

async function makeLink(page: Page, isReplacing = false): Promise<string> {
  await inApp(page, '.profile-account .menu-line').filter({ hasText: 'Proteger minhas moedas' }).click()
  await button(page, isReplacing ? 'Criar um código novo' : 'Mostrar meu código').click()
  await inApp(page, '.account-link').waitFor()
  return inApp(page, '.account-link').inputValue()
}

async function scan(page: Page): Promise<string> {
  const picture = inApp(page, '.account-qr')
  await picture.scrollIntoViewIfNeeded()
  const { data, info } = await sharp(await picture.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

async function openVisitor(amount: number, address = MY, options = {}): Promise<Page> {
  const page = await journeys.open(address, options)
  await inApp(page, '.profile-name button').waitFor()
  await product.giveCoins(page, amount)
  await page.reload()
  await expect.poll(() => coins(page)).toContain(`${amount} moedas`)
  return page
}

/** Records request URLs and headers, console texts, history state and events. */
function recordOutput(page: Page): () => Promise<string> {
  const sent: string[] = []
  page.on('request', request => sent.push(request.url(), JSON.stringify(request.headers())))
  page.on('console', message => sent.push(message.text()))
  return async () =>
    `${sent.join('\n')}${await page.evaluate(() => JSON.stringify([history.state, (window as unknown as { events?: string[] }).events]))}`
}

const listen = (page: Page) =>
  page.addInitScript(() => {
    const events: string[] = []
    Object.assign(window, { events })
    const names = ['ready', 'visit', 'navigate', 'error', 'register', 'view-content', 'metric']
    for (const name of names)
      document.addEventListener(`drama-${name}`, event =>
        events.push(`${name} ${JSON.stringify((event as CustomEvent).detail)}`)
      )
  })

test.each([
  ['dark', PHONE],
  ['light', PHONE],
  ['dark', DESKTOP]
] as const)('the picture of the link is read off a %s screen of %j', async (theme, viewport) => {
  const page = await openVisitor(75, MY, { viewport, deviceScaleFactor: 2 })
  await page.evaluate(theme => document.querySelector('drama-app')?.setAttribute('theme', theme), theme)
  const link = await makeLink(page)
  expect(new URL(link).hash).toMatch(/^#drama-code=[A-Z2-9]{4}(-[A-Z2-9]{4}){2}$/)
  expect(link.split('#')[0]).toBe(`${product.origin}${MY}`)
  await expect.poll(() => scan(page)).toBe(link)
  expect(await inApp(page, '.account-qr').getAttribute('aria-label')).toBe('QR code do link que leva suas moedas')
  await takeScreenshot(page, `vault-${theme}-${viewport.width}`)
})

test('another browser asks, brings the coins once the viewer agrees, and the code is nowhere afterwards', async () => {
  const first = await openVisitor(75)
  const link = await makeLink(first)
  const code = new URL(link).hash.slice('#drama-code='.length)
  const second = await openVisitor(30)
  await listen(second)
  const readOutput = recordOutput(second)
  await second.goto('about:blank')
  await second.goto(link)
  await question(second).waitFor()
  expect(await question(second).textContent()).toContain('Suas 30 moedas daqui vão junto')
  await takeScreenshot(second, 'vault-question')
  expect(second.url()).toBe(`${product.origin}${MY}`)
  await button(second, 'Cancelar').click()
  await expect.poll(() => question(second).count()).toBe(0)
  expect(await coins(second)).toContain('30 moedas')
  await second.goto('about:blank')
  await second.goto(link)
  await button(second, 'Trazer').click()
  await expect.poll(() => question(second).textContent()).toContain('Que bom ter você de volta')
  expect(await question(second).textContent()).toContain('30 moedas')
  await takeScreenshot(second, 'vault-brought')
  await button(second, 'Continuar').click()
  await expect.poll(() => coins(second)).toContain('105 moedas')
  expect((await readOutput()).includes(code)).toBe(false)
  expect(await second.evaluate(() => JSON.stringify(localStorage))).not.toContain(code)
  await second.reload()
  await expect.poll(() => coins(second)).toContain('105 moedas')
  expect(await question(second).count()).toBe(0)
})

test('a link whose code has been replaced says so, and moves nothing', async () => {
  const first = await openVisitor(40)
  const old = await makeLink(first)
  await button(first, 'Já guardei').click()
  await makeLink(first, true)
  const second = await openVisitor(20)
  await second.goto('about:blank')
  await second.goto(old)
  await button(second, 'Trazer').click()
  await expect.poll(() => question(second).textContent()).toContain('Este link não vale mais')
  await takeScreenshot(second, 'vault-over')
  await button(second, 'OK').click()
  await expect.poll(() => coins(second)).toContain('20 moedas')
  expect(await product.readBalance(first)).toEqual({ coins: 40, bonus: 0 })
})

test('a link pasted over the page that is open already is asked about, too', async () => {
  const link = await makeLink(await openVisitor(15))
  const second = await openVisitor(5)
  await second.goto(link)
  await button(second, 'Trazer').click()
  await button(second, 'Continuar').click()
  await expect.poll(() => coins(second)).toContain('20 moedas')
  expect(second.url()).not.toContain('#')
})

const policy = (origin: string) => ({
  'Content-Security-Policy': `default-src 'none'; script-src ${origin}; connect-src ${origin}; img-src ${origin}; media-src blob:; require-trusted-types-for 'script'; trusted-types 'none'`
})

async function openPartner(attributes: string, count = 1) {
  const element = `<drama-app lpid="carried" ${attributes}></drama-app>`
  const partner = await openPartnerSite(
    `<!doctype html><html lang="pt"><title>P</title><main>${element.repeat(count)}</main>
    <script type="module" src="${journeys.origin}/drama-app.js"></script></html>`,
    policy(journeys.origin)
  )
  onTestFinished(() => partner.stop())
  return partner
}

test('on a partner’s page under a strict policy the link leads there; of two apps one asks; the page keeps its address and state', async () => {
  const partner = await openPartner('debug', 2)
  const open = async () => {
    const page = await journeys.open(`${partner.origin}/news/3?edition=48&fbclid=x`, {}, listen)
    await inApp(page, '.tab-bar').first().waitFor()
    return page
  }
  const first = await open()
  await product.giveCoins(first, 60)
  await first.reload()
  // The debug panel would cover the picture.
  await first.evaluate(() => document.querySelector('drama-app')?.removeAttribute('debug'))
  await inApp(first, '.tab-bar button').nth(3).click()
  const link = await makeLink(first)
  expect(link.split('#')[0]).toBe(`${partner.origin}/news/3?edition=48&lpid=carried`)
  await expect.poll(() => scan(first)).toBe(link)

  const second = await open()
  await second.evaluate(() => history.replaceState({ theirs: 1 }, ''))
  await second.goto(link.replace('&lpid=carried', '&fbclid=x'))
  await question(second).first().waitFor()
  expect(await second.locator('drama-app >> .modal').count()).toBe(1)
  expect(second.url()).toBe(`${partner.origin}/news/3?edition=48&fbclid=x`)
  const panels = second.locator('drama-app')
  const code = new URL(link).hash.slice('#drama-code='.length)
  await button(second, 'Trazer').click()
  await button(second, 'Continuar').click()
  await expect.poll(() => product.readBalance(second)).toEqual({ coins: 60, bonus: 0 })
  expect(await second.locator('drama-app >> .modal').count()).toBe(0)
  await panels.evaluateAll(all => {
    for (const each of all) each.shadowRoot?.querySelector('details')?.setAttribute('open', '')
  })
  let shown = ''
  for (const tab of ['Events', 'Postbacks', 'Set-up', 'Checks']) {
    await inApp(second, '.inspector-bar').getByRole('button', { name: tab, exact: true }).first().click()
    shown += await panels.first().evaluate(element => element.shadowRoot?.textContent)
  }
  expect(shown).toContain('drama-visit')
  const events = await second.evaluate(() => JSON.stringify((window as unknown as { events: string[] }).events))
  expect((shown + events).includes(code)).toBe(false)
})

test('without consent the coins come for this visit, and nothing is kept', async () => {
  const partner = await openPartner('consent="required"')
  const link = await makeLink(await openVisitor(35))
  const page = await journeys.open(`${partner.origin}/${new URL(link).hash}`, {}, listen)
  await button(page, 'Trazer').click()
  await button(page, 'Continuar').click()
  await inApp(page, '.tab-bar button').nth(3).click()
  await expect.poll(() => coins(page)).toContain('35 moedas')
  expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, ''])
  expect(await page.evaluate(() => (window as unknown as { events: string[] }).events.length)).toBe(1)
})

test('where the app lives in the fragment itself, a code is no page of it', async () => {
  const partner = await openPartner('routing="hash"')
  const link = await makeLink(await openVisitor(45))
  const page = await journeys.open(`${partner.origin}/${new URL(link).hash}`, {}, listen)
  await button(page, 'Trazer').click()
  await button(page, 'Continuar').click()
  await inApp(page, '.tab-bar button').nth(3).click()
  await expect.poll(() => coins(page)).toContain('45 moedas')
  expect(page.url()).toBe(`${partner.origin}/#/pages/index/my`)
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('drama-code')
})

test('who is signed in to an account is told that this browser leaves it, and keeps it', async () => {
  const link = await makeLink(await openVisitor(25))
  const second = await openVisitor(10)
  const email = 'vault@mail.example'
  await product.post(second, '/user/email_code', { email })
  const answer = await second.request.get(`${product.origin}/demo/mailbox?address=${encodeURIComponent(email)}`)
  const [code] = /\d{6}/.exec((await answer.json()).data.list[0].subject) ?? []
  const { token } = (await product.post(second, '/user/email_login', { email, code })) as { token: string }
  await second.evaluate(token => localStorage.setItem('firstui_m_token', token), token)
  await second.goto('about:blank')
  await second.goto(link)
  await question(second).waitFor()
  expect(await question(second).textContent()).toContain(`Você entrou aqui como ${email}`)
  await button(second, 'Trazer').click()
  await button(second, 'Continuar').click()
  await expect.poll(() => coins(second)).toContain('25 moedas')
})
