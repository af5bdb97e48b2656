import { expect, onTestFinished, test } from 'vitest'
import type { App } from '../../src/core/app.js'
import { createPlayerPage } from '../../src/core/playback/player-page.js'
import { createProfilePage } from '../../src/core/profile/profile-page.js'
import { createUnlocker } from '../../src/core/unlock/unlocker.js'
import { createWalletPage } from '../../src/core/wallet/wallet-page.js'
import { openApp, openServer, waitForState, waitUntilSettled } from './support/open-test-app.js'

function openPlayer(app: App) {
  const page = createPlayerPage(app, { drama_id: 'd_rain', episode_no: '2' })
  const { account } = createUnlocker(app, page, {
    onUnlocked: () => undefined,
    confirmSpending: async () => true
  })
  return { info: account.info, exit: page.exit }
}

function openWallet(app: App) {
  const entry = app.router.$stack.get().top
  if (!entry) throw new Error('no page')
  return createWalletPage(app, entry)
}

test('a page that was left hears nothing of other tabs any more, and leaves no listener behind', async () => {
  const { app, environment } = openApp(await openServer())
  await waitForState(app.session.$session, 'ready')
  const before = environment.listeners()
  const wallet = openWallet(app)
  const pages = [createProfilePage(app), openPlayer(app)]
  onTestFinished(wallet.exit)
  for (const { info } of pages) await waitUntilSettled(info.$loadable)
  environment.receiveBroadcast({ balance: { coins: 9, bonus: 0 } })
  for (const page of pages) {
    expect(page.info.$loadable.get()).toMatchObject({ value: { balance: { coins: 9 } } })
    page.exit()
  }
  wallet.exit()
  environment.receiveBroadcast({ balance: { coins: 4, bonus: 0 } })
  for (const { info } of pages) expect(info.$loadable.get()).toMatchObject({ value: { balance: { coins: 9 } } })
  expect(environment.listeners()).toBe(before)
})
