import type { EngineName } from './engine.js'

export type Feature =
  | 'back-forward cache'
  | 'forced colours'
  | 'native HLS'
  | 'picture in picture'
  | 'printing by the driver'
  | 'touch scrolling'
  | 'touch by the driver'

interface EngineLimit {
  engine: EngineName
  feature: Feature
  /** What the engine, or its driver, lacks. */
  reason: string
  reference: string
  /** Major version that lifted the limit. */
  until?: number
}

/** What an engine cannot do. A journey that needs it says what it does instead. */
export const engineLimits: readonly EngineLimit[] = [
  {
    engine: 'chromium',
    feature: 'back-forward cache',
    reason: 'Chromium keeps no page that a debugger is attached to, so the page loads anew.',
    reference: 'https://web.dev/articles/bfcache'
  },
  {
    engine: 'firefox',
    feature: 'back-forward cache',
    reason: 'Firefox keeps no page with a MediaSource (CONTAINS_MSE_CONTENT), so the page loads anew.',
    reference: 'https://searchfox.org/mozilla-central/search?q=CONTAINS_MSE_CONTENT'
  },
  {
    engine: 'firefox',
    feature: 'native HLS',
    reason: 'Firefox plays HLS by itself only on Android.',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/MIME_types'
  },
  {
    engine: 'firefox',
    feature: 'picture in picture',
    reason: 'Firefox before 153 has a picture-in-picture button of its own, and no API of it for pages.',
    reference: 'https://bugzilla.mozilla.org/show_bug.cgi?id=1463402',
    until: 153
  },
  {
    engine: 'webkit',
    feature: 'picture in picture',
    reason: 'WebKitGTK is built without it: ENABLE_PICTURE_IN_PICTURE_API is off by default, and not set for GTK.',
    reference: 'https://github.com/WebKit/WebKit/blob/main/Source/cmake/WebKitFeatures.cmake'
  },
  {
    engine: 'webkit',
    feature: 'forced colours',
    reason: 'WebKit knows the media query and no setting that makes it true.',
    reference: 'https://developer.mozilla.org/docs/Web/CSS/@media/forced-colors'
  },
  {
    engine: 'webkit',
    feature: 'printing by the driver',
    reason: 'WebKitWebDriver 2.50 answers Print with “unknown command”: its list of commands has none.',
    reference: 'https://github.com/WebKit/WebKit/blob/main/Source/WebDriver/WebDriverService.cpp'
  },
  {
    engine: 'firefox',
    feature: 'touch scrolling',
    reason:
      'WebDriver BiDi dispatches touches in the page (sendTouchEvent), so that the browser itself scrolls nothing.',
    reference: 'https://searchfox.org/mozilla-central/source/remote/shared/webdriver/Event.sys.mjs'
  },
  {
    engine: 'webkit',
    feature: 'touch scrolling',
    reason: 'There is no finger that could scroll, see touch by the driver.',
    reference: 'https://github.com/WebKit/WebKit/blob/main/Source/cmake/OptionsGTK.cmake'
  },
  {
    engine: 'webkit',
    feature: 'touch by the driver',
    reason:
      'WebKitGTK is built with ENABLE_WEBDRIVER_TOUCH_INTERACTIONS off, and a touch pointer acts as a mouse. Journeys make touch events in the page.',
    reference: 'https://github.com/WebKit/WebKit/blob/main/Source/cmake/OptionsGTK.cmake'
  }
]

/** `version` is the major version of the engine. */
export const findLimit = (engine: EngineName, version: number, feature: Feature): EngineLimit | undefined =>
  engineLimits.find(
    limit => limit.engine === engine && limit.feature === feature && version < (limit.until ?? Number.POSITIVE_INFINITY)
  )
