import type { Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { inApp, prepareJourneys } from '../support/journey.js'
import { readPlaybackRecord } from '../support/media-record.js'
import {
  caption,
  captionsButton,
  choose,
  closeSheet,
  offers,
  openAnother,
  openSheet,
  readStored,
  watch
} from '../support/playback-settings.js'
import { position } from '../support/player-page.js'

const journeys = prepareJourneys()

const pathOf = (request: Request) => new URL(request.url()).pathname

test('captions in any language there is, or in none; the button turns the chosen ones off and on', async () => {
  const { page } = await watch(journeys)
  await caption(page).waitFor()
  await openSheet(page)
  expect(await offers(page, 'Legendas')).toEqual([
    'Desligadas',
    'Automáticas',
    'Português',
    'English',
    'Español',
    '简体中文',
    '繁體中文'
  ])
  await choose(page, 'Legendas', '繁體中文')
  await expect.poll(() => inApp(page, '.captions').getAttribute('lang')).toBe('zh-tw')
  await closeSheet(page)
  expect(await captionsButton(page).getAttribute('aria-pressed')).toBe('true')
  await captionsButton(page).click()
  await expect.poll(() => captionsButton(page).getAttribute('aria-pressed')).toBe('false')
  await expect.poll(() => caption(page).count()).toBe(0)
  expect(await readStored(page, 'drama_captions')).toBe('off')
  await page.keyboard.press('c')
  await expect.poll(() => readStored(page, 'drama_captions')).toBe('zh-tw')
  const later = await openAnother(page, 2)
  await expect.poll(() => inApp(later, '.captions').getAttribute('lang')).toBe('zh-tw')
  await caption(later).waitFor()
})

test('requests for media carry neither a referrer nor cookies', async () => {
  const sent: Request[] = []
  const { page } = await watch(journeys, 1, opened => {
    opened.on('request', request => {
      if (request.resourceType() === 'fetch' && pathOf(request).startsWith('/m/')) sent.push(request)
    })
    return opened.context().addCookies([{ name: 'partner', value: 'secret', url: journeys.origin }])
  })
  await caption(page).waitFor()
  await expect.poll(() => position(page)).toBeGreaterThan(2)
  const rows = await Promise.all(
    sent.map(async request => {
      const { referer, cookie } = await request.allHeaders()
      return [pathOf(request), referer, cookie] as const
    })
  )
  expect(rows.some(([path]) => path.endsWith('.vtt'))).toBe(true)
  expect(rows.some(([path]) => path.endsWith('.m4s'))).toBe(true)
  expect(rows.filter(([, referer, cookie]) => referer !== undefined || cookie !== undefined)).toEqual([])
})

test('captions that are chosen when the ticket has ended come with a newer one', async () => {
  const { page } = await watch(journeys)
  await caption(page).waitFor()
  await page.keyboard.press('k')
  const requestedUrls: string[] = []
  await page.route('**/captions/en.vtt', route => {
    requestedUrls.push(route.request().url())
    return requestedUrls[0] === route.request().url() ? route.fulfill({ status: 403 }) : route.continue()
  })
  await openSheet(page)
  await choose(page, 'Legendas', 'English')
  await expect.poll(() => inApp(page, '.captions').getAttribute('lang')).toBe('en')
  await closeSheet(page)
  await caption(page).waitFor()
  expect(requestedUrls).toHaveLength(2)
})

test('captions are as large as chosen, with a ground or without, and never below what stands under them', async () => {
  const { page } = await watch(journeys)
  const readStyle = () =>
    caption(page).evaluate(span => ({
      size: getComputedStyle(span).fontSize,
      hasGround: !/, 0\)$|transparent/.test(getComputedStyle(span).backgroundColor),
      isClear:
        span.getBoundingClientRect().bottom <=
        (span.closest('.player-captions')?.nextElementSibling?.getBoundingClientRect().top ?? 0)
    }))
  await caption(page).waitFor()
  await expect.poll(readStyle).toEqual({ size: '15px', hasGround: true, isClear: true })
  await openSheet(page)
  await choose(page, 'Tamanho das legendas', 'Grande')
  await page.locator('drama-app').getByRole('switch', { name: 'Fundo escuro' }).click()
  // A caption that has just ended has no style.
  await expect.poll(readStyle).toEqual({ size: '21px', hasGround: false, isClear: true })
  await choose(page, 'Tamanho das legendas', 'Pequeno')
  await expect.poll(async () => (await readStyle()).size).toBe('13px')
  const later = await openAnother(page, 2)
  await caption(later).waitFor()
  expect(await inApp(later, '.captions').evaluate(({ dataset }) => ({ ...dataset }))).toEqual({ size: 's', bare: '' })
})

test('captions that do not come are missed in silence', async () => {
  const { page } = await watch(journeys, 1, opened => opened.route(/\.vtt$/, route => route.abort()))
  await expect.poll(() => position(page)).toBeGreaterThan(2)
  expect(await caption(page).count()).toBe(0)
  expect(await inApp(page, '.toasts').textContent()).toBe('')
  expect((await readPlaybackRecord(page)).errors).toEqual([])
})
