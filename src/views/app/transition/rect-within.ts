/** In px from the corner of `container`, wherever the host page has scrolled it. */
export function rectWithin(container: Element, element: Element): DOMRect {
  const outer = container.getBoundingClientRect()
  const inner = element.getBoundingClientRect()
  return new DOMRect(inner.x - outer.x, inner.y - outer.y, inner.width, inner.height)
}

export function place(element: HTMLElement, { x, y, width, height }: DOMRect): void {
  Object.assign(element.style, {
    left: `${x}px`,
    top: `${y}px`,
    width: `${width}px`,
    height: `${height}px`
  })
}
