import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { runAxe } from '../support/axe.js'
import { createFinger } from '../support/fingers.js'
import { button, chooseLanguage, hasFocus, inApp, prepareJourneys } from '../support/journey.js'
import { findLayoutFaults } from '../support/layout-check.js'
import { readLayoutShifts, recordLayoutShifts } from '../support/layout-shifts.js'
import { takeScreenshot } from '../support/screenshots.js'
import { SHARED_OPERATOR_KEY } from '../support/shared-products.js'

const journeys = prepareJourneys()

async function openMy(): Promise<Page> {
  const page = await journeys.open('/pages/index/my')
  await inApp(page, '.profile-name button').waitFor()
  return page
}

test('D-042 D-158 D-159 a visitor sees who they are, that they may sign in, and what they have', async () => {
  const page = await openMy()
  expect(await inApp(page, '.profile-name').textContent()).toBe('Visitante')
  expect(await inApp(page, '.profile-id').textContent()).toMatch(/^ID [0-9A-Z]{8}$/)
  expect(await inApp(page, '.profile-balance').textContent()).toContain('0 moedas · 0 bônus')
  expect(await inApp(page, '.vip').textContent()).toContain('Não ativado')
  await button(page, 'Entrar').click()
  await expect.poll(() => inApp(page, '.account').textContent()).toContain('Sem senha: enviamos um código.')
  await page.keyboard.press('Escape')
  await expect.poll(() => inApp(page, '.account').count()).toBe(0)
  await takeScreenshot(page, 'my')
})

test('nothing on My moves while it arrives, in a language with long words', async () => {
  const page = await journeys.open('/pages/index/my?lang=es', {}, recordLayoutShifts)
  await inApp(page, '.profile-balance').filter({ hasText: '0 monedas' }).waitFor()
  await inApp(page, '.profile-account').waitFor()
  expect(await readLayoutShifts(page)).toBe(0)
})

test.each([
  ['Recompensas', '/pages/reward/reward'],
  ['Carteira', '/pages/wallet/wallet'],
  ['Comprar moedas', '/pages/wallet/store'],
  ['Ver passes', '/pages/wallet/store']
])('D-042 %s leads to %s', async (name, path) => {
  const page = await openMy()
  await button(page, name).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(path)
})

test('D-042 by keyboard a name is given; it is there after a reload', async () => {
  const page = await openMy()
  const edit = button(page, 'Mudar o nome')
  await edit.focus()
  await page.keyboard.press('Enter')
  const input = inApp(page, '.profile-form input')
  await input.waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => inApp(page, '.profile-problem').textContent()).toBe('Digite um nome.')
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(edit)).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(input)).toBe(true)
  await page.keyboard.type('Ana Lúcia')
  await page.keyboard.press('Enter')
  await expect.poll(() => inApp(page, '.profile-name').textContent()).toBe('Ana Lúcia')
  expect(await inApp(page, '.profile-avatar').textContent()).toBe('A')
  await page.reload()
  await expect.poll(() => inApp(page, '.profile-name').textContent()).toBe('Ana Lúcia')
})

test('D-152 a name that is a phone number is masked, but can be changed as it is', async () => {
  const page = await openMy()
  await button(page, 'Mudar o nome').click()
  const input = inApp(page, '.profile-form input')
  await input.fill('13812345678')
  await page.keyboard.press('Enter')
  await expect.poll(() => inApp(page, '.profile-name').textContent()).toBe('138****5678')
  await button(page, 'Mudar o nome').click()
  expect(await input.inputValue()).toBe('13812345678')
})

test('feedback: the fields are reached by keyboard, a failure keeps the text, success says thanks', async () => {
  const page = await openMy()
  await button(page, 'Fale com a gente').click()
  const field = inApp(page, '.feedback textarea')
  await field.waitFor()
  await expect.poll(() => hasFocus(button(page, 'Fechar'))).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('O som sumiu no episódio 3')
  expect(await inApp(page, '.feedback-count').textContent()).toBe('25 / 2.000')
  await page.keyboard.press('Tab')
  await page.route(/feedback\/submit/, route => route.abort())
  await page.keyboard.press('Enter')
  await expect.poll(() => inApp(page, '.feedback-problem').textContent()).toContain('A conexão está ruim')
  await takeScreenshot(page, 'feedback')
  await page.keyboard.press('Escape')
  await expect.poll(() => field.count()).toBe(0)
  await button(page, 'Fale com a gente').click()
  await expect.poll(() => field.inputValue()).toBe('O som sumiu no episódio 3')
  await page.unroute(/feedback\/submit/)
  const thanked = inApp(page, '.toast').filter({ hasText: 'Obrigado, recebemos!' }).waitFor()
  await button(page, 'Enviar').click()
  await thanked
  await expect.poll(() => field.count()).toBe(0)
})

test('an answer to feedback is marked on My, shown first, and read once; another message can be written beside it', async () => {
  const page = await openMy()
  const line = inApp(page, '.settings li:nth-last-child(2) button')
  await button(page, 'Fale com a gente').click()
  const field = inApp(page, '.feedback textarea')
  const message = 'O som sumiu no episódio 3.\nAté o fim.'
  await field.fill(message)
  expect(await inApp(page, '.feedback-switch').count()).toBe(0)
  await button(page, 'Enviar').click()
  await expect.poll(() => field.count()).toBe(0)
  await answer(message, 'Consertamos o som. Obrigado por avisar!')
  await page.reload()
  await expect.poll(() => line.textContent()).toBe('Fale com a gente1 resposta nova')
  await takeScreenshot(page, 'my-answered')
  await line.click()
  const list = inApp(page, '.feedback-list')
  await expect.poll(() => list.textContent()).toContain('Consertamos o som. Obrigado por avisar!')
  expect(await list.locator('mark').textContent()).toBe('Nova')
  expect(await runAxe(page)).toEqual([])
  expect(await findLayoutFaults(page)).toEqual([])
  await takeScreenshot(page, 'feedback-answered')
  await expect.poll(() => line.textContent()).toBe('Fale com a gente')
  await button(page, 'Nova mensagem').click()
  await field.waitFor()
  await button(page, 'Suas mensagens').click()
  await expect.poll(() => list.locator('li').count()).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(() => list.count()).toBe(0)
  await line.click()
  await field.waitFor()
  await button(page, 'Suas mensagens').click()
  await expect.poll(() => list.textContent()).toContain('Nossa resposta')
  expect(await list.locator('mark').count()).toBe(0)
})

/** Answers a message as an operator of the shared product. */
async function answer(message: string, text: string): Promise<void> {
  const headers = { Authorization: SHARED_OPERATOR_KEY, 'Content-Type': 'application/json' }
  const list: { id: string; text: string }[] = (
    await (await fetch(`${journeys.origin}/operator/feedback_list`, { headers })).json()
  ).data.list
  const id = list.find(({ text: written }) => written === message)?.id
  const init = { method: 'POST', headers, body: JSON.stringify({ id, text }) }
  expect((await (await fetch(`${journeys.origin}/operator/feedback_answer`, init)).json()).code).toBe(200)
}

test('D-226 D-227 the version stands at the end of the menu, and the language above it changes everything', async () => {
  const page = await openMy()
  expect(await inApp(page, '.settings li').last().textContent()).toBe('Versão2.4.0 (240)')
  await chooseLanguage(page, 'zh-Hant')
  await expect.poll(() => button(page, '登入').count()).toBe(1)
  await takeScreenshot(page, 'my-zh-hant')
})

/** Top of the sheet in px, and how opaque its veil is, frame by frame until the sheet is gone. */
const recordLeaving = (page: Page) =>
  inApp(page, '.sheet').evaluate(sheet => {
    const veil = sheet.parentElement as HTMLElement
    const frames: { top: number; veil: number }[] = []
    return new Promise<typeof frames>(resolve => {
      const record = () => {
        if (!sheet.isConnected) return resolve(frames)
        const [alpha = '1'] = /[\d.]+(?=\)$)/.exec(getComputedStyle(veil).backgroundColor) ?? []
        frames.push({ top: sheet.getBoundingClientRect().top, veil: Number(alpha) })
        requestAnimationFrame(record)
      }
      record()
    })
  })

test('a sheet leaves from where the finger lets it go, and its veil with it', async () => {
  const page = await journeys.open('/pages/index/my', { hasTouch: true })
  await inApp(page, '.settings li:nth-child(5) button').click()
  await inApp(page, '.sheet').evaluate(sheet => Promise.all(sheet.getAnimations().map(({ finished }) => finished)))
  const { x = 0, y = 0 } = (await inApp(page, '.sheet').boundingBox()) ?? {}
  const hand = await createFinger(page)
  const leaving = recordLeaving(page)
  await hand.drag({ x: x + 100, y: y + 30 }, { x: x + 100, y: y + 190 })
  const frames = await leaving
  const ascending = (list: readonly number[]) => list.toSorted((one, other) => one - other)
  const tops = frames.map(({ top }) => Math.round(top))
  const veils = frames.map(frame => 1 - frame.veil)
  expect(tops).toEqual(ascending(tops))
  expect(veils).toEqual(ascending(veils))
  expect(tops.filter(top => top > y + 160).length).toBeGreaterThan(2)
})
