import type { App } from '../../src/core/app.js'
import { watchPageTitle } from '../../src/core/page-title.js'

interface ManagedTitle {
  pageTitle: string
  lastWritten: string
  signals: Set<AbortSignal>
}

const managedTitles = new WeakMap<Document, ManagedTitle>()

export function manageDocumentTitle(app: App, document: Document, signal: AbortSignal): void {
  const title = managedTitles.get(document) ?? {
    pageTitle: document.title,
    lastWritten: document.title,
    signals: new Set()
  }
  managedTitles.set(document, title)
  title.signals.add(signal)
  watchPageTitle(
    app,
    text => {
      if (document.title !== title.lastWritten) title.pageTitle = document.title
      document.title = text
      // Reads the title back, because the document strips spaces.
      title.lastWritten = document.title
    },
    signal
  )
  signal.addEventListener('abort', () => {
    title.signals.delete(signal)
    if (title.signals.size > 0) return
    managedTitles.delete(document)
    if (document.title === title.lastWritten) document.title = title.pageTitle
  })
}
