import type { Page } from 'playwright-core'
import { playAddress } from '../../e2e/support/player-page.js'
import type { ScenarioFile } from '../scenario.js'

/** The picture that messengers show beside a link. */
async function openPreview(page: Page) {
  const address = await page.locator('meta[property="og:image"]').getAttribute('content')
  await page.goto(address ?? '')
}

export default {
  screens: [
    {
      name: 'share-card',
      path: playAddress(3),
      viewer: 'new',
      isOutsideApp: true,
      prepare: openPreview,
      readySelector: 'img'
    }
  ]
} satisfies ScenarioFile
