import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inApp, prepareJourneys } from '../support/journey.js'
import { playAddress, position, readEpisodeLabel, seek, shown } from '../support/player-page.js'

const journeys = prepareJourneys()

const sheet = (page: Page) => inApp(page, '.sheet')
const settings = (page: Page) => inApp(page, '.window-buttons + .round')

async function watch(no: number, before?: (page: Page) => unknown): Promise<Page> {
  const page = await journeys.open(playAddress(no), {}, before)
  await inApp(page, '.rail-favorite').waitFor()
  await settings(page).waitFor()
  await expect.poll(() => position(page)).toBeGreaterThan(0.1)
  return page
}

const seekToEnd = async (page: Page) =>
  seek(page, (await shown(page).evaluate((video: HTMLVideoElement) => video.duration)) - 0.5)

const removeNextEpisode = (page: Page) =>
  page.route('**/drama/play', async route => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, data: { ...answer.data, next: null } } })
  })

async function partsReached(page: Page): Promise<string[]> {
  const parts = new Set<string>()
  await inApp(page, '.player').focus()
  for (let press = 0; press < 30; press++) {
    await page.keyboard.press('Tab')
    const part = await page.evaluate(() => {
      const element = document.querySelector('drama-app')?.shadowRoot?.activeElement
      return (element?.closest('.last-episode, .player-bar, .player-bottom') ?? element)?.className
    })
    if (!part || (parts.has(part) && [...parts].at(-1) !== part)) break
    parts.add(part)
  }
  return [...parts]
}

const inFocus = (page: Page) =>
  page.evaluate(() => document.querySelector('drama-app')?.shadowRoot?.activeElement?.className)

const hasEnded = (page: Page) => shown(page).evaluate((video: HTMLVideoElement) => video.ended)

test('under a sheet the next episode waits; behind it it begins', async () => {
  const page = await watch(2)
  await inApp(page, '.episode-bar').click()
  await sheet(page).waitFor()
  await seekToEnd(page)
  await expect.poll(() => hasEnded(page)).toBe(true)
  // A round trip to the server, so that a late change would have happened.
  await page.evaluate(() => fetch('/healthz'))
  expect(await readEpisodeLabel(page)).toBe('EP 2')
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 3')
  expect(await inFocus(page)).toBe('episode-bar')
})

test('under a sheet no lock takes the place of the episode that has ended; behind it it does', async () => {
  const page = await watch(10)
  await inApp(page, '.episode-bar').click()
  await sheet(page).waitFor()
  await seekToEnd(page)
  await expect.poll(() => hasEnded(page)).toBe(true)
  // A round trip to the server, so that a late change would have happened.
  await page.evaluate(() => fetch('/healthz'))
  expect(await readEpisodeLabel(page)).toBe('EP 10')
  await page.keyboard.press('Escape')
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 11')
  await inApp(page, '.locked-choices').first().waitFor()
})

test('what the card of the last episode covers cannot be reached; card and navigation bar can', async () => {
  const page = await watch(1, removeNextEpisode)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
  await expect.poll(() => position(page)).toBeGreaterThan(0.1)
  await inApp(page, '.rail-favorite + button').focus()
  await seekToEnd(page)
  await inApp(page, '.last-episode .card').first().waitFor()
  expect(await inFocus(page)).toBe('player')
  expect(await partsReached(page)).toEqual(['last-episode', 'player-bar'])
})

test('an episode that its drama has not is said to be missing, and the first is a tap away', async () => {
  const page = await journeys.open(playAddress(999))
  const notice = inApp(page, '.player .notice')
  await notice.waitFor()
  expect(await notice.locator('p').textContent()).toBe('Este episódio não existe.')
  const way = notice.locator('.button')
  expect(await way.textContent()).toBe('Ir para o episódio 1')
  await way.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 1')
  await expect.poll(() => position(page)).toBeGreaterThan(0.1)
  // The focus is on the episode, which handles the keys of the player.
  expect(await inFocus(page)).toBe('episode-slot')
})

test.each([
  ['en', 'This episode does not exist.'],
  ['es', 'Este episodio no existe.'],
  ['zh-cn', '这一集不存在。'],
  ['zh-tw', '這一集不存在。']
])('a missing episode is called so in %s, also one with a number that there cannot be', async (lang, words) => {
  const page = await journeys.open(playAddress(1_000_000_000), {}, opened =>
    opened.addInitScript(value => localStorage.setItem('drama_lang', value), lang)
  )
  await inApp(page, '.player .notice').getByText(words).waitFor()
})

test('a drama that there is not is said to be gone, whatever the episode', async () => {
  const page = await journeys.open('/pages/index/play?drama_id=d_none&episode_no=999')
  const notice = inApp(page, '.player .notice')
  await notice.getByText('Esta série não está mais disponível.').waitFor()
  await notice.locator('.button').click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
})

test.each(['0', '-1', 'abc', '', '1.5'])('without a number of an episode (%s) the drama begins', async no => {
  const page = await journeys.open(`/pages/index/play?drama_id=d_winter-bride&episode_no=${no}`)
  await expect.poll(() => position(page)).toBeGreaterThan(0.1)
  expect(await readEpisodeLabel(page)).toBe('EP 1')
})

test('without controls the way back is there when the drama has ended', async () => {
  const page = await watch(1, removeNextEpisode)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
  await inApp(page, '.rail button').nth(3).click()
  await inApp(page, '.more-lines button').first().click()
  await inApp(page, '.player-bar').waitFor({ state: 'detached' })
  await seekToEnd(page)
  await inApp(page, '.last-episode .card').first().waitFor()
  await inApp(page, '.player-bar [aria-label="Voltar"]').click()
  await expect.poll(() => inApp(page, '.player').count()).toBe(0)
})

test('a key for a sheet opens nothing over a failure, nor behind it', async () => {
  const page = await watch(2, opened =>
    opened.route('**/drama/play', route =>
      route.request().postDataJSON().episode_no === 3 ? route.fulfill({ status: 500 }) : route.continue()
    )
  )
  await page.keyboard.press('ArrowDown')
  await inApp(page, '.player .failure').waitFor()
  await page.keyboard.press('e')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => shown(page).evaluate((video: HTMLVideoElement) => video.paused)).toBe(false)
  expect(await sheet(page).count()).toBe(0)
  await page.keyboard.press('e')
  await sheet(page).waitFor()
})

test('a link to the last second of an episode begins it where it begins', async () => {
  const page = await journeys.open(`${playAddress(2)}&t=19.5`)
  await expect.poll(() => position(page)).toBeGreaterThan(0.1)
  expect(await position(page)).toBeLessThan(15)
  expect(await readEpisodeLabel(page)).toBe('EP 2')
})
