import type { BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { inApp, prepareJourneys } from '../support/journey.js'
import { openPartnerSite, openProduct } from '../support/open-product.js'
import { takeScreenshot } from '../support/screenshots.js'
import { button, offer, openStore, STORE, total } from '../support/store-page.js'

const journeys = prepareJourneys(() => openProduct({ SANDBOX_PAYMENT: 'tab' }))

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

test('D-011 D-050 coins are chosen by keyboard, paid on a page of their own without a way into this one, and counted', async () => {
  const { page, purchases, events } = await openStore(journeys)
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

test('two taps make one order; one that is declined or left has charged nothing', async () => {
  const { page, orders, purchases } = await openStore(journeys, `${STORE}?tab=pass`)
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
  const { page, purchases } = await openStore(journeys, `${partner.origin}/landing?lpid=a1`, refuse)
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
