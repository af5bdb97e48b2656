import type { Clock, HostPageInfo, LaunchEnvironment } from '../../src/core/environment.js'
import { hasConsent } from '../../src/core/session/consent.js'
import { type ConsentedStorage, createConsentedStorage } from '../../src/core/session/consented-storage.js'
import { isSwitchOn } from '../element/attributes.js'
import { openAnsweringChannel } from './channel.js'
import { createOnlineEvent } from './online-event.js'
import { findStorage } from './storage.js'

// Read when the script loads, before other scripts of the page wrap them.
const { fetch, setTimeout, clearTimeout } = globalThis

export type BrowserLaunchEnvironment = LaunchEnvironment & {
  storage: ConsentedStorage
  channel: BroadcastChannel | undefined
}

export function createLaunchEnvironment(
  host: HTMLElement,
  start: string,
  signal: AbortSignal
): BrowserLaunchEnvironment {
  const page: HostPageInfo = {
    url: window.location.href.replace(/#.*$/, ''),
    referrer: document.referrer,
    consent: host.getAttribute('consent') ?? undefined,
    isTest: isSwitchOn(host, 'test') || undefined
  }
  const clock = createClock(signal)
  return {
    storage: createConsentedStorage(findStorage(page)),
    clock,
    fetch: (url, init) => fetch(url, init),
    channel: openAnsweringChannel(() => hasConsent(page), signal),
    viewport: {
      width: () => window.innerWidth,
      height: () => window.innerHeight,
      onResize: listenTo(window, 'resize')
    },
    history: { start },
    random: length => crypto.getRandomValues(new Uint8Array(length)),
    page,
    visibility: {
      isVisible: () => document.visibilityState !== 'hidden',
      onChange: listenTo(document, 'visibilitychange')
    },
    ...createOnlineEvent(clock, signal),
    emit: (name, detail) =>
      host.dispatchEvent(
        new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: name === 'drama-paywall' })
      )
  }
}

export const listenTo = (target: EventTarget, name: string) => (listener: () => void, signal: AbortSignal) =>
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
