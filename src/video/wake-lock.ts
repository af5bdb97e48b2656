/** Keeps the screen from going dark. */
export interface WakeLock {
  /** Where the screen cannot be kept on, nothing happens. */
  setActive(isWanted: boolean): void
}

/** The browser lets go whenever the document is hidden: it is asked again when it is back. Ends with the signal. */
export function createWakeLock(document: Document, signal: AbortSignal): WakeLock {
  let isWanted = false
  let isAsking = false
  let held: WakeLockSentinel | undefined

  async function update() {
    if (!isWanted || signal.aborted) {
      const letGo = held
      held = undefined
      await letGo?.release().catch(() => undefined)
      return
    }
    if (isAsking || (held && !held.released) || document.visibilityState === 'hidden') return
    isAsking = true
    // Absent on plain http, and refused on low battery. Where a frame may not, to ask writes into the page's console.
    if (mayAsk(document)) held = await navigator.wakeLock?.request('screen').catch(() => undefined)
    isAsking = false
    if (!isWanted || signal.aborted) await update()
  }

  const look = () => void update()
  document.addEventListener('visibilitychange', look, { signal })
  signal.addEventListener('abort', look)
  return {
    setActive(next) {
      isWanted = next
      look()
    }
  }
}

function mayAsk(document: Document & { featurePolicy?: { allowsFeature(name: string): boolean } }): boolean {
  return document.featurePolicy?.allowsFeature('screen-wake-lock') ?? true
}
