import { inAppBrowsers } from '../browser-support/in-app-browsers.js'
import { oldestBrowsers } from '../browser-support/oldest-browsers.mjs'
import { optionalFeatures } from '../browser-support/optional-features.js'
import { findFeature, isSupportedInPart, versionSince } from '../browser-support/support-data.js'
import { formatCode, toTable } from './markdown.js'

const COLUMNS = {
  Chrome: 'chrome',
  'Android WebView': 'webview_android',
  Firefox: 'firefox',
  Safari: 'safari',
  'Safari on iOS': 'safari_ios',
  'Samsung Internet': 'samsunginternet_android'
}

export function createBrowserFeatureTables(): Record<string, string> {
  return {
    'oldest browsers': toTable(
      ['browser', 'oldest version'],
      Object.entries(COLUMNS).map(([name, browser]) => [name, oldestBrowsers[browser] ?? ''])
    ),
    'optional features': toTable(
      ['feature', 'what for', ...Object.keys(COLUMNS), 'without it', 'checked by'],
      Object.entries(optionalFeatures).map(([name, { paths, use, without, check }]) => {
        const feature = findFeature(paths[0])
        const since = Object.values(COLUMNS).map(browser => {
          const version = feature && versionSince(feature, browser)
          return version ? `${version}${isSupportedInPart(feature, browser) ? ' in part' : ''}` : 'never'
        })
        const checkedBy =
          'function' in check
            ? formatCode(`${check.function}()`)
            : 'file' in check
              ? formatCode(check.file)
              : check.none
        return [name, use, ...since, without, checkedBy]
      })
    ),
    'in app browsers': toTable(
      ['app', 'user agent', 'source'],
      inAppBrowsers.flatMap(({ name, userAgents, source }) =>
        userAgents.map(userAgent => [name, formatCode(userAgent), `[source](${source})`])
      )
    )
  }
}
