export interface ElementReport {
  route: string
  lang: string
  lpid: string | null
  isLogin: boolean
  version: string
  warning: string | undefined
  element: DramaAppElement
}

export interface DramaAppElement extends HTMLElement {
  version: string
  reLaunch(to: { url: string }): Promise<unknown>
  getState(): Omit<ElementReport, 'warning' | 'version' | 'element'>
}

/** Returns undefined while the element is not running, because `getState` throws then. */
export function readElementReport(event: Event, before: ElementReport | undefined): ElementReport | undefined {
  const element = event.target
  if (!isDramaApp(element)) return before
  try {
    const lastWarning = before?.element === element ? before.warning : undefined
    const warning = event.type === 'drama-visit' ? readWarning(event) : lastWarning
    return { ...element.getState(), version: element.version, warning, element }
  } catch {
    return undefined
  }
}

function readWarning(event: Event): string | undefined {
  const detail: unknown = event instanceof CustomEvent ? event.detail : undefined
  const hasWarning = typeof detail === 'object' && detail !== null && 'warning' in detail
  return hasWarning && typeof detail.warning === 'string' ? detail.warning : undefined
}

function isDramaApp(target: EventTarget | null): target is DramaAppElement {
  return target instanceof HTMLElement && 'getState' in target
}
