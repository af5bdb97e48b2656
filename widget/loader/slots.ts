export function createLoadingSlot(): HTMLSlotElement {
  const slot = createSlot('loading')
  slot.append(document.createElement('slot'))
  return slot
}

export function createErrorSlot(retry: () => void): HTMLSlotElement {
  const slot = createSlot('error')
  const button = document.createElement('button')
  button.className = 'failure retry-button'
  button.part.add('error')
  button.textContent = '\u21bb'
  slot.append(button)
  slot.addEventListener('click', retry)
  return slot
}

function createSlot(name: string): HTMLSlotElement {
  return Object.assign(document.createElement('slot'), { name })
}
