// Chunk: loaded instead of the app in a browser that is too old for it. Uses only what such browsers have.
import { findOldBrowserMessages } from '../../src/core/i18n/old-browser-messages.js'

const IOS_UPDATE = 'https://support.apple.com/HT204204'
const BROWSER_UPDATE = 'https://www.google.com/chrome/'

/** Shows one sentence and a link in each element, also in those that are added later. */
export function showOldBrowserNotice(document: Document, tag: string): void {
  const showAll = () => document.querySelectorAll<HTMLElement>(tag).forEach(showIn)
  showAll()
  new MutationObserver(showAll).observe(document, { childList: true, subtree: true })
}

const shown = new WeakSet<Element>()

function showIn(host: HTMLElement) {
  if (shown.has(host)) return
  shown.add(host)
  const { ownerDocument: document } = host
  const named = [host.getAttribute('lang'), document.documentElement.lang].filter(code => code !== null && code !== '')
  const { tag, messages } = findOldBrowserMessages([...(named as string[]), ...navigator.languages])
  const notice = document.createElement('p')
  notice.lang = tag
  notice.setAttribute('role', 'alert')
  // Single properties, because no Content-Security-Policy forbids them.
  notice.style.padding = '24px 16px'
  notice.style.textAlign = 'center'
  notice.style.font = '16px/1.5 system-ui, sans-serif'
  notice.style.background = '#0b0b10'
  notice.style.color = '#fff'
  const link = document.createElement('a')
  link.href = /iP(hone|ad|od)/.test(navigator.userAgent) ? IOS_UPDATE : BROWSER_UPDATE
  link.textContent = messages.update
  link.style.color = 'inherit'
  notice.appendChild(document.createTextNode(`${messages.tooOld} `))
  notice.appendChild(link)
  host.textContent = ''
  host.style.display = 'block'
  host.appendChild(notice)
}
