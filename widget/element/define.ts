import { VERSION } from '../../src/core/lib/version.js'
import { loadApp, loadInstantStart, loadViews } from '../loader/chunks.js'
import { createElementClass } from './element.js'

export const TAG = 'drama-app'

/**
 * Registers `<drama-app>` once; a second script, or another version, stands back with a warning. Without `scriptUrl` the
 * code came with a bundle of the host's, whose address says nothing of where the API is. `onStart` hears of each life.
 */
export function define(scriptUrl?: string, onStart?: (host: HTMLElement) => void): void {
  if (typeof window === 'undefined') return
  const existing = customElements.get(TAG)
  if (existing) {
    console.warn(`<${TAG}> is defined already; version ${VERSION} stands back.`)
    return
  }
  // Before anything else runs: what feeds a first picture is to be there when its bytes are.
  for (const fetchPart of chunksToPreload()) fetchPart().catch(() => undefined)
  customElements.define(TAG, createElementClass(scriptUrl, onStart))
}

/** By the elements that are there; a guess, which costs time where it is wrong, and nothing else. */
function chunksToPreload(): (() => Promise<unknown>)[] {
  if (!document.querySelector(TAG)) return []
  const isEpisode = /[?&]drama(_id)?=/.test(window.location.href) || document.querySelector(`${TAG}[start]`)
  return isEpisode ? [loadInstantStart] : [loadApp, loadViews]
}
