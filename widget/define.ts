import { VERSION } from '../src/core/version.js'
import { createElementClass } from './element.js'

export const TAG = 'drama-app'

/** Registers `<drama-app>` once; a second script, or another version, stands back with a warning. */
export function define(scriptUrl: string): void {
  if (typeof window === 'undefined') return
  const existing = customElements.get(TAG)
  if (!existing) customElements.define(TAG, createElementClass(scriptUrl))
  else console.warn(`<${TAG}> is defined already; version ${VERSION} stands back.`)
}
