import { expect, test } from 'vitest'
import { inApp } from '../support/element.js'
import { DESKTOP, hasFeature, prepareJourneys } from '../support/journey.js'
import { expectPlaying, playAddress } from '../support/player.js'

const journeys = prepareJourneys()

test('picture in picture shows the episode; without it there is no button', async () => {
  const page = await journeys.open(playAddress(1), DESKTOP)
  await expectPlaying(page)
  await inApp(page, 'button', { name: 'Tela cheia' }).waitFor()
  const button = inApp(page, 'button', { name: 'Picture-in-picture' })
  if (!hasFeature(page, 'picture in picture')) {
    expect(await page.evaluate('Boolean(document.pictureInPictureEnabled)')).toBe(false)
    expect(await button.count()).toBe(0)
    return
  }
  await button.click()
  const floating = () =>
    page.evaluate(`document.querySelector('drama-app').shadowRoot.pictureInPictureElement?.localName`)
  await expect.poll(floating).toBe('video')
  await inApp(page, '.player').focus()
  await page.type('p')
  await expect.poll(floating).toBeFalsy()
})
