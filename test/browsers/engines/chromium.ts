import { launch } from 'puppeteer-core'
import { chromiumLaunch } from '../../support/chromium.mjs'
import { createPuppeteerEngine } from './puppeteer-page.js'

export const createChromium = () =>
  createPuppeteerEngine(
    'chromium',
    async hasForcedColors => {
      const { executablePath, args } = await chromiumLaunch()
      // The flag also gives the colours of a dark contrast theme, where emulation has those of a light one.
      if (hasForcedColors) args.push('--force-high-contrast')
      return launch({ executablePath, args, headless: 'shell', defaultViewport: null })
    },
    (page, { width, height }, scale) =>
      page.setViewport({ width, height, deviceScaleFactor: scale, hasTouch: width < 600 })
  )
