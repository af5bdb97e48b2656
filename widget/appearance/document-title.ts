// Fetched when a page wants its title to follow the app.
import type { App } from '../../src/core/app.js'
import { watchPageTitle } from '../../src/core/title.js'

/** What the document was called before any app of ours named it, and what it was called last. */
interface Held {
  own: string
  written: string
  by: Set<AbortSignal>
}

const ownedTitle = new WeakMap<Document, Held>()

/**
 * The document is called what the app is called, until the signal. When the last app lets go, the page has its own
 * title back, unless somebody else has changed it by then.
 */
export function manageDocumentTitle(app: App, document: Document, signal: AbortSignal): void {
  const title = ownedTitle.get(document) ?? { own: document.title, written: document.title, by: new Set() }
  ownedTitle.set(document, title)
  title.by.add(signal)
  watchPageTitle(
    app,
    text => {
      if (document.title !== title.written) title.own = document.title
      document.title = text
      // As the document reads it: without spaces that a title does not have.
      title.written = document.title
    },
    signal
  )
  signal.addEventListener('abort', () => {
    title.by.delete(signal)
    if (title.by.size > 0) return
    ownedTitle.delete(document)
    if (document.title === title.written) document.title = title.own
  })
}
