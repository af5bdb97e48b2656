// Chunk: loaded if the address has a recovery code.
import { recoverFromLink } from '../../src/core/account/recover-from-link.js'
import { readRecoveryCode } from '../../src/core/account/recovery-link.js'
import type { App } from '../../src/core/app.js'

/** Removes the code from the address first, so that only one app on the page asks the viewer. */
export function openRecoveryLink(app: App): void {
  const code = readRecoveryCode(window.location.hash)
  if (code === undefined) return
  const url = new URL(window.location.href)
  url.hash = ''
  try {
    window.history.replaceState(window.history.state, '', url)
  } catch {
    // Some documents, such as local files, cannot change their address.
  }
  void recoverFromLink(app, code)
}
