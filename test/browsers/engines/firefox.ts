import { launch, ProtocolError } from 'puppeteer-core'
import { createPuppeteerEngine } from './puppeteer-page.js'

const PREFERENCES = {
  // Delivers touch events on a machine without a touch screen.
  'dom.w3c_touch_events.enabled': 1,
  'media.autoplay.default': 0,
  'media.volume_scale': '0.0'
}

/** Firefox’s own setting “Colors: always”, which is what a contrast theme of the system sets too. */
const FORCED_COLORS = { 'browser.display.document_color_use': 2 }

export const createFirefox = (executablePath: string) =>
  createPuppeteerEngine(
    'firefox',
    hasForcedColors =>
      launch({
        browser: 'firefox',
        executablePath,
        headless: true,
        defaultViewport: null,
        extraPrefsFirefox: hasForcedColors ? { ...PREFERENCES, ...FORCED_COLORS } : PREFERENCES
      }),
    async (page, { width, height }, scale) => {
      // Firefox 140 sets the size, and does not know the orientation that puppeteer sets with it.
      await page.setViewport({ width, height, deviceScaleFactor: scale }).catch(error => {
        if (!(error instanceof ProtocolError && error.message.includes('setScreenOrientationOverride'))) throw error
      })
      await page.waitForFunction(`innerWidth === ${width} && innerHeight === ${height}`)
    }
  )
