// Entry of the chunk with the app itself, without what draws it.

import { type App, type AppOptions, createApp } from '../../src/core/app.js'
import type { Environment } from '../../src/core/environment.js'
import type { EarlySignIn } from '../../src/core/session/early-sign-in.js'
import { preloadPage } from '../../src/views/app/page-modules.js'

// Of the environment, for the app alone.
export { chooseFiles } from '../environment/file-picker.js'
export { takeTurn } from '../environment/locks.js'

export function runApp(environment: Environment, options: AppOptions, ahead: EarlySignIn): App {
  const app = createApp(environment, options, ahead)
  const { top } = app.router.$stack.get()
  if (top) preloadPage(top.route.name)
  // A link that carries a viewer's coins, opened here or pasted over the page that is open already.
  const heed = () =>
    /^#drama-code=/.test(window.location.hash) && import('./recovery-link.js').then(({ bring }) => bring(app), ignore)
  heed()
  window.addEventListener('hashchange', heed, { signal: app.signal })
  return app
}

const ignore = () => undefined
