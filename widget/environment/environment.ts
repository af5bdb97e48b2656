import type { Environment, Site } from '../../src/core/environment.js'
import { hasConsent } from '../../src/core/session/consent.js'
import { createBroadcast } from './broadcast.js'
import { createHistory } from './history.js'
import type { AppHistoryOptions, AppHistoryState } from './history-start.js'
import { type BrowserLaunchEnvironment, listenTo } from './launch-environment.js'
import { runExclusive } from './locks.js'

/** The page of the standalone site sets it. */
const SITE = Symbol.for('drama-site')
type SitePage = { [SITE]?: Site }

/** Extends the same object, so that the loader and the app see each other's changes. */
export function completeEnvironment(
  launch: BrowserLaunchEnvironment,
  options: AppHistoryOptions,
  first: AppHistoryState,
  signal: AbortSignal
): Environment {
  return Object.assign(launch, {
    broadcast: createBroadcast(launch.channel, () => hasConsent(launch.page), signal),
    history: createHistory(options, first, signal),
    upload: async (...form: Parameters<Environment['upload']>) => (await import('./upload.js')).upload(...form),
    loadFilePicker: async () => (await import('./file-picker.js')).chooseFiles,
    loadTabs: async () => (await import('./tabs.js')).createTabs(),
    site: () => (globalThis as SitePage)[SITE],
    subtle: globalThis.crypto.subtle,
    runExclusive,
    isOnline: () => navigator.onLine,
    onOffline: listenTo(window, 'offline'),
    onPageHide: listenTo(window, 'pagehide'),
    readCookies: () => document.cookie,
    log: {
      error: (message: string, cause?: unknown) =>
        cause === undefined ? console.error(message) : console.error(message, cause)
    }
  })
}
