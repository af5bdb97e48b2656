import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { runAxe } from '../support/axe.js'
import { DESKTOP, inApp, prepareJourneys } from '../support/journey.js'
import { openPartnerSite } from '../support/open-product.js'
import { decideInFrame, paymentFrame } from '../support/payment-frame.js'
import { takeScreenshot } from '../support/screenshots.js'
import { button, offer, openStore, STORE, total } from '../support/store-page.js'

const journeys = prepareJourneys()

test('D-011 D-050 coins are chosen by keyboard, paid in a sheet, and counted', async () => {
  const { page, purchases, events } = await openStore(journeys)
  await inApp(page, '.store-card input').first().focus()
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('ArrowDown')
  await expect.poll(() => inApp(page, '.pay-button').textContent()).toMatch(/^Pagar R\$\s39,90$/)
  await inApp(page, '.pay-button').click()
  await paymentFrame(page).getByRole('button', { name: 'Aprovar pagamento' }).waitFor()
  expect(await runAxe(page)).toEqual([])
  await takeScreenshot(page, 'store-payment-sheet')
  for (const theme of ['light', 'dark']) {
    await page.locator('drama-app').evaluate((element, value) => element.setAttribute('theme', value), theme)
    await expect.poll(() => paymentFrame(page).locator('html').getAttribute('data-theme')).toBe(theme)
  }
  await decideInFrame(page, 'approve')
  await inApp(page, '.sheet .checkout-done').waitFor()
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
  const { page, purchases } = await openStore(journeys, '/pages/index/play?drama_id=d_winter-bride&episode_no=11')
  const address = page.url()
  const pass = inApp(page, 'button.paywall-pass')
  await expect.poll(() => pass.textContent()).toMatch(/29,90$/)
  await pass.click()
  await decideInFrame(page, 'approve')
  await expect.poll(() => inApp(page, '.toast').textContent()).toContain('passe')
  await inApp(page, '.sheet').waitFor({ state: 'detached' })
  expect(page.url()).toBe(address)
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
  expect(await inApp(page, '.vip .button').textContent()).toBe('Renovar')
  await inApp(page, '.vip .button').click()
  await expect.poll(() => inApp(page, '.pay-button').textContent()).toMatch(/29,90$/)
})

test('D-011 where coins are missing the paywall sells what is enough: declined it is tried again, put aside it is taken up, paid it is one tap to unlock', async () => {
  const { page, orders, purchases } = await openStore(
    journeys,
    '/pages/index/play?drama_id=d_winter-bride&episode_no=11'
  )
  const unlocks: string[] = []
  page.on('request', request => request.url().includes('/drama/unlock') && unlocks.push(request.url()))
  const address = page.url()
  const packs = inApp(page, 'button.paywall-pack')
  await packs.first().waitFor()
  const words = async () => (await packs.allTextContents()).map(text => text.replaceAll('\u00a0', ' '))
  expect(await words()).toEqual(['300Moedas R$ 9,90', '600Moedas+30 bônusR$ 19,90', '1.200Moedas+120 bônusR$ 39,90'])
  expect(await inApp(page, '.locked-missing').textContent()).toBe('Faltam 60 moedas.')
  expect(await runAxe(page)).toEqual([])
  await takeScreenshot(page, 'paywall-packs')
  await packs.first().click()
  await decideInFrame(page, 'decline')
  await inApp(page, '.sheet .checkout-failed').waitFor()
  expect(await inApp(page, '.sheet .checkout').textContent()).toContain('Nada foi cobrado.')
  await button(page, 'Tentar de novo').click()
  await paymentFrame(page).locator('button').first().waitFor()
  await page.goBack()
  await inApp(page, '.sheet').waitFor({ state: 'detached' })
  await button(page, 'Continuar o pagamento').click()
  await decideInFrame(page, 'leave')
  await inApp(page, '.sheet').waitFor({ state: 'detached' })
  await page.reload()
  await button(page, 'Continuar o pagamento').click()
  await decideInFrame(page, 'approve')
  await inApp(page, '.sheet .checkout-done').waitFor()
  expect(await inApp(page, '.checkout-gain').textContent()).toBe('+400')
  await takeScreenshot(page, 'paywall-paid')
  expect([unlocks, page.url(), orders.length, purchases().length]).toEqual([[], address, 2, 1])
  await inApp(page, '.sheet').getByRole('button', { name: 'Desbloquear por 60' }).click()
  await inApp(page, '.locked').waitFor({ state: 'detached' })
  expect(unlocks).toHaveLength(1)
})

test('who closes what has arrived has the unlock in focus; all other ways are under more options', async () => {
  const { page } = await openStore(journeys, '/pages/index/play?drama_id=d_winter-bride&episode_no=11')
  const more = inApp(page, '.locked-more')
  await inApp(page, 'button.paywall-pack').first().waitFor()
  expect(await inApp(page, '.locked-choices .locked-choices button').count()).toBe(0)
  await more.click()
  expect(await inApp(page, '.locked-choices .locked-choices button').allTextContents()).toEqual([
    expect.stringMatching(/^Episódios 11 a 62/),
    'Ver todos os pacotes',
    '',
    'Ganhar moedas grátis'
  ])
  await button(page, 'Ver todos os pacotes').click()
  expect(await inApp(page, '.sheet .unlock-goal').textContent()).toContain('Faltam 60 moedas')
  await expect.poll(() => inApp(page, '.sheet .pay-button').textContent()).toMatch(/9,90$/)
  await page.goBack()
  await inApp(page, 'button.paywall-pack').first().click()
  await decideInFrame(page, 'approve')
  await inApp(page, '.checkout-done').waitFor()
  await inApp(page, '.sheet-close').click()
  const first = inApp(page, '.locked-choice.primary')
  await expect.poll(() => first.textContent()).toBe('Desbloquear por 60')
  await expect.poll(() => first.evaluate(element => element.matches(':focus'))).toBe(true)
  await expect.poll(() => inApp(page, '.locked-facts').textContent()).toContain('400 moedas')
})

test('unlocking all while an episode plays pauses it under the store, which says what is missing; closed, it plays on', async () => {
  const { page } = await openStore(journeys, '/pages/index/play?drama_id=d_winter-bride&episode_no=1')
  const isPaused = () =>
    inApp(page, '.player [data-offset="0"] video').evaluate((video: HTMLVideoElement) => video.paused)
  await inApp(page, '.seek-bar').waitFor()
  await expect.poll(isPaused).toBe(false)
  const address = page.url()
  const openAll = async () => {
    await inApp(page, 'button.episode-bar').click()
    await inApp(page, '.unlock-all .button').click()
    await inApp(page, '.sheet .unlock-goal').waitFor()
    await expect.poll(isPaused).toBe(true)
  }
  await openAll()
  expect(await inApp(page, '.sheet .unlock-goal').textContent()).toContain('Faltam 2.652 moedas')
  await page.goBack()
  await inApp(page, '.sheet').waitFor({ state: 'detached' })
  await expect.poll(isPaused).toBe(false)
  await openAll()
  await inApp(page, '.sheet .pay-button').click()
  await decideInFrame(page, 'approve')
  await inApp(page, '.sheet .checkout-done').waitFor()
  const all = inApp(page, '.unlock-all .button')
  await expect.poll(() => all.evaluate(element => element.matches(':focus'))).toBe(true)
  await expect.poll(isPaused).toBe(false)
  expect(page.url()).toBe(address)
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
  const { page, context, events } = await openStore(journeys, address)
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
  await inApp(page, '.pay-button').click()
  // The page forbids frames.
  const link = inApp(page, '.checkout a')
  expect(await link.textContent()).toBe('Abrir a página de pagamento')
  const [payment] = await Promise.all([context.waitForEvent('page'), link.click()])
  await payment.waitForURL(/\/pay\/sandbox\/o_/)
  expect(await payment.evaluate(() => window.opener)).toBeNull()
  await payment.getByRole('button', { name: 'Aprovar pagamento' }).click()
  await payment.getByText('Pagamento aprovado').waitFor()
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
  expect([page.url(), consoleErrors]).toEqual([address, [expect.stringContaining("frame-src 'none'")]])
})

test('of two tabs one tells the page and both are up to date; what is paid after all is told at the next start', async () => {
  const { page, context, purchases } = await openStore(journeys)
  const other = await context.newPage()
  await other.goto(`${journeys.origin}/pages/index/my`)
  await expect.poll(() => total(other)).toBe('0')
  await page.bringToFront()
  await offer(page, '300').first().click()
  await inApp(page, '.pay-button').click()
  await decideInFrame(page, 'approve')
  await inApp(page, '.checkout-done').waitFor()
  await expect.poll(() => total(other)).toBe('400')
  expect(purchases()).toHaveLength(1)

  await button(page, 'Concluir').click()
  await page.goto(journeys.origin + STORE)
  await inApp(page, '.pay-button').click()
  await paymentFrame(page).locator('button').first().waitFor()
  const address = (await inApp(page, '.payment-tab').getAttribute('href')) ?? ''
  for (const tab of [page, other]) await tab.close()
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
