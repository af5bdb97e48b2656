import type { FilePickerOptions } from '../../src/core/environment.js'

export function chooseFiles({ accept, isMultiple, isCapture }: FilePickerOptions): Promise<readonly File[]> {
  return new Promise(resolve => {
    const input = Object.assign(document.createElement('input'), { type: 'file', accept, multiple: isMultiple })
    if (isCapture) input.setAttribute('capture', 'environment')
    input.onchange = () => resolve([...(input.files ?? [])])
    input.oncancel = () => resolve([])
    input.click()
  })
}
