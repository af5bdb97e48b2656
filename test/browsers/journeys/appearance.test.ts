import { expect, test } from 'vitest'
import type { BrowserPage } from '../engines/engine.js'
import { openHostPage, waitForHome } from '../support/app.js'
import { inApp } from '../support/element.js'
import { prepareJourneys } from '../support/journey.js'

const journeys = prepareJourneys()

/** From 0 to 255. */
const readBrightness = (page: BrowserPage) =>
  inApp(page, '.app').read(app => {
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(app).backgroundColor.match(/[\d.]+/g) ?? []).map(Number)
    return (red + green + blue) / 3
  })

test('the light theme is light, and follows the attribute', async () => {
  const page = await openHostPage(journeys, '<drama-app theme="light"></drama-app>')
  await waitForHome(page)
  await expect.poll(() => readBrightness(page)).toBeGreaterThan(200)
  await page.evaluate(`document.querySelector('drama-app').setAttribute('theme', 'dark')`)
  await expect.poll(() => readBrightness(page)).toBeLessThan(60)
})

test.each([
  ['pt', 'Início'],
  ['en', 'Home'],
  ['es', 'Inicio'],
  ['zh-Hans', '首页'],
  ['zh-Hant', '首頁']
])('the language %s is chosen under My, and stays after a reload', async (tag, home) => {
  const page = await journeys.open('/pages/index/my')
  await inApp(page, '.profile-name button').waitFor()
  await inApp(page, '.settings li:nth-child(5) button').click()
  await inApp(page, `.languages [lang="${tag}"]`).click()
  await inApp(page, `.app[lang="${tag}"]`).waitFor()
  await inApp(page, '.languages').waitForGone()
  await expect.poll(() => inApp(page, '.tab-bar button').text()).toBe(home)
  await page.reload()
  await expect.poll(() => inApp(page, '.tab-bar button').text()).toBe(home)
})
