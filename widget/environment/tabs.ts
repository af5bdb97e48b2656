import type { BrowserTabs, OpenedTab } from '../../src/core/environment.js'
import { isInAppBrowser } from '../../src/dom/browser-features/in-app-browser.js'

export function createTabs(): BrowserTabs {
  return {
    open,
    currentUrl: () => window.location.href,
    onReturn(listener, signal) {
      const notifyIfVisible = () => document.visibilityState === 'visible' && listener()
      document.addEventListener('visibilitychange', notifyIfVisible, { signal })
      // Two windows side by side stay visible, so switching between them changes only the focus.
      window.addEventListener('focus', notifyIfVisible, { signal })
      window.addEventListener('pageshow', notifyIfVisible, { signal })
    }
  }
}

function open(text: string): OpenedTab | undefined {
  const tab = openBlankTab()
  if (!tab) return undefined
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

function openBlankTab(): Window | null {
  if (isInAppBrowser()) return null
  try {
    const tab = window.open('', '_blank')
    // A WebView that supports one window returns the page itself, which must not become the placeholder:
    // https://source.chromium.org/chromium/chromium/src/+/main:third_party/blink/renderer/core/page/create_window.cc
    return tab === window.top ? null : tab
  } catch {
    return null
  }
}

/** Sets single style properties, because no Content-Security-Policy forbids them. */
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
