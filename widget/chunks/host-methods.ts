// What a page may have the app do besides going places; fetched when it is asked for.
import type { App } from '../../src/core/app.js'
import { runRemoteCommand } from '../../src/core/playback/remote-control.js'

export type HostMethodName = 'play' | 'pause' | 'openStore'

/** Each rejects with `<name>:fail <reason>`. */
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
    // Not a second one over the first.
    const isThere = router.$stack.get().top?.route.name === 'store'
    await (isThere ? router.redirectTo({ url }) : router.navigateTo({ url }))
  }
}
