import { expect, test } from 'vitest'
import { openHostPage, readAddress } from '../support/app.js'
import { inApp } from '../support/element.js'
import { prepareJourneys } from '../support/journey.js'
import { decidePayment } from '../support/payment.js'
import { expectEpisode, playAddress } from '../support/player.js'

const journeys = prepareJourneys()

/** The first ten are free. */
const LOCKED = playAddress(11)

test('a locked episode sells coins, a sandbox payment brings them, and one tap unlocks it', async () => {
  const page = await journeys.open(LOCKED)
  await expect.poll(() => inApp(page, '.locked-missing').text()).toBe('Faltam 60 moedas.')
  await inApp(page, 'button.paywall-pack').click()
  await decidePayment(page, 'decline')
  await inApp(page, '.sheet .checkout-failed').waitFor()
  await inApp(page, '.sheet button', { name: 'Tentar de novo' }).click()
  await decidePayment(page, 'approve')
  await inApp(page, '.sheet .checkout-done').waitFor()
  await inApp(page, '.sheet button', { name: /Desbloquear por 60/ }).click()
  await inApp(page, '.locked').waitForGone()
  await expectEpisode(page, 11)
  expect(await readAddress(page)).toBe(LOCKED)
  await page.reload()
  await expectEpisode(page, 11)
})

test('coins of the store are chosen by keyboard, and the wallet lists what was paid', async () => {
  const page = await journeys.open('/pages/wallet/store')
  await inApp(page, '.store-card input').focus()
  for (let presses = 0; presses < 4; presses++) await page.press('ArrowDown')
  await inApp(page, '.pay-button', { name: 'Pagar R$ 39,90' }).click()
  await decidePayment(page, 'approve')
  await expect.poll(() => inApp(page, '.sheet .checkout-gain').text()).toBe('+1.420')
  await inApp(page, '.sheet button', { name: 'Concluir' }).click()
  await inApp(page, '.tab-bar button', { name: 'Perfil' }).click()
  await expect.poll(() => inApp(page, '.profile-total').text()).toBe('1.420')
  await page.goto(new URL('/pages/wallet/wallet', journeys.origin).href)
  await expect.poll(() => inApp(page, '.wallet-total').text()).toBe('1.420')
  await inApp(page, '.wallet-record').waitFor()
  await inApp(page, '[role="tab"]', { name: 'Bônus' }).click()
  await expect.poll(() => readAddress(page)).toBe('/pages/wallet/wallet?tab=bonus')
  await inApp(page, '.page:not([hidden]) .page-back').click()
  await inApp(page, '.tab-bar').waitFor()
})

test('on a page of another origin the payment is in a frame of its own, and what it brings unlocks the episode', async () => {
  const page = await openHostPage(
    journeys,
    '<drama-app start="drama:d_winter-bride,ep:11" style="display:block;height:812px"></drama-app>'
  )
  await inApp(page, 'button.paywall-pack').click()
  await decidePayment(page, 'approve')
  await inApp(page, '.sheet .checkout-done').waitFor()
  await inApp(page, '.sheet button', { name: /Desbloquear por 60/ }).click()
  await inApp(page, '.locked').waitForGone()
  await expectEpisode(page, 11)
  expect(await readAddress(page)).toBe('/landing?lpid=a1')
})
