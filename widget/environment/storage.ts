import type { HostPageInfo } from '../../src/core/environment.js'
import { hasConsent } from '../../src/core/session/consent.js'
import type { BrowserStorage } from '../../src/core/session/consented-storage.js'

/** Undefined without consent, or if storage is blocked: in a sandboxed frame, reading the property throws. */
export function findStorage(page: HostPageInfo): BrowserStorage | undefined {
  try {
    return hasConsent(page) ? window.localStorage : undefined
  } catch {
    return undefined
  }
}
