import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hasFocus, inApp, prepareJourneys } from '../support/journey.js'
import { pageStates } from '../support/page-states.js'
import { playAddress } from '../support/player-page.js'

const journeys = prepareJourneys()

const MY = '/pages/index/my'
const WALLET = '/pages/wallet/wallet'

test.each([
  ['name', MY, '.profile-name button', '.profile-form input'],
  ['recovery code', MY, '.profile-account .menu-line', '.sheet'],
  ['auto-unlock', MY, '.settings li:nth-child(3) [role=switch][aria-disabled=false]', '.sheet'],
  ['about the drama', '/pages/index/dramas', '.feed-actions button:last-child', '.sheet'],
  ['sign-in', MY, '.profile-user > .button', '.sheet'],
  ['spending limits', MY, '.settings li:nth-child(4) button', '.sheet'],
  ['language', MY, '.settings li:nth-child(5) button', '.sheet'],
  ['feedback', MY, '.settings li:nth-child(6) button', '.sheet'],
  ['statement', WALLET, '.wallet-movements-head button', '.sheet'],
  ['ledger check', WALLET, '.wallet-check', '.sheet'],
  ['submissions', '/pages/reward/reward', '.reward-submissions', '.sheet'],
  ['episodes', playAddress(1), 'button.episode-bar', '.sheet'],
  ['share', playAddress(1), '.rail button:nth-child(3)', '.sheet'],
  ['more', playAddress(1), '.rail button:nth-child(4)', '.sheet'],
  ['playback settings', playAddress(1), '.window-buttons + .round', '.sheet']
])('the focus goes into the sheet %s, and back to what opened it', async (_name, address, opener, opened) => {
  const page = await journeys.open(address)
  const button = inApp(page, `.page:not([hidden]) ${opener}`).first()
  await button.waitFor()
  // The player takes the focus once it is drawn.
  if (address.includes('/play')) await expect.poll(() => page.evaluate(hasFocusInApp)).toBe(true)
  await expectFocusReturns(page, button, 'Enter', opened)
})

test('the focus goes into the sheet account deletion, and back to what opened it', async () => {
  const page = await journeys.open(MY)
  await pageStates.find(({ name }) => name === 'my-entered')?.prepare?.(page)
  await page.keyboard.press('Escape')
  await inApp(page, '.sheet').waitFor({ state: 'detached' })
  await expectFocusReturns(page, inApp(page, '.profile-account .menu-line').nth(3), 'Enter', '.account-points')
})

test('the focus goes into the sheet shortcuts, and back to the player', async () => {
  const page = await journeys.open(playAddress(1))
  await inApp(page, '.rail').waitFor()
  await expectFocusReturns(page, inApp(page, '.player'), '?', '.sheet')
})

test('the focus goes into the sheet payment, and then to the heading of what stands in place of its button', async () => {
  const page = await journeys.open('/pages/wallet/store')
  await inApp(page, '.pay-button').waitFor()
  await expectFocusReturns(page, inApp(page, '.pay-button'), 'Enter', '.sheet', inApp(page, 'h2[tabindex="-1"]'))
})

/** `key` opens the sheet while `opener` has the focus. */
async function expectFocusReturns(
  page: Page,
  opener: Locator,
  key: string,
  opened: string,
  next = opener
): Promise<void> {
  await opener.focus()
  await page.keyboard.press(key)
  const sheet = inApp(page, opened).first()
  await sheet.waitFor()
  await expect
    .poll(() =>
      sheet.evaluate(
        element =>
          element.matches(':focus, :focus-within, :has(:focus)') ||
          element.closest('dialog')?.matches(':focus, :focus-within') === true
      )
    )
    .toBe(true)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(next)).toBe(true)
}

/** Runs in the page. */
function hasFocusInApp() {
  return document.querySelector('drama-app')?.shadowRoot?.activeElement !== null
}
