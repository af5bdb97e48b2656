import type { HostPage } from '../../src/core/environment.js'
import { isAllowed } from '../../src/core/session/consent.js'
import type { NativeStorage } from '../../src/core/session/consented-storage.js'

/** Undefined where the viewer has not let us, or the browser blocks it: in a sandboxed frame the property alone throws. */
export function findStorage(page: HostPage): NativeStorage | undefined {
  try {
    return isAllowed(page) ? window.localStorage : undefined
  } catch {
    return undefined
  }
}
