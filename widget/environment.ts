// The only place that touches globals of the host page.
import type { Clock, Environment } from '../src/core/environment.js'
import type { Routing } from './address.js'
import { createBroadcast } from './broadcast.js'
import { chooseFiles } from './choose-files.js'
import { openStream } from './early-stream.js'
import { createHistory } from './history.js'
import { createStorage } from './storage.js'
import { takeTurn } from './turns.js'

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

export function createEnvironment({ host, signal, ...routing }: EnvironmentOptions): Environment {
  return {
    storage: createStorage(),
    clock: createClock(signal),
    fetch: (url, init) => fetch(url, init),
    upload: async (url, form) => (await import('./upload.js')).upload(url, form),
    broadcast: createBroadcast(signal),
    chooseFiles,
    openStream,
    viewport: {
      width: () => window.innerWidth,
      height: () => window.innerHeight,
      onResize: (listener, until) => window.addEventListener('resize', listener, { signal: until })
    },
    history: createHistory({ ...routing, signal }),
    random: length => crypto.getRandomValues(new Uint8Array(length)),
    subtle: globalThis.crypto.subtle,
    takeTurn,
    page: {
      url: window.location.href.replace(/#.*$/, ''),
      referrer: document.referrer
    },
    visibility: {
      isVisible: () => document.visibilityState !== 'hidden',
      onChange: (listener, until) => document.addEventListener('visibilitychange', listener, { signal: until })
    },
    isOnline: () => navigator.onLine,
    onOffline: (listener, until) => window.addEventListener('offline', listener, { signal: until }),
    onHide: (listener, until) => window.addEventListener('pagehide', listener, { signal: until }),
    onOnline: (listener, until) => window.addEventListener('online', listener, { signal: until }),
    log: {
      error: (message, cause) => (cause === undefined ? console.error(message) : console.error(message, cause))
    },
    emit: (name, detail) =>
      host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }))
  }
}

function createClock(signal: AbortSignal): Clock {
  const pending = new Set<number>()
  signal.addEventListener('abort', () => pending.forEach(timer => void clearTimeout(timer)))
  return {
    now: () => Date.now(),
    after(delay, task) {
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
