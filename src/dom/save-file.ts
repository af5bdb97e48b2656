import type { Clock } from '../core/environment.js'

/** How long the browser may take to read the text, in ms. */
const LIFE = 60_000

/** Gives a text to the viewer as a file of the browser's downloads. */
export function saveFile(root: ShadowRoot, clock: Clock, file: { name: string; type: string; text: string }): void {
  const url = URL.createObjectURL(new Blob([file.text], { type: `${file.type};charset=utf-8` }))
  const link = root.ownerDocument.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  clock.after(LIFE, () => URL.revokeObjectURL(url))
}
