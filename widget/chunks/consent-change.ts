// Chunk: loaded when the viewer's consent changes.
import type { App } from '../../src/core/app.js'
import { hasConsent } from '../../src/core/session/consent.js'
import { applyConsentDenied, applyConsentGranted } from '../../src/core/session/consent-change.js'
import { openChannel, STORAGE_USE_ANSWER, STORAGE_USE_QUESTION } from '../environment/channel.js'
import type { BrowserLaunchEnvironment } from '../environment/launch-environment.js'
import { findStorage } from '../environment/storage.js'

/** A frozen tab does not respond in time; it signs in again when it resumes. */
const STORAGE_ANSWER_TIMEOUT_MS = 300

export async function applyConsent({ page, storage }: BrowserLaunchEnvironment, app: App | undefined): Promise<void> {
  if (page.consent === 'denied') {
    const isUsed = async () => (await isUsedElsewhere()) || hasConsent(page)
    return applyConsentDenied(app, findStorage({ ...page, consent: 'granted' }), isUsed)
  }
  if (!hasConsent(page)) throw new Error(`setConsent:fail \`${page.consent}\` is no answer`)
  if (app && !app.signal.aborted) await applyConsentGranted(app, storage, findStorage(page))
}

function isUsedElsewhere(): Promise<boolean> {
  const channel = openChannel()
  if (!channel) return Promise.resolve(false)
  return new Promise<boolean>(resolve => {
    channel.addEventListener('message', ({ data }) => data === STORAGE_USE_ANSWER && resolve(true))
    setTimeout(resolve, STORAGE_ANSWER_TIMEOUT_MS, false)
    channel.postMessage(STORAGE_USE_QUESTION)
  }).finally(() => channel.close())
}
