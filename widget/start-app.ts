import { type App, createApp } from '../src/core/app.js'
import { LANGUAGE_KEY } from '../src/core/language-choice.js'
import { readShared, readStart } from '../src/core/start.js'
import { warmPage } from '../src/views/lazy-page.js'
import { readRouting } from './address.js'
import { type AttributeName, isOn, readApiBase, readCampaign, readMaxWidth } from './attributes.js'
import { createEnvironment } from './environment.js'
import { followWindow } from './host-variables.js'

declare const ENVELOPE_SECRET: string

/** What a new value of an attribute changes at once. */
export type LiveAttributes = { [Name in AttributeName]?: (value: string | null) => void }

let created = 0

/** An app with what the attributes of its element say now. */
export function startApp(host: HTMLElement, root: ShadowRoot, scriptUrl: string): { app: App; live: LiveAttributes } {
  const read = (name: AttributeName) => host.getAttribute(name)
  const controller = new AbortController()
  const { signal } = controller
  const environment = createEnvironment({
    host,
    routing: readRouting(read('routing')),
    base: read('base') ?? '/',
    start: readShared(window.location.href) ?? readStart(read('start') ?? undefined) ?? '/',
    app: `${++created}`,
    signal
  })
  const { lpid, warning } = readCampaign(read('lpid'), environment.page.url)
  const app = createApp(environment, {
    lpid,
    warning,
    apiBase: readApiBase(read('api-base'), scriptUrl),
    // What the viewer chose in the app goes before what the page suggests.
    lang: environment.storage.get(LANGUAGE_KEY) ?? read('lang') ?? undefined,
    envelopeSecret: ENVELOPE_SECRET,
    hasHotkeys: () => read('hotkeys') !== 'off'
  })
  app.signal.addEventListener('abort', () => controller.abort())
  const first = app.router.$stack.get().top?.route.name
  if (first) warmPage(first)
  const switchTitle = createTitleSwitch(app, host)
  switchTitle()
  return {
    app,
    live: {
      lang: value => void app.showLanguage(value ?? environment.storage.get(LANGUAGE_KEY) ?? 'pt'),
      'max-width': followWindow(root, environment.viewport, () => readMaxWidth(read('max-width')), signal),
      'manage-title': switchTitle,
      // Read anew for every key.
      hotkeys: () => undefined
    }
  }
}

/** Begins or ends managing the document's title, as the attribute says by then. */
function createTitleSwitch(app: App, host: HTMLElement): () => void {
  let stop = new AbortController()
  app.signal.addEventListener('abort', () => stop.abort())
  return () => {
    stop.abort()
    if (!isOn(host, 'manage-title')) return
    stop = new AbortController()
    const { signal } = stop
    void import('./title.js').then(
      ({ manageTitle }) => signal.aborted || manageTitle(app, host.ownerDocument, signal),
      () => undefined
    )
  }
}
