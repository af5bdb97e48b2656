// Chunk: the app without its views, loaded by every instance.
import type { App } from '../../src/core/app.js'
import { createApp } from '../../src/core/create-app.js'
import { preloadPage } from '../../src/views/app/page-modules.js'
import { completeEnvironment } from '../environment/environment.js'
import type { LaunchContext } from '../loader/launch.js'

declare const ENVELOPE_SECRET: string

const WARNINGS_DELAY_MS = 1000

export function startApp(context: LaunchContext): App {
  const { host, environment, historyOptions, historyStart, options, signIn, signal } = context
  // Extends the same object, because attribute changes still write to it.
  const appOptions = Object.assign(options, {
    envelopeSecret: ENVELOPE_SECRET,
    hasHotkeys: () => host.getAttribute('hotkeys') !== 'off'
  })
  const app = createApp(completeEnvironment(environment, historyOptions, historyStart, signal), appOptions, signIn)
  warnAboutAttributesLater(app, host)
  const { top } = app.router.$stack.get()
  if (top) preloadPage(top.route.name)
  const onHashChange = () =>
    /^#drama-code=/.test(window.location.hash) &&
    import('./recovery-link.js').then(({ openRecoveryLink }) => openRecoveryLink(app), ignore)
  onHashChange()
  window.addEventListener('hashchange', onHashChange, { signal: app.signal })
  return app
}

function warnAboutAttributesLater({ environment, signal }: App, host: HTMLElement) {
  const load = () =>
    import('./attribute-warnings.js').then(({ watchAttributes }) => watchAttributes(host, signal), ignore)
  const schedule = () => environment.clock.setTimer(WARNINGS_DELAY_MS, load)
  host.addEventListener('drama-ready', schedule, { once: true, signal })
}

function ignore() {}
