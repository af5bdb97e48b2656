import type { Page } from 'playwright-core'
import { inApp } from '../../e2e/support/journey.js'
import { pageStates } from '../../e2e/support/page-states.js'
import { playAddress } from '../../e2e/support/player-page.js'
import { pickStates, type ScenarioFile } from '../scenario.js'

const STORE = '/pages/wallet/store'
const WALLET = '/pages/wallet/wallet'

async function approveOrder(page: Page) {
  await pageStates.find(({ name }) => name === 'store-paid')?.prepare?.(page)
  await inApp(page, '.checkout-done').waitFor()
}

async function unlockEpisode(page: Page) {
  await inApp(page, '.locked-choice.primary').first().click()
  await inApp(page, '.rail').waitFor()
}

export default {
  screens: [
    { name: 'paywall-zero-coins', path: playAddress(11), viewer: 'new', readySelector: '.locked-choice' },
    { name: 'paywall-coins', path: playAddress(11), viewer: 'funded', readySelector: '.locked-choice' },
    ...pickStates(['player-locked-limit', 'player-auto-unlock']),
    { name: 'store', path: STORE, readySelector: '.pay-button' },
    { name: 'store-coins', path: `${STORE}?tab=coins`, viewer: 'funded', readySelector: '.pay-button' },
    ...pickStates(['store-waiting', 'store-paid', 'store-declined']),
    { name: 'wallet', path: WALLET, viewer: 'funded', readySelector: '.wallet-balance-card' },
    ...pickStates(['wallet-topups', 'wallet-unlocks', 'wallet-bonuses', 'wallet-statement', 'wallet-check'])
  ],
  motions: [
    {
      name: 'unlock-with-coins',
      path: playAddress(11),
      viewer: 'funded',
      readySelector: '.locked-choice',
      act: unlockEpisode,
      restMs: 2500
    },
    {
      name: 'purchase-done',
      path: STORE,
      viewer: 'new',
      readySelector: '.pay-button',
      act: approveOrder,
      restMs: 1500
    }
  ]
} satisfies ScenarioFile
