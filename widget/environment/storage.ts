import type { HostPageInfo } from '../../src/core/environment.js'
import { hasConsent } from '../../src/core/session/consent.js'
import type { BrowserStorage } from '../../src/core/session/consented-storage.js'

/** Undefined where the viewer has not let us, or the browser blocks it: in a sandboxed frame the property alone throws. */
export function findStorage(page: HostPageInfo): BrowserStorage | undefined {
  try {
    return hasConsent(page) ? window.localStorage : undefined
  } catch {
    return undefined
  }
}
