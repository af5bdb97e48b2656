const MIN_VISIBLE_SHARE = 0.5
const THRESHOLDS = [...Array(21)].map((_, step) => step / 20)

export function observeVisibility(
  element: Element,
  onChange: (isInViewport: boolean) => void,
  signal: AbortSignal
): void {
  const observer = new IntersectionObserver(
    entries => {
      const { intersectionRatio = 0, intersectionRect, rootBounds } = entries.at(-1) ?? {}
      // An element taller than two windows never reaches the ratio. Both heights are 0 if the frame is not displayed.
      const isFillingWindow =
        rootBounds?.height && intersectionRect && intersectionRect.height >= rootBounds.height * MIN_VISIBLE_SHARE
      onChange(intersectionRatio >= MIN_VISIBLE_SHARE || Boolean(isFillingWindow))
    },
    { threshold: THRESHOLDS }
  )
  observer.observe(element)
  signal.addEventListener('abort', () => observer.disconnect())
}
