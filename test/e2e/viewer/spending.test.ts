import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button, hasFocus, inApp, prepareJourneys } from '../support/journey.js'
import { takeScreenshot } from '../support/screenshots.js'

const journeys = prepareJourneys()

async function openMy(options: BrowserContextOptions = {}, before?: (page: Page) => unknown): Promise<Page> {
  const page = await journeys.open('/pages/index/my', options, before)
  await inApp(page, '.profile-name button').waitFor()
  return page
}

const setLang = (tag: string) => (page: Page) =>
  page.addInitScript(lang => localStorage.setItem('drama_lang', lang), tag)
const autoUnlock = (page: Page) => inApp(page, '.app').getByRole('switch', { name: 'Desbloqueio automático' })
const line = (page: Page, name: string) => inApp(page, '.settings .menu-line').filter({ hasText: name })
const valueAt = (page: Page, name: string) => line(page, name).locator('small').textContent()
const chip = (page: Page, legend: string, text: string) =>
  inApp(page, '.choices').filter({ hasText: legend }).locator('label').getByText(text, { exact: true })
const sheet = (page: Page) => inApp(page, '.spending')

const AUTO = 'Desbloqueio automático'
const LIMITS = 'Limites de gastos'

test('D-010 by touch automatic unlocking is turned on after its terms were read, stays on, and is off with one tap', async () => {
  const page = await openMy({ hasTouch: true })
  await expect.poll(() => valueAt(page, AUTO)).toBe('Desligado')
  await autoUnlock(page).tap()
  await sheet(page).waitFor()
  expect(await autoUnlock(page).getAttribute('aria-checked')).toBe('false')
  const terms = (await sheet(page).textContent()) ?? ''
  for (const term of ['Você vê o preço', 'Prévias, links', 'Ao atingir o máximo do dia', 'desligar aqui'])
    expect(terms).toContain(term)
  await takeScreenshot(page, 'auto-unlock')
  await chip(page, 'Máximo de moedas por dia', '600').tap()
  await button(page, 'Ligar').tap()
  await expect.poll(() => sheet(page).count()).toBe(0)
  await expect.poll(() => autoUnlock(page).getAttribute('aria-checked')).toBe('true')
  expect(await valueAt(page, AUTO)).toBe('Até 600 moedas por dia')
  await page.reload()
  await expect.poll(() => valueAt(page, AUTO)).toBe('Até 600 moedas por dia')
  const saved = page.waitForResponse(/auto_unlock/)
  await autoUnlock(page).tap()
  await expect.poll(() => autoUnlock(page).getAttribute('aria-checked')).toBe('false')
  await saved
  await page.reload()
  await expect.poll(() => valueAt(page, AUTO)).toBe('Desligado')
})

test('by keyboard: the switch opens the terms, arrows choose the cap, and the focus comes back to the switch', async () => {
  const page = await openMy()
  await expect.poll(() => valueAt(page, AUTO)).toBe('Desligado')
  await line(page, AUTO).focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => hasFocus(autoUnlock(page))).toBe(true)
  await page.keyboard.press('Space')
  await expect.poll(() => hasFocus(button(page, 'Fechar'))).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(autoUnlock(page))).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(button(page, 'Fechar'))).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const field = inApp(page, '.coin-custom input')
  await field.waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => hasFocus(field)).toBe(true)
  await page.keyboard.press('Enter')
  await expect
    .poll(() => inApp(page, '.spending-problem').textContent())
    .toBe('Digite um número inteiro de 1 a 1.000.000.')
  await page.keyboard.type('2x5-0')
  expect(await field.inputValue()).toBe('250')
  await expect.poll(() => inApp(page, '.spending-problem').textContent()).toBe('')
  await page.keyboard.press('Tab')
  await expect.poll(() => hasFocus(button(page, 'Ligar'))).toBe(true)
  await page.keyboard.press('Tab')
  await expect.poll(() => hasFocus(button(page, 'Fechar'))).toBe(true)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(autoUnlock(page))).toBe(true)
  await expect.poll(() => valueAt(page, AUTO)).toBe('Até 250 moedas por dia')
})

test('without a connection the switch goes back and the viewer reads why', async () => {
  const page = await openMy()
  await autoUnlock(page).click()
  await sheet(page).waitFor()
  await page.route(/auto_unlock/, route => route.abort())
  const toastShown = inApp(page, '.toast').filter({ hasText: 'A conexão está ruim' }).waitFor()
  await button(page, 'Ligar').click()
  await toastShown
  await expect.poll(() => autoUnlock(page).getAttribute('aria-checked')).toBe('false')
  expect(await valueAt(page, AUTO)).toBe('Desligado')
})

test('a sheet whose code does not arrive says so, and opens with the next tap', async () => {
  const page = await openMy()
  await page.route(/limits-sheet/, route => route.abort())
  const toastShown = inApp(page, '.toast').filter({ hasText: 'A conexão está ruim' }).waitFor()
  await line(page, LIMITS).click()
  await toastShown
  await page.unroute(/limits-sheet/)
  await line(page, LIMITS).click()
  await sheet(page).waitFor()
})

test('a lower limit holds at once; a higher one says from when it holds, and can be called off; both are there after a reload', async () => {
  const page = await openMy({ hasTouch: true })
  await expect.poll(() => valueAt(page, LIMITS)).toBe('Sem limite')
  await line(page, LIMITS).tap()
  await sheet(page).waitFor()
  await chip(page, 'Moedas por dia', '300').tap()
  const when = inApp(page, '.spending-when').first()
  await expect.poll(() => when.textContent()).toBe('Vale na hora.')
  await button(page, 'Salvar').tap()
  const state = inApp(page, '.spending-state').first()
  await expect.poll(() => state.textContent()).toBe('Agora: 300 moedas')
  await inApp(page, '.toast').filter({ hasText: 'Salvo' }).waitFor()
  await chip(page, 'Moedas por dia', '1.200').tap()
  await expect.poll(() => when.textContent()).toBe('Vale daqui a 24 horas.')
  const saved = page.waitForResponse(/user\/limits/)
  await button(page, 'Salvar').tap()
  await expect.poll(() => state.textContent()).toMatch(/^Agora: 300 moedasA partir de .+\d\d:\d\d: 1\.200 moedas/)
  const { effective_at, server_time } = (await (await saved).json()).data
  expect(effective_at - server_time).toBe(86_400_000)
  await takeScreenshot(page, 'limits')
  await page.reload()
  await expect.poll(() => valueAt(page, LIMITS)).toBe('300 moedas por dia')
  await line(page, LIMITS).tap()
  await expect.poll(() => state.textContent()).toContain('1.200 moedas')
  await button(page, 'Manter o limite atual').tap()
  await expect.poll(() => state.textContent()).toBe('Agora: 300 moedas')
  await page.reload()
  await line(page, LIMITS).tap()
  await expect.poll(() => state.textContent()).toBe('Agora: 300 moedas')
})

test('limits that cannot be saved go back; what was chosen stays to be saved again, by keyboard', async () => {
  const page = await openMy()
  await line(page, LIMITS).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(button(page, 'Fechar'))).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect.poll(() => hasFocus(button(page, 'Salvar'))).toBe(true)
  await page.route(/user\/limits/, route => route.abort())
  const toastShown = inApp(page, '.toast').filter({ hasText: 'A conexão está ruim' }).waitFor()
  await page.keyboard.press('Enter')
  await toastShown
  const state = inApp(page, '.spending-state').first()
  await expect.poll(() => state.textContent()).toBe('Agora: Sem limite')
  await page.unroute(/user\/limits/)
  await page.keyboard.press('Enter')
  await expect.poll(() => state.textContent()).toBe('Agora: 300 moedas')
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(line(page, LIMITS))).toBe(true)
})

test('what another tab has set is shown when this one comes back to the page', async () => {
  const page = await openMy()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect.poll(() => valueAt(other, AUTO)).toBe('Desligado')
  await autoUnlock(page).click()
  const saved = page.waitForResponse(/auto_unlock/)
  await button(page, 'Ligar').click()
  await saved
  await inApp(other, '.tab-bar button').first().click()
  await inApp(other, '.row-title').first().waitFor()
  await inApp(other, '.tab-bar button').nth(3).click()
  await expect.poll(() => valueAt(other, AUTO)).toBe('Até 300 moedas por dia')
})

test('who has a pass reads that nothing is charged while it is active', async () => {
  const until = Date.parse('2031-05-04T12:00:00Z')
  const page = await openMy({}, opened =>
    // Change the response instead of buying a pass.
    opened.route(/user\/info/, async route => {
      const response = await route.fetch()
      const { data, ...envelope } = await response.json()
      await route.fulfill({ response, json: { ...envelope, data: { ...data, vip: { active: true, until } } } })
    })
  )
  for (const name of [AUTO, LIMITS]) {
    await line(page, name).click()
    await expect
      .poll(() => inApp(page, '.spending-pass').textContent())
      .toMatch(/Seu passe está ativo até .*2031.* nada é cobrado/)
    await page.keyboard.press('Escape')
    await expect.poll(() => sheet(page).count()).toBe(0)
  }
})

test.each([
  ['no-preference', true],
  ['reduce', false]
] as const)('a sheet slides to the height of its new content, motion: %s', async (reducedMotion, isSliding) => {
  const page = await openMy({ viewport: { width: 375, height: 812 }, reducedMotion })
  await inApp(page, '.settings .menu-line').nth(3).click()
  await inApp(page, '.choice-chips').first().waitFor()
  const animations = await inApp(page, '.sheet').evaluate(async (element: HTMLElement) => {
    await Promise.all(element.getAnimations().map(({ finished }) => finished))
    const height = element.offsetHeight
    element.querySelector<HTMLElement>('.choice-chips label:last-child')?.click()
    while (element.offsetHeight === height) await new Promise(requestAnimationFrame)
    // Sizes are observed after the callbacks of a frame.
    await new Promise(requestAnimationFrame)
    return element.getAnimations().length
  })
  expect(animations).toBe(isSliding ? 1 : 0)
})

test.each(['pt', 'es', 'zh-Hant'])(
  'in %s on the narrowest phone nothing is cut off and every target is large enough',
  async tag => {
    const page = await openMy({ viewport: { width: 320, height: 640 } }, setLang(tag))
    for (const place of [2, 3]) {
      await inApp(page, '.settings .menu-line').nth(place).click()
      await sheet(page).waitFor()
      await inApp(page, '.choice-chips label').last().click()
      await inApp(page, '.coin-custom input').waitFor()
      const small = await inApp(page, '.sheet').evaluate(element =>
        [...element.querySelectorAll('button, label, input:not(.visually-hidden)')]
          .map(target => ({ text: target.textContent, box: target.getBoundingClientRect() }))
          // While the sheet slides, boxes are inexact.
          .filter(({ box }) => box.width < 43.9 || box.height < 43.9 || box.left < 0 || box.right > 320)
      )
      expect(small).toEqual([])
      expect(await inApp(page, '.sheet-body').evaluate(body => body.scrollWidth - body.clientWidth)).toBe(0)
      await page.keyboard.press('Escape')
      await expect.poll(() => sheet(page).count()).toBe(0)
    }
    const rows = await inApp(page, '.settings').evaluate(list =>
      [...list.querySelectorAll('button')]
        .map(target => target.getBoundingClientRect())
        .filter(box => box.height < 44 || box.right > 320)
    )
    expect(rows).toEqual([])
  }
)
