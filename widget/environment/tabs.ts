import type { OpenedTab, Tabs } from '../../src/core/environment.js'

/** The browser's tabs, for what is done on another site's page. */
export function createTabs(): Tabs {
  return {
    open,
    currentUrl: () => window.location.href,
    onReturn(listener, signal) {
      const look = () => document.visibilityState === 'visible' && listener()
      document.addEventListener('visibilitychange', look, { signal })
      // Two windows side by side can both be seen all the time.
      window.addEventListener('focus', look, { signal })
      window.addEventListener('pageshow', look, { signal })
    }
  }
}

function open(text: string): OpenedTab | undefined {
  const tab = openBlank()
  if (!tab) return undefined
  // What is opened must not be able to send this page somewhere.
  tab.opener = null
  writePlaceholder(tab.document, text)
  return {
    goTo(url) {
      if (tab.closed) return false
      tab.location.replace(url)
      return true
    },
    close: () => tab.close()
  }
}

/** In-app browsers and sandboxed frames have no second window; some say so by throwing. */
function openBlank(): Window | null {
  try {
    return window.open('', '_blank')
  } catch {
    return null
  }
}

/** Not an empty page while the address is on its way; properties alone, which no policy of the page forbids. */
function writePlaceholder(page: Document, text: string) {
  page.title = text
  const { body } = page
  if (!body) return
  body.textContent = text
  Object.assign(body.style, {
    display: 'grid',
    placeItems: 'center',
    minHeight: '90vh',
    background: '#0b0b10',
    color: '#fff',
    font: '16px system-ui, sans-serif'
  })
}
