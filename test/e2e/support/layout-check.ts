import type { Page } from 'playwright-core'

/** Describes elements that overflow the app, buttons that cut off their text, and targets that are too small. */
export const findLayoutFaults = (page: Page): Promise<string[]> =>
  page.locator('drama-app >> .app').evaluate(listLayoutFaults)

/** Runs in the page, so it uses nothing from outside. `app` is the element `.app`. */
export function listLayoutFaults(app: HTMLElement): string[] {
  const MIN_TARGET_PX = 44
  const root = app.getRootNode() as ShadowRoot
  const frame = app.getBoundingClientRect()
  const describe = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.className} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 30)}"`
  const shown = [...app.querySelectorAll('*')].filter(element => element.checkVisibility({ visibilityProperty: true }))
  const scrollsSideways = (element: Element | null): boolean =>
    element !== null &&
    element !== app &&
    (getComputedStyle(element).overflowX !== 'visible' || scrollsSideways(element.parentElement))
  const beyond = shown
    .filter(element => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (left < frame.left - 1 || right > frame.right + 1) && !scrollsSideways(element.parentElement)
    })
    .map(element => `beyond the sides: ${describe(element)}`)
  const controls = shown.filter(element => element.matches('button, a[href], input, select, textarea, [tabindex="0"]'))
  const cut = controls
    .filter(element => element.matches('.button, .chip') && element.scrollWidth > element.clientWidth + 1)
    .map(element => `cut off: ${describe(element)}`)
  const small = controls.filter(element => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const [middle, centre] = [x + width / 2, y + height / 2]
    const hits = (left: number, top: number) => {
      const hit = root.elementFromPoint(left, top)
      return hit === element || element.contains(hit)
    }
    if (width === 0 || middle < 0 || centre < 0 || centre > innerHeight || !hits(middle, centre)) return false
    const reach = MIN_TARGET_PX / 2 - 0.5
    const isWide = width >= MIN_TARGET_PX - 0.5 || (hits(middle - reach, centre) && hits(middle + reach, centre))
    const isHigh = height >= MIN_TARGET_PX - 0.5 || (hits(middle, centre - reach) && hits(middle, centre + reach))
    return !(isWide && isHigh)
  })
  const narrow = small.map(element => {
    const { width, height } = element.getBoundingClientRect()
    return `too small: ${describe(element)} ${Math.round(width)}x${Math.round(height)}`
  })
  return [...beyond, ...cut, ...narrow]
}
