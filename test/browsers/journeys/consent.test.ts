import { expect, test } from 'vitest'
import type { BrowserPage } from '../engines/engine.js'
import { openHostPage } from '../support/app.js'
import { prepareJourneys } from '../support/journey.js'
import { expectPlaying } from '../support/player.js'

const journeys = prepareJourneys()

const readKept = (page: BrowserPage) =>
  page.evaluate(
    `[...Object.keys(localStorage), ...Object.keys(sessionStorage), document.cookie].filter(Boolean)`
  ) as Promise<string[]>

test('before an answer an episode plays and nothing is kept; a yes keeps the visitor, a no forgets it', async () => {
  const page = await openHostPage(
    journeys,
    '<drama-app consent="required" start="drama:d_winter-bride,ep:1" style="display:block;height:700px"></drama-app>'
  )
  await expectPlaying(page)
  expect(await readKept(page)).toEqual([])
  await page.evaluate(`document.querySelector('drama-app').setConsent('granted').then(() => null)`)
  await expect.poll(() => readKept(page)).toEqual(expect.arrayContaining(['drama_device_id', 'firstui_m_token']))
  await page.evaluate(`document.querySelector('drama-app').setAttribute('consent', 'denied')`)
  await expect.poll(() => readKept(page)).toEqual([])
})
