// Entry of the script-tag bundle.
import { define, TAG } from './element/define.js'
import { isOldBrowser } from './element/is-old-browser.js'
import { createLazyBase } from './element/lazy-renderer.js'

if (isOldBrowser()) {
  import('./chunks/old-browser.js').then(
    ({ showOldBrowserNotice }) => showOldBrowserNotice(document, TAG),
    () => undefined
  )
} else define(createLazyBase, import.meta.url)
