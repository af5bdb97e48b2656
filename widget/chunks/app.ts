// Chunk: the app without its views.
import type { App, AppOptions } from '../../src/core/app.js'
import { createApp } from '../../src/core/create-app.js'
import type { Environment } from '../../src/core/environment.js'
import type { EarlySignIn } from '../../src/core/session/early-sign-in.js'
import { preloadPage } from '../../src/views/app/page-modules.js'

// Parts of the environment that only the app uses.
export { chooseFiles } from '../environment/file-picker.js'
export { runExclusive } from '../environment/locks.js'

export function startApp(environment: Environment, options: AppOptions, signIn: EarlySignIn | undefined): App {
  const app = createApp(environment, options, signIn)
  const { top } = app.router.$stack.get()
  if (top) preloadPage(top.route.name)
  // A recovery link may also be pasted over the open page.
  const onHashChange = () =>
    /^#drama-code=/.test(window.location.hash) &&
    import('./recovery-link.js').then(
      ({ takeRecoveryLink }) => takeRecoveryLink(app),
      () => undefined
    )
  onHashChange()
  window.addEventListener('hashchange', onHashChange, { signal: app.signal })
  return app
}
