import type { EngineName } from './engine.js'

export type Feature = 'picture in picture' | 'touch scrolling' | 'touch by the driver'

interface EngineLimit {
  engine: EngineName
  feature: Feature
  /** What the engine, or its driver, lacks. */
  reason: string
  reference: string
}

/** What an engine cannot do. A journey that needs it says what it does instead. */
export const engineLimits: readonly EngineLimit[] = [
  {
    engine: 'firefox',
    feature: 'picture in picture',
    reason: 'Firefox has a picture-in-picture button of its own, and no API of it for pages.',
    reference: 'https://bugzilla.mozilla.org/show_bug.cgi?id=1463402'
  },
  {
    engine: 'webkit',
    feature: 'picture in picture',
    reason: 'WebKitGTK is built without ENABLE_PICTURE_IN_PICTURE_API.',
    reference: 'https://github.com/WebKit/WebKit/blob/main/Source/cmake/OptionsGTK.cmake'
  },
  {
    engine: 'firefox',
    feature: 'touch scrolling',
    reason: 'Touches of the driver are given to the page alone, and not to what scrolls (APZ).',
    reference: 'https://bugzilla.mozilla.org/show_bug.cgi?id=1773393'
  },
  {
    engine: 'webkit',
    feature: 'touch scrolling',
    reason: 'See touch by the driver.',
    reference: 'https://github.com/WebKit/WebKit/blob/main/Source/WTF/wtf/PlatformEnable.h'
  },
  {
    engine: 'webkit',
    feature: 'touch by the driver',
    reason:
      'WebKitWebDriver gives a pointer of the type touch to the page as a mouse. Journeys make touch events in the page.',
    reference: 'https://github.com/WebKit/WebKit/blob/main/Source/WTF/wtf/PlatformEnable.h'
  }
]

export const findLimit = (engine: EngineName, feature: Feature): EngineLimit | undefined =>
  engineLimits.find(limit => limit.engine === engine && limit.feature === feature)
