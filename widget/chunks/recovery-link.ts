// Fetched where the page's address carries the code that brings a viewer's coins.
import { recoverFromLink } from '../../src/core/account/recover-from-link.js'
import { readRecoveryCode } from '../../src/core/account/recovery-link.js'
import type { App } from '../../src/core/app.js'

/** Takes the code out of the address before anything else, so that of two apps on a page one asks. */
export function takeRecoveryLink(app: App): void {
  const code = readRecoveryCode(window.location.hash)
  if (code === undefined) return
  const url = new URL(window.location.href)
  url.hash = ''
  try {
    window.history.replaceState(window.history.state, '', url)
  } catch {
    // A document that may not change its address keeps it.
  }
  void recoverFromLink(app, code)
}
