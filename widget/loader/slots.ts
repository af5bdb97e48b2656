/** What the page itself has to show until the app is drawn: its `loading` slot, where that is empty its other children. */
export function createLoadingSlot(): HTMLSlotElement {
  const slot = createSlot('loading')
  slot.append(document.createElement('slot'))
  return slot
}

/** What stands there when the app cannot start: the page's `error` slot, or a way to try again that needs no words. */
export function createErrorSlot(retry: () => void): HTMLSlotElement {
  const slot = createSlot('error')
  const button = document.createElement('button')
  button.className = 'failure wordless'
  button.part.add('error')
  button.ariaLabel = button.textContent = '\u21bb'
  slot.append(button)
  slot.addEventListener('click', retry)
  return slot
}

function createSlot(name: string): HTMLSlotElement {
  return Object.assign(document.createElement('slot'), { name })
}
