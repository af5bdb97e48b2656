// The only place that touches globals of the host page.

import type { Clock, Environment, HostPageInfo } from '../../src/core/environment.js'
import { hasConsent } from '../../src/core/session/consent.js'
import { type ConsentedStorage, createConsentedStorage } from '../../src/core/session/consented-storage.js'
import { loadApp } from '../loader/chunks.js'
import type { Routing } from './address.js'
import { createBroadcast } from './broadcast.js'
import { createHistory } from './history.js'
import { findStorage } from './storage.js'

// Taken when the script loads, before the page has a reason to wrap them.
const { fetch, setTimeout, clearTimeout } = globalThis

export interface EnvironmentOptions {
  host: HTMLElement
  routing: Routing
  base: string
  start: string
  /** Tells elements on one page apart. */
  app: string
  signal: AbortSignal
}

/** With storage that may be opened and closed. */
export type BrowserEnvironment = Environment & { storage: ConsentedStorage }

export function createEnvironment({ host, signal, ...routing }: EnvironmentOptions): BrowserEnvironment {
  const page: HostPageInfo = {
    url: window.location.href.replace(/#.*$/, ''),
    referrer: document.referrer,
    consent: host.getAttribute('consent') ?? undefined
  }
  return {
    storage: createConsentedStorage(findStorage(page)),
    clock: createClock(signal),
    fetch: (url, init) => fetch(url, init),
    upload: async (url, form) => (await import('./upload.js')).upload(url, form),
    broadcast: createBroadcast(signal, () => hasConsent(page)),
    // With the app, which is there when it asks: a moment later the browser would not open its picker.
    chooseFiles: async wanted => (await loadApp()).chooseFiles(wanted),
    newTab: async () => (await import('./tabs.js')).createTabs(),
    viewport: {
      width: () => window.innerWidth,
      height: () => window.innerHeight,
      onResize: listenTo(window, 'resize')
    },
    history: createHistory({ ...routing, signal }),
    random: length => crypto.getRandomValues(new Uint8Array(length)),
    subtle: globalThis.crypto.subtle,
    runExclusive: async (name, task) => (await loadApp()).runExclusive(name, task),
    page,
    visibility: {
      isVisible: () => document.visibilityState !== 'hidden',
      onChange: listenTo(document, 'visibilitychange')
    },
    isOnline: () => navigator.onLine,
    onOffline: listenTo(window, 'offline'),
    onHide: listenTo(window, 'pagehide'),
    onOnline: listenTo(window, 'online'),
    log: {
      error: (message, cause) => (cause === undefined ? console.error(message) : console.error(message, cause))
    },
    emit: (name, detail) =>
      host.dispatchEvent(
        new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: name === 'drama-paywall' })
      )
  }
}

const listenTo = (target: EventTarget, name: string) => (listener: () => void, signal: AbortSignal) =>
  target.addEventListener(name, listener, { signal })

function createClock(signal: AbortSignal): Clock {
  const pending = new Set<number>()
  signal.addEventListener('abort', () => pending.forEach(timer => void clearTimeout(timer)))
  return {
    now: () => Date.now(),
    setTimer(delay, task) {
      const timer = setTimeout(() => {
        pending.delete(timer)
        task()
      }, delay) as unknown as number
      if (!signal.aborted) pending.add(timer)
      else clearTimeout(timer)
      return () => {
        pending.delete(timer)
        clearTimeout(timer)
      }
    }
  }
}
