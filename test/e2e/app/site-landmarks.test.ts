import { expect, test } from 'vitest'
import { runAxe } from '../support/axe.js'
import { inApp, prepareJourneys } from '../support/journey.js'
import { pageAddresses } from '../support/page-addresses.js'

const journeys = prepareJourneys()
const themes = ['dark', 'light'] as const
test.each(themes)(
  'every page of the site has a main landmark and a heading, and no fault for axe, in the %s theme',
  async colorScheme => {
    for (const address of pageAddresses) {
      const page = await journeys.open(address, { colorScheme })
      await inApp(page, 'h1').first().waitFor({ state: 'attached' })
      await page.waitForLoadState('networkidle')
      expect(await runAxe(page, 'html'), address).toEqual([])
      await page.close()
    }
  }
)
