// Fetched where the page wants what few pages want of the element: another look, its title managed, its events shown.
import { manageTitle } from '../appearance/document-title.js'
import { wear } from '../appearance/theme.js'
import { isOn } from '../element/attributes.js'
import type { Inspected } from '../inspector/inspector.js'
import type { Heeded, Run } from '../loader/launch.js'

export interface Wishing extends Inspected {
  run: Run
}

/** The answer does what the attributes say by then; it resolves when the app may run: nothing is told before. */
export function createHeed(wishing: Wishing): () => Promise<Heeded> {
  const { host, root, front, run } = wishing
  const { signal } = front
  let titled: AbortController | undefined
  let isDressed = false
  let vouch: Promise<(() => void) | undefined> | undefined

  function heedTitle() {
    if (isOn(host, 'manage-title') === Boolean(titled)) return
    titled?.abort()
    titled = titled ? undefined : title()
  }

  function title(): AbortController {
    const stop = new AbortController()
    signal.addEventListener('abort', () => stop.abort(), { signal: stop.signal })
    run.whenApp.then(
      app => stop.signal.aborted || manageTitle(app, host.ownerDocument, stop.signal),
      () => undefined
    )
    return stop
  }

  function heedPartner() {
    if (vouch) void vouch.then(heed => heed?.())
    else if (host.hasAttribute('partner-token')) {
      vouch = Promise.all([run.whenApp, import('../../src/core/account/partner-sign-in.js')]).then(
        ([app, { watchPartnerToken }]) => watchPartnerToken(app),
        () => undefined
      )
    }
  }

  return async () => {
    heedPartner()
    isDressed ||= ['theme', 'brand', 'logo'].some(name => host.hasAttribute(name))
    const dressed = isDressed ? wear(host, root, run.whenApp, signal).catch(() => undefined) : Promise.resolve()
    if (!signal.aborted) heedTitle()
    if (isOn(host, 'debug')) {
      await import('../inspector/inspector.js').then(
        ({ inspect }) => inspect(wishing),
        () => undefined
      )
    }
    return { dressed }
  }
}
