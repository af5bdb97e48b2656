/** Copies an element with what it shows: its scroll position and what was typed. Nobody can reach the copy. */
export function copyElement(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement
  copy.inert = true
  copy.setAttribute('aria-hidden', 'true')
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

/** Copies the tab bar, which React removes from the DOM with the last tab. */
export function copyTabBar(root: ShadowRoot): HTMLElement | undefined {
  const bar = root.querySelector<HTMLElement>('.tab-bar')
  return bar ? copyElement(bar) : undefined
}
