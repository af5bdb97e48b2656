// Entry of the chunk with the app itself, without what draws it.

import { type App, type AppOptions, createApp } from '../../src/core/app.js'
import type { Environment } from '../../src/core/environment.js'
import type { EarlySignIn } from '../../src/core/session/early-sign-in.js'
import { preloadPage } from '../../src/views/app/page-modules.js'

// Of the environment, for the app alone.
export { chooseFiles } from '../environment/file-picker.js'
export { runExclusive } from '../environment/locks.js'

export function startApp(environment: Environment, options: AppOptions, ahead: EarlySignIn): App {
  const app = createApp(environment, options, ahead)
  const { top } = app.router.$stack.get()
  if (top) preloadPage(top.route.name)
  // A link that carries a viewer's coins, opened here or pasted over the page that is open already.
  const onHashChange = () =>
    /^#drama-code=/.test(window.location.hash) &&
    import('./recovery-link.js').then(({ takeRecoveryLink }) => takeRecoveryLink(app), ignore)
  onHashChange()
  window.addEventListener('hashchange', onHashChange, { signal: app.signal })
  return app
}

const ignore = () => undefined
