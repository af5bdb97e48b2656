/** Decelerates, as a page that was pushed by a finger does. */
export const EASE_OUT = 'cubic-bezier(0.2, 0.8, 0.2, 1)'

/** Animations that belong together, and what they changed in the DOM. */
export interface Transition {
  animate(element: Element, keyframes: Keyframe[], options: KeyframeAnimationOptions): void
  /** Keeps a page in the picture that React has hidden. */
  keepVisible(page: HTMLElement): void
  raise(page: HTMLElement): void
  add(element: HTMLElement, parent: Element): void
  /** Holds the end until `isDone`, asked once a frame, or `timeoutMs` later. */
  holdUntil(isDone: () => boolean, timeoutMs: number): void
  /** Ends when all animations have. Call it after the last of them. */
  endWhenFinished(): void
  /** Shows the page as it is without motion. */
  end(): void
}

export function createTransition(): Transition {
  const animations: Animation[] = []
  const waits: Promise<unknown>[] = []
  const cleanups: (() => void)[] = []
  let isEnded = false

  function end() {
    if (isEnded) return
    isEnded = true
    for (const animation of animations) animation.cancel()
    for (const cleanup of cleanups) cleanup()
  }

  function mark(page: HTMLElement, name: 'leaving' | 'entering') {
    page.dataset.transition = name
    cleanups.push(() => delete page.dataset.transition)
  }

  return {
    animate(element, keyframes, options) {
      const animation = element.animate(keyframes, { fill: 'both', ...options })
      animations.push(animation)
      waits.push(animation.finished)
    },
    keepVisible(page) {
      mark(page, 'leaving')
      // Tab would reach its controls, which are about to be hidden with the focus.
      page.inert = true
      cleanups.push(() => {
        page.inert = false
      })
    },
    raise: page => mark(page, 'entering'),
    add(element, parent) {
      parent.append(element)
      cleanups.push(() => element.remove())
    },
    holdUntil(isDone, timeoutMs) {
      const since = performance.now()
      waits.push(
        new Promise<void>(resolve => {
          const check = () => {
            if (isEnded || isDone() || performance.now() - since > timeoutMs) resolve()
            else requestAnimationFrame(check)
          }
          check()
        })
      )
    },
    endWhenFinished() {
      Promise.all(waits).then(end, end)
    },
    end
  }
}
