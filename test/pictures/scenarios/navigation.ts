import type { Page } from 'playwright-core'
import { createFinger } from '../../e2e/support/fingers.js'
import { inApp } from '../../e2e/support/journey.js'
import { playAddress } from '../../e2e/support/player-page.js'
import type { ScenarioFile } from '../scenario.js'
import { pause } from '../waiting.js'

const PULL_STEPS = 16

async function coverToPlayerAndBack(page: Page) {
  await inApp(page, '.card').first().click()
  await inApp(page, '.rail').waitFor()
  await pause(1200)
  await page.goBack()
}

async function changeTabs(page: Page) {
  for (const tab of [1, 2, 3, 0]) {
    await inApp(page, '.tab-bar button').nth(tab).click()
    await pause(700)
  }
}

async function pushAndPop(page: Page) {
  await inApp(page, '.search-field').click()
  await inApp(page, '.search-hot li').first().waitFor()
  await pause(700)
  await page.goBack()
}

async function pullSheet(page: Page) {
  await inApp(page, 'button.episode-bar').click()
  await inApp(page, '.episode-list-grid').waitFor()
  await pause(900)
  const finger = await createFinger(page)
  const box = await inApp(page, '.sheet').last().boundingBox()
  if (!box) throw new Error('no sheet is open')
  const at = (step: number) => ({ x: box.x + box.width / 2, y: box.y + 14 + step * 14 })
  await finger.down(at(0))
  for (let step = 1; step <= PULL_STEPS; step++) {
    await finger.move(at(step))
    await pause(25)
  }
  await finger.up()
}

export default {
  motions: [
    { name: 'cover-to-player', path: '/', readySelector: '.row-title', act: coverToPlayerAndBack, restMs: 1500 },
    { name: 'tab-change', path: '/', readySelector: '.row-title', act: changeTabs, restMs: 700 },
    { name: 'page-push-pop', path: '/', readySelector: '.row-title', act: pushAndPop, restMs: 800 },
    { name: 'sheet-pull', path: playAddress(1), readySelector: 'button.episode-bar', act: pullSheet, restMs: 900 }
  ]
} satisfies ScenarioFile
