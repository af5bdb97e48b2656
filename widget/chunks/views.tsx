// Entry of the chunk with what draws the app: React, and the views that every page needs.
import { createRoot } from 'react-dom/client'
import type { App } from '../../src/core/app.js'
import { adoptStyles } from '../../src/dom/adopted-styles.js'
import { AppView } from '../../src/views/app/app-view.js'
import { style } from './style.js'

/** Draws the app into a place of its own; the answer takes it away again. */
export function draw(app: App, root: ShadowRoot): () => void {
  adoptStyles(root, style)
  const place = document.createElement('div')
  place.className = 'drawn'
  root.append(place)
  const drawing = createRoot(place)
  drawing.render(<AppView app={app} root={root} />)
  return () => {
    drawing.unmount()
    place.remove()
  }
}
