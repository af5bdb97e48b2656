// The oldest browsers that run the app, from `browserslist` in package.json.
import browserslist from 'browserslist'

const ESBUILD_NAMES = { chrome: 'chrome', edge: 'edge', firefox: 'firefox', safari: 'safari', ios_saf: 'ios' }
/** In-app browsers are the WebView of the system, of the same version. */
const DATA_NAMES = {
  chrome: ['chrome', 'chrome_android', 'webview_android'],
  edge: ['edge'],
  firefox: ['firefox'],
  safari: ['safari'],
  ios_saf: ['safari_ios', 'webview_ios'],
  samsung: ['samsunginternet_android']
}

const browsers = browserslist(undefined, { path: import.meta.dirname }).map(browser => {
  const [name, version] = browser.split(' ')
  return { name, version }
})

/** Targets of esbuild, which does not know Samsung Internet: version 21 is Chromium 110. */
export const esbuildTarget = browsers.flatMap(({ name, version }) =>
  name in ESBUILD_NAMES ? `${ESBUILD_NAMES[name]}${version}` : []
)

/** Version by name, as the compatibility data of MDN name browsers. */
export const oldestBrowsers = Object.fromEntries(
  browsers.flatMap(({ name, version }) => DATA_NAMES[name].map(dataName => [dataName, version]))
)

/** Of the script tag. Browsers that parse it, from Chrome 80, Firefox 74 and Safari 13.1, can say that they are too old. */
export const LOADER_SYNTAX = 'es2020'
