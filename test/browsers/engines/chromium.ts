import { launch } from 'puppeteer-core'
import { chromiumLaunch } from '../../support/chromium.mjs'
import { createPuppeteerEngine } from './puppeteer-page.js'

export const createChromium = () =>
  createPuppeteerEngine(
    'chromium',
    async () => {
      const { executablePath, args } = await chromiumLaunch()
      return launch({ executablePath, args, headless: 'shell', defaultViewport: null })
    },
    (page, { width, height }) => page.setViewport({ width, height, hasTouch: width < 600 })
  )
