import type { Page } from 'playwright-core'
import { inApp } from '../../e2e/support/journey.js'
import { pickStates, type ScenarioFile } from '../scenario.js'
import { pause } from '../waiting.js'

async function chooseEnglish(page: Page) {
  await inApp(page, '.settings li:nth-child(5) button').click()
  await inApp(page, '.languages').waitFor()
  await pause(600)
  await inApp(page, '.languages [lang="en"]').click()
  await inApp(page, '.app[lang="en"]').waitFor()
}

export default {
  screens: pickStates([
    'my-ready',
    'my-name',
    'my-limits',
    'my-language',
    'my-feedback',
    'my-auto-unlock',
    'my-entry',
    'my-code',
    'my-entered',
    'my-recovery',
    'my-deletion'
  ]),
  motions: [
    {
      name: 'language-change',
      path: '/pages/index/my',
      readySelector: '.profile-name button',
      act: chooseEnglish,
      restMs: 1000
    }
  ]
} satisfies ScenarioFile
