import { expect, test } from 'vitest'
import { hasFocus, inApp, prepareJourneys } from '../support/journey.js'
import { playAddress } from '../support/player-page.js'

const journeys = prepareJourneys()

const MY = '/pages/index/my'
const WALLET = '/pages/wallet/wallet'

test.each([
  ['name', MY, '.profile-name button', '.profile-form input'],
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
  await button.focus()
  await page.keyboard.press('Enter')
  const sheet = inApp(page, opened).first()
  await sheet.waitFor()
  await expect
    .poll(() =>
      sheet.evaluate(
        element =>
          element.matches(':focus, :focus-within, :has(:focus)') ||
          element.closest('dialog')?.matches(':focus') === true
      )
    )
    .toBe(true)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(button)).toBe(true)
})

/** Runs in the page. */
function hasFocusInApp() {
  return document.querySelector('drama-app')?.shadowRoot?.activeElement !== null
}
