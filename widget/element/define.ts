import { VERSION } from '../../src/core/lib/version.js'
import { loadApp, loadInstantStart, loadViews } from '../loader/chunks.js'
import { createElementClass, type R2wcClass } from './element.js'

export const TAG = 'drama-app'

/**
 * Registers `<drama-app>` unless it is registered already. `createBase` runs only where there is a DOM. `scriptUrl` is
 * undefined in a host's bundle, whose address does not say where the API is. `onStart` is called for each instance.
 */
export function define(
  createBase: () => CustomElementConstructor,
  scriptUrl?: string,
  onStart?: (host: HTMLElement) => void
): void {
  if (typeof window === 'undefined') return
  const existing = customElements.get(TAG)
  if (existing) {
    console.warn(`<${TAG}> is defined already; version ${VERSION} stands back.`)
    return
  }
  // Before the upgrade, because the code of a first picture should arrive before its bytes.
  for (const fetchPart of chunksToPreload()) fetchPart().catch(() => undefined)
  customElements.define(TAG, createElementClass(createBase() as R2wcClass, scriptUrl, onStart))
}

/** Guesses from the elements in the document what the first screen will need. */
function chunksToPreload(): (() => Promise<unknown>)[] {
  if (!document.querySelector(TAG)) return []
  const isEpisode = /[?&]drama(_id)?=/.test(window.location.href) || document.querySelector(`${TAG}[start]`)
  return isEpisode ? [loadInstantStart] : [loadApp, loadViews]
}
