// Entry of the chunk that follows a change of mind.
import type { App } from '../../src/core/app.js'
import { hasConsent } from '../../src/core/session/consent.js'
import { applyConsentDenied, applyConsentGranted } from '../../src/core/session/consent-change.js'
import { IS_STORAGE_USED, openChannel, STORAGE_IS_USED } from '../environment/broadcast.js'
import type { BrowserEnvironment } from '../environment/environment.js'
import { findStorage } from '../environment/storage.js'

/** So long others may take to say that they use the storage, in ms; who sleeps longer finds its way back by itself. */
const PATIENCE = 300

const turns = new WeakMap<BrowserEnvironment, Promise<unknown>>()

/** As the viewer wants it by then, one change after the other. `app` is the one that was running when they said so. */
export function applyConsent(environment: BrowserEnvironment, app: App | undefined): Promise<void> {
  const settle = () => settleNow(environment, app)
  const turn = (turns.get(environment) ?? Promise.resolve()).then(settle, settle)
  turns.set(environment, turn)
  return turn
}

async function settleNow({ page, storage }: BrowserEnvironment, app: App | undefined): Promise<void> {
  if (page.consent === 'denied') {
    // Who has changed their mind meanwhile is used as well.
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
    channel.addEventListener('message', ({ data }) => data === STORAGE_IS_USED && resolve(true))
    setTimeout(resolve, PATIENCE, false)
    channel.postMessage(IS_STORAGE_USED)
  }).finally(() => channel.close())
}
