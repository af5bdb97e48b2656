import { expect, test } from 'vitest'
import { openHostPage } from '../support/app.js'
import { inApp } from '../support/element.js'
import { DESKTOP, prepareJourneys } from '../support/journey.js'
import { isPaused } from '../support/player.js'

const journeys = prepareJourneys()

const element = (id: string, drama: string) =>
  `<drama-app id="${id}" start="drama:${drama},ep:1" style="display:inline-block;width:300px;height:500px"></drama-app>`

test('of two elements on a page one plays, and to start the other pauses it', async () => {
  const page = await openHostPage(journeys, element('one', 'd_winter-bride') + element('two', 'd_red-silk'), DESKTOP)
  for (const host of ['#one', '#two']) await inApp(page, 'button', { name: 'Ajustes de reprodução', host }).waitFor()
  const readPlaying = async () => {
    const one = (await isPaused(page, '#one')) === false
    const two = (await isPaused(page, '#two')) === false
    return one === two ? undefined : one ? '#one' : '#two'
  }
  await expect.poll(readPlaying).toBeTruthy()
  const first = await readPlaying()
  const second = first === '#one' ? '#two' : '#one'
  await inApp(page, '.player', { host: second }).focus()
  await page.type('k')
  await expect.poll(readPlaying).toBe(second)
  await inApp(page, '.player', { host: first ?? '' }).focus()
  await page.type('k')
  await expect.poll(readPlaying).toBe(first)
})
