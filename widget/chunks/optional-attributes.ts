// Fetched where the page wants what few pages want of the element: another look, its title managed, its events shown.
import { manageDocumentTitle } from '../appearance/document-title.js'
import { applyTheme } from '../appearance/theme.js'
import { isSwitchOn } from '../element/attributes.js'
import type { InspectorOptions } from '../inspector/inspector.js'
import type { AppHandle, OptionalAttributesState } from '../loader/launch.js'

export interface OptionalAttributesOptions extends InspectorOptions {
  run: AppHandle
}

/** The answer does what the attributes say by then; it resolves when the app may run: nothing is told before. */
export function createOptionalAttributes(wishing: OptionalAttributesOptions): () => Promise<OptionalAttributesState> {
  const { host, root, front, run } = wishing
  const { signal } = front
  let titled: AbortController | undefined
  let isThemed = false
  let partnerWatch: Promise<(() => void) | undefined> | undefined

  function heedTitle() {
    if (isSwitchOn(host, 'manage-title') === Boolean(titled)) return
    titled?.abort()
    titled = titled ? undefined : title()
  }

  function title(): AbortController {
    const stop = new AbortController()
    signal.addEventListener('abort', () => stop.abort(), { signal: stop.signal })
    run.whenApp.then(
      app => stop.signal.aborted || manageDocumentTitle(app, host.ownerDocument, stop.signal),
      () => undefined
    )
    return stop
  }

  function heedPartner() {
    if (partnerWatch) void partnerWatch.then(heed => heed?.())
    else if (host.hasAttribute('partner-token')) {
      partnerWatch = Promise.all([run.whenApp, import('../../src/core/account/partner-sign-in.js')]).then(
        ([app, { watchPartnerToken }]) => watchPartnerToken(app),
        () => undefined
      )
    }
  }

  return async () => {
    heedPartner()
    isThemed ||= ['theme', 'brand', 'logo'].some(name => host.hasAttribute(name))
    const dressed = isThemed ? applyTheme(host, root, run.whenApp, signal).catch(() => undefined) : Promise.resolve()
    if (!signal.aborted) heedTitle()
    if (isSwitchOn(host, 'debug')) {
      await import('../inspector/inspector.js').then(
        ({ inspect }) => inspect(wishing),
        () => undefined
      )
    }
    return { dressed }
  }
}
