// Entry of the chunk with what draws the app: React, and the views that every page needs.
import { createRoot } from 'react-dom/client'
import type { App } from '../../src/core/app.js'
import { adoptStyles } from '../../src/dom/adopted-styles.js'
import { AppView } from '../../src/views/app/app-view.js'
import pageBar from '../../src/views/app/page-bar.css'
import reset from '../../src/views/styles/reset.css'
import shell from '../../src/views/styles/shell.css'
import tokens from '../../src/views/styles/tokens.css'
import button from '../../src/views/ui/controls/button.css'
import poster from '../../src/views/ui/drama/poster.css'
import notice from '../../src/views/ui/status/notice.css'
import spinner from '../../src/views/ui/status/spinner.css'

/** Draws the app into a place of its own; the answer takes it away again. */
export function renderApp(app: App, root: ShadowRoot): () => void {
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

export const style = tokens + reset + shell + pageBar + button + notice + poster + spinner
