/** Copies an element with what it shows: its scroll position and what was typed. Nobody can reach the copy. */
export function copyElement(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement
  copy.inert = true
  copy.ariaHidden = 'true'
  for (const named of [copy, ...copy.querySelectorAll('[id], [part]')]) {
    named.removeAttribute('id')
    named.removeAttribute('part')
  }
  for (const image of copy.querySelectorAll('img')) {
    image.loading = 'eager'
    image.decoding = 'sync'
  }
  const typed = element.querySelectorAll<HTMLInputElement>('input, textarea')
  copy.querySelectorAll<HTMLInputElement>('input, textarea').forEach((field, index) => {
    field.value = typed[index]?.type === 'file' ? '' : (typed[index]?.value ?? '')
  })
  return copy
}

/** In px, within `container`. Not affected by a host page that scrolls. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export function boxWithin(container: Element, element: Element): Box {
  const outer = container.getBoundingClientRect()
  const inner = element.getBoundingClientRect()
  return { x: inner.x - outer.x, y: inner.y - outer.y, width: inner.width, height: inner.height }
}

export function place(element: HTMLElement, { x, y, width, height }: Box): void {
  Object.assign(element.style, {
    left: `${x}px`,
    top: `${y}px`,
    width: `${width}px`,
    height: `${height}px`
  })
}

/** Copies the tab bar, which React removes from the DOM with the last tab. */
export function copyTabBar(root: ShadowRoot): HTMLElement | undefined {
  const bar = root.querySelector<HTMLElement>('.tab-bar')
  return bar ? copyElement(bar) : undefined
}
