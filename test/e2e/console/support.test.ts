import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callOperator, openConsole, runConsoleAxe } from '../support/console.js'
import { inApp, prepareJourneys } from '../support/journey.js'
import { playAddress } from '../support/player-page.js'
import { takeScreenshot } from '../support/screenshots.js'

const journeys = prepareJourneys()

async function callViewer(path: string, body: object | null, token?: string) {
  const response = await fetch(`${journeys.origin}${path}`, {
    method: body === null ? 'GET' : 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
      'XX-Device-Id': crypto.randomUUID(),
      ...(token !== undefined && { Authorization: token })
    },
    ...(body !== null && { body: JSON.stringify(body) })
  })
  const { code, data } = await response.json()
  expect(code, path).toBe(200)
  return data
}

/** A viewer who has paid R$ 9,90 for 300 coins. */
async function openBuyer() {
  const { token, user } = await callViewer('/index/visitor_login', {})
  const { order_no } = await callViewer('/store/order', { product_id: 'p_brl_300', provider: 'sandbox' }, token)
  await fetch(`${journeys.origin}/pay/sandbox/${order_no}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision: 'approve' })
  })
  const readWallet = async () => {
    const { coins, bonus } = await callViewer('/wallet/index', null, token)
    return { coins, bonus }
  }
  return { userId: String(user.id), token, orderNo: String(order_no), readWallet }
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('link', { name: 'Busca' }).click()
  await page.getByLabel('Buscar por').fill(text)
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
}

test('support refunds a part of an order; a lost answer and a double click refund it once', async () => {
  const buyer = await openBuyer()
  expect(await buyer.readWallet()).toEqual({ coins: 300, bonus: 100 })
  const page = await openConsole(journeys, 'support')
  await search(page, buyer.orderNo.slice(0, 12))
  await page.getByTitle(buyer.orderNo).click()
  await page.getByRole('button', { name: 'Reembolsar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Uma parte').click()
  await dialog.getByLabel('Valor em BRL').fill('20')
  await dialog.getByLabel('Motivo').fill('Sem <b>som</b>')
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await dialog.getByText('Digite um valor de até R$ 9,90.').waitFor()
  await dialog.getByLabel('Valor em BRL').fill('1,5555')
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await dialog.getByText('BRL tem no máximo 2 casas decimais.').waitFor()
  await dialog.getByLabel('Valor em BRL').fill('3,30')
  await dialog.getByText('Nada disso foi gasto.').waitFor()
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await dialog.getByText('Retira do espectador 100 moedas e 33 de bônus').waitFor()
  await dialog.getByText('Se moedas ou bônus deste pedido já foram gastos, o reembolso é recusado').waitFor()
  await dialog.getByText('Sem <b>som</b>').waitFor()

  let sent = 0
  await page.route('**/operator/order_refund', async route => {
    sent += 1
    if (sent > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  const refund = dialog.getByRole('button', { name: 'Reembolsar R$ 3,30' })
  await refund.dblclick()
  await dialog.getByRole('alert').waitFor()
  await refund.click()
  await dialog.getByText('R$ 3,30 reembolsados').waitFor()
  await dialog.getByRole('button', { name: 'Fechar' }).last().click()

  await expect.poll(() => page.getByText(/^Reembolso de R\$\s3,30 por support-/).count()).toBe(1)
  await page.getByText(/^support-.*: Reembolsar/).waitFor()
  await page.getByText('R$ 3,30 devolvidos pelo provedor').waitFor()
  await page.getByText('Sem <b>som</b>').waitFor()
  await page.getByText('Reembolsado em parte').waitFor()
  expect(await buyer.readWallet()).toEqual({ coins: 200, bonus: 67 })

  const shortId = buyer.userId.slice(-8).toUpperCase()
  expect(await page.locator('time').first().getAttribute('title')).toMatch(/ (BRT|GMT|UTC)/)
  expect(await page.getByTitle(buyer.userId).first().textContent()).toBe(shortId)
  await page.getByTitle(buyer.userId).first().click()
  await page.getByRole('heading', { level: 1, name: shortId }).waitFor()
  await page.getByRole('tab', { name: 'Extrato' }).click()
  await page.getByRole('row', { name: /Reembolso.*-100.*-33/ }).waitFor()
})

test('what waits on Today leads to the orders and the postbacks that it is about', async () => {
  const buyer = await openBuyer()
  const page = await openConsole(journeys, 'owner')
  const common = { count: 2, overdue: 0, oldest_at: null, campaigns: [] }
  const campaign = { lpid: 'verao', name: 'Verão', partner_id: 'pt_verao', count: 2 }
  const list = [
    { ...common, kind: 'disputes', target: 'orders' },
    { ...common, kind: 'failed_refunds', target: 'orders' },
    { ...common, kind: 'failed_postbacks', target: 'postbacks', campaigns: [campaign] }
  ]
  const json = { code: 200, msg: 'ok', data: { list } }
  await page.route('**/operator/attention*', route => route.fulfill({ json }))
  // Otherwise the list of the server replaces it.
  await page.route('**/console/api/live', route => route.abort())
  await page.getByRole('link', { name: 'Hoje' }).click()
  const attention = page.getByRole('region', { name: 'Precisa de alguém' })
  const failed = await attention.getByRole('link', { name: /postbacks sem entrega/ }).getAttribute('href')
  expect(failed).toBe('/console/partner/postbacks?partner=pt_verao&status=failed&lpid=verao')
  const refunds = await attention.getByRole('link', { name: /não chegaram ao comprador/ }).getAttribute('href')
  expect(refunds).toBe('/console/orders?status=refund_failed')

  await attention.getByRole('link', { name: '2 pagamentos contestados' }).click()
  await page.getByRole('heading', { level: 1, name: 'Pedidos' }).waitFor()
  const status = page.getByRole('combobox', { name: 'Situação' })
  await expect.poll(() => status.inputValue()).toBe('Contestado')
  expect(await page.getByTitle(buyer.orderNo).count()).toBe(0)
  await status.click()
  await page.getByRole('option', { name: 'Pago', exact: true }).click()
  await page.getByTitle(buyer.orderNo).click()
  await page.getByRole('heading', { level: 1, name: 'Pedido', exact: true }).waitFor()
  await page.goBack()
  await expect.poll(() => status.inputValue()).toBe('Pago')
})

test('coins above the limit wait until another person approves them', async () => {
  const buyer = await openBuyer()
  const page = await openConsole(journeys, 'support')
  await search(page, buyer.userId.slice(-8))
  await page.getByTitle(buyer.userId).click()
  await page.getByRole('button', { name: 'Dar ou retirar moedas' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Acima de 500 em 24 horas').waitFor()
  await dialog.getByRole('button', { name: 'Dar', exact: true }).click()
  await dialog.getByText('Digite um número inteiro de 1 a 1.000.000.').waitFor()
  await dialog.getByLabel('Quantas').fill('1e3')
  await dialog.getByRole('button', { name: 'Dar', exact: true }).click()
  await dialog.getByText('1.000.000').waitFor()
  expect(await dialog.getByLabel('Quantas').inputValue()).toBe('1e3')
  await dialog.getByLabel('Quantas').fill('600')
  await dialog.getByLabel('Motivo').fill(`Perdeu a conta ${buyer.userId.slice(-8)}`)
  await dialog.getByRole('button', { name: 'Dar 600 de bônus' }).click()
  await dialog.getByText('+600 de bônus: isso passa do limite de 500 em 24 horas').waitFor()
  await dialog.getByRole('button', { name: 'Fechar' }).last().click()
  expect(await buyer.readWallet()).toEqual({ coins: 300, bonus: 100 })

  await page.getByRole('link', { name: 'Pedidos de moedas' }).click()
  const cardOf = (console: Page) => console.getByRole('article').filter({ hasText: buyer.userId.slice(-8) })
  await cardOf(page).getByText('Seu: outra pessoa decide').waitFor()
  expect(await cardOf(page).getByRole('button', { name: 'Aprovar' }).count()).toBe(0)

  const second = await openConsole(journeys, 'support', { name: 'Bia Reis' })
  await second.getByRole('link', { name: 'Pedidos de moedas' }).click()
  await cardOf(second).getByRole('button', { name: 'Aprovar' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Aprovar' }).click()
  await expect.poll(() => cardOf(second).count()).toBe(0)
  expect(await buyer.readWallet()).toEqual({ coins: 300, bonus: 700 })
})

test('a viewer whose refund left a debt reads at a locked episode how much it is and what settles it', async () => {
  const buyer = await openBuyer()
  const { coins_needed } = await callViewer('/drama/quote?drama_id=d_winter-bride&to_no=14', null, buyer.token)
  const unlock = { drama_id: 'd_winter-bride', to_no: 14, expect_price: coins_needed }
  await callViewer('/drama/unlock_to', unlock, buyer.token)
  const refund = { order_no: buyer.orderNo, spent: 'debt', reason: 'Comprou sem querer' }
  await callOperator(journeys.origin, 'POST order_refund', refund)
  const { debt } = await callViewer('/wallet/index', null, buyer.token)
  expect(debt).toBeGreaterThan(0)
  const page = await journeys.open('/host/', {}, opened =>
    opened.addInitScript(token => localStorage.setItem('firstui_m_token', token), buyer.token)
  )
  await page.goto(`${journeys.origin}${playAddress(15)}`)
  await inApp(page, '.unlock-notice')
    .getByText(`Você deve ${debt} moedas por causa de um reembolso. Só moedas quitam a dívida, bônus não.`)
    .waitFor()
  await takeScreenshot(page, 'paywall-debt')
})

test('an answer that is too long is kept and told, and leaving it asks first', async () => {
  const buyer = await openBuyer()
  await callViewer('/feedback/submit', { kind: 'bug', text: 'O som some' }, buyer.token)
  const page = await openConsole(journeys, 'support')
  await page.getByRole('link', { name: 'Mensagens' }).click()
  await page.getByRole('button', { name: 'Responder' }).first().click()
  const answer = page.getByRole('textbox', { name: 'Sua resposta' })
  await answer.fill('é'.repeat(2001))
  await page.getByText('2.001 de 2.000 caracteres').waitFor()
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByText('Uma resposta tem no máximo 2.000 caracteres.').waitFor()
  await page.getByRole('link', { name: 'Pedidos', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ficar' }).click()
  expect((await answer.inputValue()).length).toBe(2001)
  const { list } = await callOperator(journeys.origin, 'GET feedback_list', { status: 'open' })
  expect(list.some(({ text }: { text: string }) => text === 'O som some')).toBe(true)
})

test('whoever gives bonus to a viewer in debt is told that it settles nothing, and so is who approves it', async () => {
  const buyer = await openBuyer()
  const { coins_needed } = await callViewer('/drama/quote?drama_id=d_winter-bride&to_no=14', null, buyer.token)
  const unlock = { drama_id: 'd_winter-bride', to_no: 14, expect_price: coins_needed }
  await callViewer('/drama/unlock_to', unlock, buyer.token)
  const page = await openConsole(journeys, 'support')
  await search(page, buyer.orderNo)
  await page.getByTitle(buyer.orderNo).click()
  const refundWith = async (spent: string) => {
    await page.getByRole('button', { name: 'Reembolsar' }).click()
    await page.getByRole('dialog').getByText(spent).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reembolsar R$ 9,90' }).click()
  }
  await page.getByRole('button', { name: 'Reembolsar' }).click()
  await page
    .getByRole('dialog')
    .getByText(/^Disso, \d+ moedas e \d+ de bônus já foram gastos\.$/)
    .waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('dialog').getByText('Escolha o que acontece com eles').waitFor()
  await page.keyboard.press('Escape')
  await refundWith('Não reembolsar')
  await page.getByRole('dialog').getByText('Escolha o que acontece com eles').waitFor()
  await page.keyboard.press('Escape')
  await refundWith('Reembolsar; o espectador fica devendo')
  await page.getByRole('dialog').getByText('R$ 9,90 reembolsados').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().click()
  await page.getByText('Recusado: moedas ou bônus deste pedido já foram gastos').waitFor()
  await page.getByTitle(buyer.userId).first().click()
  await page.getByRole('button', { name: 'Dar ou retirar moedas' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^O espectador deve \d+ moedas por causa de um reembolso. Bônus não quita/).waitFor()
  await dialog.getByLabel('Quantas').fill('900')
  await dialog.getByLabel('Motivo').fill('Desculpas')
  await dialog.getByRole('button', { name: 'Dar 900 de bônus' }).click()
  await dialog.getByText('outra pessoa precisa aprovar').waitFor()

  const second = await openConsole(journeys, 'support', { name: 'Bia Reis' })
  await second.getByRole('link', { name: 'Pedidos de moedas' }).click()
  const card = second.getByRole('article').filter({ hasText: buyer.userId.slice(-8) })
  await card.getByText('Bônus não quita essa dívida').waitFor()
  await card.getByRole('button', { name: 'Aprovar' }).click()
  await second.getByRole('dialog').getByText('Bônus não quita essa dívida').waitFor()
})

async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    // The colours change in a transition.
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
    expect(await runConsoleAxe(page), `${name}, ${colorScheme}`).toEqual([])
  }
}

test('pages for support have no fault for axe in both themes', async () => {
  const buyer = await openBuyer()
  await callViewer('/feedback/submit', { kind: 'payment', text: 'Oi', order_no: buyer.orderNo }, buyer.token)
  const adjustment = { user_id: buyer.userId, kind: 'bonus', coins: 900, reason: 'x', key: crypto.randomUUID() }
  await callOperator(journeys.origin, 'POST coins_adjust', adjustment)
  const page = await openConsole(journeys, 'support', { reducedMotion: 'reduce' })
  await search(page, buyer.orderNo)
  await page.getByTitle(buyer.orderNo).waitFor()
  await expectAccessible(page, 'search')
  const addresses = {
    [`viewers/${buyer.userId}`]: 'Bônus por vencimento',
    'coin-requests': '+900 de bônus',
    feedback: 'Responder',
    [`orders/${buyer.orderNo}`]: 'Histórico'
  }
  for (const [address, content] of Object.entries(addresses)) {
    await page.goto(`${journeys.origin}/console/${address}`)
    await page.getByText(content).first().waitFor()
    await expect.poll(() => page.locator('.mantine-Loader-root').count()).toBe(0)
    await expectAccessible(page, address)
  }
  await page.getByRole('button', { name: 'Reembolsar' }).click()
  await page.getByRole('dialog').getByLabel('Motivo').waitFor()
  await expectAccessible(page, 'refund')
})
