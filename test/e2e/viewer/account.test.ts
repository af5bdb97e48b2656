import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type FundedProduct, openFundedProduct } from '../support/funded-product.js'
import { button, inApp, prepareJourneys } from '../support/journey.js'
import { takeScreenshot } from '../support/screenshots.js'

let product: FundedProduct
const journeys = prepareJourneys(async () => {
  product = await openFundedProduct()
  return product
})

const DRAMA = 'd_winter-bride'
const line = (page: Page, name: string) => inApp(page, '.profile-account .menu-line').filter({ hasText: name })
const dialog = (page: Page, name: string) => inApp(page, '.app').getByRole('dialog', { name, exact: true })
const coins = (page: Page) => inApp(page, '.profile-balance').textContent()

async function openMy(): Promise<Page> {
  const page = await journeys.open('/pages/index/my')
  await inApp(page, '.profile-name button').waitFor()
  return page
}

async function openVisitor(amount: number, drama = DRAMA): Promise<Page> {
  const page = await openMy()
  await product.giveCoins(page, amount)
  await product.post(page, '/user/favorite', { drama_id: drama, on: 1 })
  await page.reload()
  await expect.poll(() => coins(page)).toContain(`${amount} moedas`)
  return page
}

async function codeFor(page: Page, email: string): Promise<string> {
  let code: string | undefined
  await expect
    .poll(async () => {
      const answer = await page.request.get(`${product.origin}/demo/mailbox?address=${encodeURIComponent(email)}`)
      code = /\d{6}/.exec((await answer.json()).data.list[0]?.subject ?? '')?.[0]
      return code
    })
    .toBeDefined()
  return code ?? ''
}

/** Pastes the code, because the sixth digit submits it. */
async function signIn(page: Page, email: string) {
  const field = inApp(page, '.account input')
  await field.waitFor()
  await expect.poll(() => field.evaluate(element => element.matches(':focus'))).toBe(true)
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  const code = inApp(page, '.account-code input')
  await code.waitFor()
  await expect.poll(() => code.evaluate(element => element.matches(':focus'))).toBe(true)
  const digits = await codeFor(page, email)
  await page.keyboard.insertText(`${digits.slice(0, 3)} ${digits.slice(3)}`)
  await inApp(page, '.account-done').waitFor()
}

const readEvents = (page: Page) =>
  page.evaluate(() => JSON.stringify((window as unknown as { events: unknown[] }).events.map(String)))

async function listen(page: Page) {
  await page.evaluate(() => {
    const events: string[] = []
    Object.assign(window, { events })
    for (const name of ['drama-register', 'drama-visit', 'drama-error', 'drama-navigate'])
      document.addEventListener(name, event => events.push(`${name} ${JSON.stringify((event as CustomEvent).detail)}`))
  })
}

test('D-042 D-159 a visitor is told to save their coins, and by e-mail they are an account’s at once; Home and List follow', async () => {
  const page = await openVisitor(120)
  await listen(page)
  const warning = inApp(page, '.recovery-reminder')
  expect(await warning.textContent()).toContain('Proteja suas moedas: crie uma conta')
  await takeScreenshot(page, 'account-banner')
  await warning.getByRole('button', { name: 'Criar conta' }).click()
  await dialog(page, 'Entrar').waitFor()
  await page.goBack()
  await expect.poll(() => dialog(page, 'Entrar').count()).toBe(0)
  await button(page, 'Entrar').click()
  await signIn(page, 'ana@mail.example')
  await takeScreenshot(page, 'account-ready')
  expect(await inApp(page, '.account-done').textContent()).toContain('Sua conta está pronta')
  await page.keyboard.press('Enter')
  await expect.poll(() => inApp(page, '.account-done').count()).toBe(0)
  await expect.poll(() => inApp(page, '.profile-id').textContent()).toBe('ana@mail.example')
  await expect.poll(() => inApp(page, '.recovery-reminder').count()).toBe(0)
  expect(await button(page, 'Entrar').count()).toBe(0)
  expect(await coins(page)).toContain('120 moedas')
  const events = await readEvents(page)
  expect(events.split('drama-register')).toHaveLength(2)
  expect(events).not.toContain('ana@')
  expect(events).not.toContain('drama-error')
})

test('a second browser finds everything there, with what its visitor had, while an episode plays on', async () => {
  const email = 'rui@mail.example'
  const first = await openVisitor(50)
  await button(first, 'Entrar').click()
  await signIn(first, email)
  const second = await openVisitor(30, 'd_red-silk')
  const watching = await second.context().newPage()
  await watching.goto(`${product.origin}/pages/index/play?drama_id=${DRAMA}&episode_no=1`)
  const video = inApp(watching, '.player [data-offset="0"] video')
  const time = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  await expect.poll(time).toBeGreaterThan(0.5)
  const source = await video.getAttribute('src')
  await second.bringToFront()
  await button(second, 'Entrar').click()
  await signIn(second, email)
  const summary = await inApp(second, '.account-merged').textContent()
  expect(summary).toContain('30 moedas')
  expect(summary).toContain('1 favorita')
  await takeScreenshot(second, 'account-brought')
  await button(second, 'Continuar').click()
  await expect.poll(() => coins(second)).toContain('80 moedas')
  await inApp(second, '.tabs button, [part=tabbar] button').nth(2).click()
  await inApp(second, '.segments button').nth(1).click()
  await expect.poll(() => inApp(second, '.page:not([hidden]) .library-card').count()).toBe(2)
  await watching.bringToFront()
  const before = await time()
  await expect.poll(time).not.toBe(before)
  expect(await video.getAttribute('src')).toBe(source)
  expect(new URL(watching.url()).pathname).toBe('/pages/index/play')
  const info = await watching.evaluate(async () => {
    const headers = { Authorization: localStorage.getItem('firstui_m_token') ?? '' }
    return (await (await fetch('/user/info?lang=pt', { headers })).json()).data.user.email
  })
  expect(info).toBe(email)
})

test('a recovery code is shown once, and brings the coins back where the browser has forgotten everything', async () => {
  const page = await openVisitor(75)
  await line(page, 'Proteger minhas moedas').click()
  await button(page, 'Mostrar meu código').click()
  const shown = inApp(page, '.account-shown')
  await shown.waitFor()
  const code = await shown.inputValue()
  expect(code).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){2}$/)
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Salvar em arquivo').click()])
  expect(await readFile(await file.path(), 'utf8')).toContain(code)
  await button(page, 'Já guardei').click()
  await expect.poll(() => line(page, 'Proteger minhas moedas').locator('small').textContent()).toBe('Criado')
  await expect.poll(() => inApp(page, '.recovery-reminder').count()).toBe(0)
  await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
  await page.goto(`${product.origin}/pages/index/my`)
  await expect.poll(() => coins(page)).toContain('0 moedas · 0 bônus')
  await button(page, 'Entrar').click()
  await button(page, 'Tenho um código de recuperação').click()
  const field = inApp(page, '.account-recovery input')
  await field.fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await expect.poll(() => inApp(page, '.account-done').textContent()).toContain('Que bom ter você de volta')
  await button(page, 'Continuar').click()
  await expect.poll(() => coins(page)).toContain('75 moedas')
})

test('an account takes its data along as a file, and is gone after two questions', async () => {
  const page = await openVisitor(20)
  await button(page, 'Entrar').click()
  await signIn(page, 'lia@mail.example')
  await button(page, 'Continuar').click()
  const [file] = await Promise.all([page.waitForEvent('download'), line(page, 'Exportar meus dados').click()])
  const exported = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(JSON.stringify(exported)).toContain('lia@mail.example')
  expect(JSON.stringify(exported)).toContain(DRAMA)
  await line(page, 'Excluir minha conta').click()
  await expect.poll(() => inApp(page, '.account-points').textContent()).toContain('20 moedas')
  await inApp(page, '.account-danger').click()
  await button(page, 'Cancelar').click()
  await expect.poll(() => inApp(page, '.modal').count()).toBe(0)
  await inApp(page, '.account-danger').click()
  await button(page, 'Excluir').click()
  await inApp(page, '.row-title').first().waitFor()
  await expect.poll(() => inApp(page, '.sheet').count()).toBe(0)
  await inApp(page, '[part=tabbar] button').nth(3).click()
  await expect.poll(() => inApp(page, '.profile-id').textContent()).toMatch(/^ID/)
  await expect.poll(() => coins(page)).toContain('0 moedas · 0 bônus')
})
