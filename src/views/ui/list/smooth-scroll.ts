import { prefersReducedMotion } from './prefers-reduced-motion.js'

const DURATION_MS = 500

/**
 * Scrolls in DURATION_MS, because the duration of native smooth scrolling cannot be set. Returns a function that stops
 * it.
 */
export function smoothScroll(track: HTMLElement, left: number): () => void {
  const listeners = new AbortController()
  // Switches off scroll snap, which would pull every step to the nearest slide.
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
    const share = Math.min(1, (now - startedAt) / DURATION_MS)
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

function easeInOut(share: number): number {
  return share < 0.5 ? 2 * share ** 2 : 1 - 2 * (1 - share) ** 2
}
