import { hasWakeLock } from '../dom/browser-features/controls.js'

export interface ScreenWakeLock {
  setActive(isWanted: boolean): void
}

/** Requests the lock again when the document is visible, because the browser releases it when hidden. */
export function createWakeLock(document: Document, signal: AbortSignal): ScreenWakeLock {
  let isWanted = false
  let isRequesting = false
  let lock: WakeLockSentinel | undefined

  async function update() {
    if (!isWanted || signal.aborted) {
      const previousLock = lock
      lock = undefined
      await previousLock?.release().catch(() => undefined)
      return
    }
    if (isRequesting || (lock && !lock.released) || document.visibilityState === 'hidden') return
    isRequesting = true
    // Rejected on low battery. In a frame without permission, a request logs to the console.
    if (hasWakeLock() && isAllowed(document)) lock = await navigator.wakeLock.request('screen').catch(() => undefined)
    isRequesting = false
    if (!isWanted || signal.aborted) await update()
  }

  const onChange = () => void update()
  document.addEventListener('visibilitychange', onChange, { signal })
  signal.addEventListener('abort', onChange)
  return {
    setActive(next) {
      isWanted = next
      onChange()
    }
  }
}

function isAllowed(document: Document & { featurePolicy?: { allowsFeature(name: string): boolean } }): boolean {
  return document.featurePolicy?.allowsFeature('screen-wake-lock') ?? true
}
