/** So much of an element, or of the window by it, has to be seen for it to play. */
const VISIBLE_SHARE = 0.5
const STEPS = [...Array(21)].map((_, step) => step / 20)

/** Tells whether an element can be seen well enough to be watched, first soon after the call, until the signal. */
export function observeVisibility(element: Element, onChange: (isInSight: boolean) => void, signal: AbortSignal): void {
  const observer = new IntersectionObserver(
    changes => {
      const { intersectionRatio = 0, intersectionRect, rootBounds } = changes.at(-1) ?? {}
      // What is more than twice as tall as the window is never half in it; of what is not displayed both are nothing.
      const fills =
        rootBounds?.height && intersectionRect && intersectionRect.height >= rootBounds.height * VISIBLE_SHARE
      onChange(intersectionRatio >= VISIBLE_SHARE || Boolean(fills))
    },
    { threshold: STEPS }
  )
  observer.observe(element)
  signal.addEventListener('abort', () => observer.disconnect())
}
