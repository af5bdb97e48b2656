// Chunk: loaded by the first call of play, pause or openStore.
import type { App } from '../../src/core/app.js'
import { runRemoteCommand } from '../../src/core/playback/remote-control.js'

export type HostMethodName = 'play' | 'pause' | 'openStore'

export const hostMethods: Record<HostMethodName, (app: App, options?: unknown) => Promise<unknown>> = {
  play: app => runRemoteCommand(app, 'play'),
  async pause(app) {
    await runRemoteCommand(app, 'pause')
  },
  async openStore({ router }, options) {
    const tab: unknown = typeof options === 'object' && options !== null && 'tab' in options ? options.tab : undefined
    if (tab !== undefined && tab !== 'coins' && tab !== 'pass') {
      throw new Error(`openStore:fail tab \`${String(tab)}\` is neither coins nor pass`)
    }
    const url = `/pages/wallet/store${tab ? `?tab=${tab}` : ''}`
    const isStoreOpen = router.$stack.get().top?.route.name === 'store'
    await (isStoreOpen ? router.redirectTo({ url }) : router.navigateTo({ url }))
  }
}
