import { expect, test } from 'vitest'
import { readAddress, readRoute, waitForHome } from '../support/app.js'
import { inApp } from '../support/element.js'
import { DESKTOP, prepareJourneys, runInPage } from '../support/journey.js'
import { expectPlaying, playAddress, readEpisodeLabel } from '../support/player.js'

const journeys = prepareJourneys()

const showApp = (page: Parameters<typeof runInPage>[0]) =>
  runInPage(page, () => document.querySelector('drama-app')?.scrollIntoView({ block: 'center', behavior: 'instant' }))

test.each(['noiva', 'shurfa'])('on the landing page %s the first episode starts by itself', async name => {
  const page = await journeys.open(`/partners/${name}/`)
  await showApp(page)
  await expectPlaying(page)
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 1')
  expect(await readAddress(page)).toBe(`/partners/${name}/`)
  expect(await readRoute(page)).toContain('/pages/index/play?')
})

test.each(['nube', 'revista'])('on the landing page %s a cover of Home leads to its first episode', async name => {
  const page = await journeys.open(`/partners/${name}/`, DESKTOP)
  await showApp(page)
  await waitForHome(page)
  await inApp(page, '.hero-slide .button').click()
  await expectPlaying(page)
  expect(await readRoute(page)).toContain(playAddress(1, '').split('drama_id')[0])
})

test('on the landing page radio an episode starts in the light box that a picture opens, and ends with it', async () => {
  const page = await journeys.open('/partners/radio/#!/novelas')
  await expect.poll(() => page.evaluate(`Boolean(document.querySelector('[data-novela]'))`)).toBe(true)
  await page.evaluate(`document.querySelector('[data-novela]').click()`)
  await expectPlaying(page)
  await page.evaluate(`document.querySelector('#fechar').click()`)
  await expect.poll(() => page.evaluate(`document.querySelector('drama-app')`)).toBeNull()
})
