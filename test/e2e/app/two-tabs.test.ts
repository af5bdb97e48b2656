import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { chooseLanguage, inApp, PHONE, prepareJourneys, readToken } from '../support/journey.js'

const journeys = prepareJourneys()
let context: BrowserContext
let tabs: [Page, Page]

beforeAll(async () => {
  context = await journeys.browser.newContext({ viewport: PHONE })
  tabs = [await context.newPage(), await context.newPage()]
  await Promise.all(tabs.map(tab => tab.goto(journeys.origin)))
  await Promise.all(tabs.map(tab => inApp(tab, '.row-title').first().waitFor()))
})

const route = (tab: Page) => tab.evaluate(() => location.pathname)

test('D-019 two tabs opened at once are one visitor', async () => {
  const [one, other] = await Promise.all(
    tabs.map(async tab => {
      const answer = await tab.request.get(`${journeys.origin}/user/info?lang=pt`, {
        headers: { Authorization: (await readToken(tab)) ?? '' }
      })
      return (await answer.json()).data.user.id
    })
  )
  expect(one).toMatch(/.+/)
  expect(one).toBe(other)
})

test('D-074 D-113 D-212 a session that is refused in one tab ends in both, and both start again as one new visitor', async () => {
  const [one, other] = tabs
  await inApp(other, '.tab-bar button').nth(2).click()
  await expect.poll(() => route(other)).toBe('/pages/index/record')
  const logins: string[] = []
  context.on('request', request => request.url().includes('visitor_login') && logins.push(request.url()))
  await one.evaluate(() => localStorage.setItem('firstui_m_token', 'revoked'))
  await inApp(one, '.tab-bar button').nth(3).click()
  await expect.poll(() => Promise.all(tabs.map(route))).toEqual(['/', '/'])
  await Promise.all(tabs.map(tab => inApp(tab, '.row-title').first().waitFor()))
  expect(await readToken(one)).toMatch(/^[\w-]{43}$/)
  await expect.poll(() => logins.length).toBe(1)
})

test('a language chosen in one tab is spoken in the other', async () => {
  const [one, other] = tabs
  await inApp(one, '.tab-bar button').nth(3).click()
  await chooseLanguage(one, 'es')
  await expect.poll(() => inApp(other, '.tab-bar button').first().textContent()).toBe('Inicio')
})
