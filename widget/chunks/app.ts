// Chunk: the app without its views.
import type { App } from '../../src/core/app.js'
import { createApp } from '../../src/core/create-app.js'
import { preloadPage } from '../../src/views/app/page-modules.js'
import { completeEnvironment } from '../environment/environment.js'
import type { LaunchContext } from '../loader/launch.js'

export function startApp({ environment, historyOptions, historyStart, options, signIn, signal }: LaunchContext): App {
  const app = createApp(completeEnvironment(environment, historyOptions, historyStart, signal), options, signIn)
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
