import { launch, ProtocolError } from 'puppeteer-core'
import { createPuppeteerEngine } from './puppeteer-page.js'

const PREFERENCES = {
  // Delivers touch events on a machine without a touch screen.
  'dom.w3c_touch_events.enabled': 1,
  'media.autoplay.default': 0,
  'media.volume_scale': '0.0'
}

export const createFirefox = (executablePath: string) =>
  createPuppeteerEngine(
    'firefox',
    () =>
      launch({
        browser: 'firefox',
        executablePath,
        headless: true,
        defaultViewport: null,
        extraPrefsFirefox: PREFERENCES
      }),
    async (page, { width, height }) => {
      // Firefox 140 sets the size, and does not know the orientation that puppeteer sets with it.
      await page.setViewport({ width, height }).catch(error => {
        if (!(error instanceof ProtocolError && error.message.includes('setScreenOrientationOverride'))) throw error
      })
      await page.waitForFunction(`innerWidth === ${width} && innerHeight === ${height}`)
    }
  )
