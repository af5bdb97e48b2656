import type { Environment } from '../../../core/environment.js'
import { prefersReducedMotion } from './prefers-reduced-motion.js'

const INTERVAL_MS = 5000

/**
 * Calls `onNext` at intervals until the signal, except while the swiper is touched, hovered, focused or invisible, and
 * with reduced motion. Returns a function that begins the interval again.
 */
export function startSwiperAutoplay(
  swiper: HTMLElement,
  { clock, visibility }: Pick<Environment, 'clock' | 'visibility'>,
  onNext: () => void,
  signal: AbortSignal
): () => void {
  const interactions = new Set<'touch' | 'hover' | 'focus'>()
  let cancel: () => void = () => undefined

  function restart() {
    cancel()
    if (signal.aborted || interactions.size > 0 || prefersReducedMotion()) return
    cancel = clock.setTimer(INTERVAL_MS, () => {
      restart()
      if (visibility.isVisible() && swiper.clientWidth > 0) onNext()
    })
  }

  const listen = (type: 'touch' | 'hover' | 'focus', start: string, ...ends: string[]) => {
    const onStart = (event: Event) => {
      // A tap also fires mouse events, but never the one for leaving.
      if (event instanceof PointerEvent && event.pointerType !== 'mouse') return
      interactions.add(type)
      restart()
    }
    const onEnd = () => {
      if (interactions.delete(type)) restart()
    }
    swiper.addEventListener(start, onStart, { passive: true, signal })
    for (const end of ends) swiper.addEventListener(end, onEnd, { passive: true, signal })
  }
  listen('touch', 'touchstart', 'touchend', 'touchcancel')
  listen('hover', 'pointerenter', 'pointerleave')
  listen('focus', 'focusin', 'focusout')
  signal.addEventListener('abort', () => cancel())
  restart()
  return restart
}
