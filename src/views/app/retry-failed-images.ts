import type { Environment } from '../../core/environment.js'

const RETRY_DELAYS_MS = [2000, 8000]

/** Requests images again that failed: after a while, and when requests may succeed again. */
export function retryFailedImages(root: ShadowRoot, { clock, onOnline }: Environment, signal: AbortSignal): void {
  const failures = new WeakMap<EventTarget, number>()
  function onError({ target }: Event) {
    if (!(target instanceof HTMLImageElement)) return
    const count = failures.get(target) ?? 0
    const delay = RETRY_DELAYS_MS[count]
    failures.set(target, count + 1)
    if (delay !== undefined) clock.setTimer(delay, () => retryIfFailed(target))
  }
  const forget = ({ target }: Event) => target && failures.delete(target)
  // Both events do not bubble.
  root.addEventListener('error', onError, { signal, capture: true })
  root.addEventListener('load', forget, { signal, capture: true })
  const retryAll = () => root.querySelectorAll('img').forEach(retryIfFailed)
  retryAll()
  onOnline(retryAll, signal)
}

function retryIfFailed(image: HTMLImageElement) {
  const { src, complete, naturalWidth } = image
  if (!src || !complete || naturalWidth > 0) return
  // WebKit requests nothing if the address is only set again.
  image.removeAttribute('src')
  image.src = src
}
