import { VERSION } from '../../src/core/lib/version.js'
import { loadApp, loadInstantStart, loadViews } from '../loader/chunks.js'
import { createElementClass, type R2wcClass } from './element.js'

export const TAG = 'drama-app'

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
  // Before the upgrade, so that the code is requested before the first picture's bytes.
  for (const loadChunk of listChunksToPreload()) loadChunk().catch(() => undefined)
  customElements.define(TAG, createElementClass(createBase() as R2wcClass, scriptUrl, onStart))
}

function listChunksToPreload(): (() => Promise<unknown>)[] {
  if (!document.querySelector(TAG)) return []
  const isEpisode = /[?&]drama(_id)?=/.test(window.location.href) || document.querySelector(`${TAG}[start]`)
  return isEpisode ? [loadInstantStart] : [loadApp, loadViews]
}
