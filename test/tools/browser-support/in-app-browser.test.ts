import { expect, test, vi } from 'vitest'
import { findExternalLinkTarget, isInAppBrowser } from '../../../src/dom/browser-features/in-app-browser.js'
import { inAppBrowsers, ordinaryBrowsers } from '../../../tools/build/browser-support/in-app-browsers.js'

const inApp = inAppBrowsers.flatMap(({ name, userAgents }) => userAgents.map(userAgent => ({ name, userAgent })))

test.each(inApp)('$name is an in-app browser: $userAgent', ({ userAgent }) => {
  vi.stubGlobal('navigator', { userAgent })
  expect([isInAppBrowser(), findExternalLinkTarget()]).toEqual([true, '_top'])
})

test.each(ordinaryBrowsers)('%s is an ordinary browser', userAgent => {
  vi.stubGlobal('navigator', { userAgent })
  expect([isInAppBrowser(), findExternalLinkTarget()]).toEqual([false, '_blank'])
})
