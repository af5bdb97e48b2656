import { isAllowed } from '../../src/core/session/consent.js'
import { findStorage } from '../environment/storage.js'
import type { Front, Run } from './instance.js'

/** A change of mind: what may be kept and told follows at once, what was kept a moment later. */
export function createConsentSwitch({ environment }: Front, run: Run) {
  const { page, storage } = environment
  return async (attribute: string | null): Promise<void> => {
    page.consent = attribute ?? undefined
    const app = run.app()
    // What a running app holds in memory must not be mixed with what another visit has left.
    if (!app || !isAllowed(page)) storage.kept = findStorage(page)
    return (await import('../chunks/consent-change.js')).settleConsent(environment, app)
  }
}
