/** In ms; the browser's own smooth scrolling takes the time it likes. */
const DURATION = 500

/** Scrolls a track sideways to `left`, in px; the answer ends it where it is, and so does a hand on the track. */
export function smoothScroll(track: HTMLElement, left: number): () => void {
  const listeners = new AbortController()
  // Else the browser pulls every step to the nearest slide.
  track.setAttribute('data-gliding', '')
  const from = track.scrollLeft
  let frame = 0
  let startedAt: number | undefined

  function end() {
    cancelAnimationFrame(frame)
    listeners.abort()
    track.removeAttribute('data-gliding')
  }
  function step(now: number) {
    startedAt ??= now
    const share = Math.min(1, (now - startedAt) / DURATION)
    track.scrollLeft = from + (left - from) * easeInOut(share)
    if (share < 1) frame = requestAnimationFrame(step)
    else end()
  }

  for (const name of ['pointerdown', 'wheel']) {
    track.addEventListener(name, end, { passive: true, signal: listeners.signal })
  }
  if (prefersReducedMotion()) {
    track.scrollLeft = left
    end()
  } else frame = requestAnimationFrame(step)
  return end
}

export function prefersReducedMotion(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false
}

function easeInOut(share: number): number {
  return share < 0.5 ? 2 * share ** 2 : 1 - 2 * (1 - share) ** 2
}
