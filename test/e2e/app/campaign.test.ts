import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../server/config/config.js'
import { openDatabase } from '../../../server/db/open.js'
import type { Database } from '../../../server/db/schema/schema.js'
import { createLog } from '../../../server/lib/log.js'
import { DESKTOP, inApp, prepareJourneys } from '../support/journey.js'
import { openPartnerSite, openProduct } from '../support/open-product.js'
import { position, readEpisodeLabel, shown } from '../support/player-page.js'
import { takeScreenshot } from '../support/screenshots.js'
import { createSampleDatabase } from '../support/shared-products.js'

const KEY = 'the key of this journey'
const DRAMA = 'd_winter-bride'
const PAID = 12

const cleanups: (() => unknown)[] = []
let db: Kysely<Database>
const journeys = prepareJourneys(async () => {
  const env = { DATABASE_URL: await createSampleDatabase(), OPERATOR_KEY: KEY }
  const product = await openProduct(env)
  const folder = mkdtempSync(path.join(tmpdir(), 'drama-campaign-'))
  const config = readConfig({ ...env, DATA_DIR: folder }, { projectDir: path.resolve('.'), readText: () => null })
  const database = await openDatabase(config, createLog('silent'))
  db = database.db
  cleanups.push(database.close, () => rmSync(folder, { recursive: true, force: true }))
  return product
})
afterAll(async () => {
  for (const cleanup of cleanups) await cleanup()
})

async function operate(verb: string, data: object) {
  const init = { method: 'POST', headers: { Authorization: KEY }, body: JSON.stringify(data) }
  const answer = await (await fetch(`${journeys.origin}/operator/campaign_${verb}`, init)).json()
  expect(answer.code).toBe(200)
  return answer.data
}

async function openPartner(style = '') {
  const css = `body{margin:0}drama-app{display:block;height:100vh}${style}`
  const partner = await openPartnerSite(
    `<!doctype html><html lang="pt"><title>P</title><link rel="stylesheet" href="data:text/css,${encodeURIComponent(css)}">
    <drama-app></drama-app><script type="module" src="${journeys.origin}/drama-app.js"></script></html>`
  )
  onTestFinished(() => partner.stop())
  return partner.origin
}

/** Paths, of plays with the number of the episode. */
function recordCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', request => {
    if (request.method() === 'OPTIONS') return
    const { pathname } = new URL(request.url())
    calls.push(pathname === '/drama/play' ? `${pathname} ${request.postDataJSON().episode_no}` : pathname)
  })
  return calls
}
const waitUntilPlaying = (page: Page) => expect.poll(() => position(page)).toBeGreaterThan(0.2)
const token = (page: Page, name: string) =>
  page.evaluate(name => getComputedStyle(document.querySelector('drama-app') as Element).getPropertyValue(name), name)

test('a campaign opens on its episode, in its language and colours; Back leads Home, and who comes again finds them there', async () => {
  const theme = { accent: '#00e0a4', accent_strong: '#0f766e', surface: '#041f1a', radius: '4px' }
  const start = { start_drama_id: DRAMA, start_episode_no: 2, default_lang: 'es' }
  await operate('save', { lpid: 'verao', mode: 'create', name: 'Verão', theme, ...start })
  const partner = await openPartner('drama-app{--drama-radius:9px}')
  let calls: string[] = []
  const page = await journeys.open(`${partner}/p?lpid=verao`, {}, opened => {
    calls = recordCalls(opened)
  })
  await waitUntilPlaying(page)
  // The next episode may have been requested by now.
  const isOfStart = (call: string) => /visitor_login|drama\/play 2|index\/home/.test(call)
  expect(calls.filter(isOfStart)).toEqual(['/index/visitor_login'])
  await expect.poll(() => readEpisodeLabel(page)).toMatch(/2/)
  await expect.poll(() => inApp(page, '.app').getAttribute('lang')).toBe('es')
  expect([await token(page, '--accent'), await token(page, '--radius')]).toEqual(['#00e0a4', '9px'])
  await inApp(page, '.episode-bar').waitFor()
  await takeScreenshot(page, 'campaign-start')
  await inApp(page, '.player-bar button').first().click()
  await inApp(page, '.hero h2').first().waitFor()
  await inApp(page, '.tab-bar').getByText('Inicio').waitFor()
  expect(page.url()).toBe(`${partner}/p?lpid=verao`)
  await takeScreenshot(page, 'campaign-home')

  calls.length = 0
  await page.reload()
  await inApp(page, '.hero h2').first().waitFor()
  await expect.poll(() => token(page, '--accent')).toBe('#00e0a4')
  expect(await inApp(page, '.app').getAttribute('lang')).toBe('es')
  // A reload within ten minutes is the same visit: the app sends no sign-in and no visit.
  expect(calls.filter(call => /visitor_login|index\/visit/.test(call))).toEqual([])
  await operate('save', { lpid: 'inverno', mode: 'create', theme: { accent: '#7dd3fc' }, start_drama_id: DRAMA })
  calls.length = 0
  await page.goto(`${partner}/p?lpid=inverno`)
  await expect.poll(() => token(page, '--accent')).toBe('#7dd3fc')
  await inApp(page, '.hero h2').first().waitFor()
  expect(calls.filter(call => /visitor_login|index\/visit/.test(call))).toEqual(['/index/visit'])
})

test('a promo link plays a paid episode, counts down, and locks it at the end; a link names where to begin', async () => {
  await operate('save', { lpid: 'presente', mode: 'create' })
  const partner = await openPartner()
  const link = { lpid: 'presente', drama_id: DRAMA, episode_no: PAID, page: `${partner}/p` }
  const { url } = await operate('link', link)
  const page = await journeys.open(`${url}&t=9`)
  await waitUntilPlaying(page)
  expect(await position(page)).toBeGreaterThan(8.9)
  const countdown = inApp(page, '.free-until')
  await expect.poll(() => countdown.textContent()).toMatch(/^Grátis por mais 29:\d\d$/)
  await takeScreenshot(page, 'campaign-promo')
  await db
    .updateTable('promo_grants')
    .set({ until: new Date(Date.now() + 15_000) })
    .where('lpid', '=', 'presente')
    .execute()
  await page.reload()
  await waitUntilPlaying(page)
  await expect.poll(() => countdown.textContent()).toMatch(/ 0:\d\d$/)
  // Pause, because the end of the episode would lead to the next one.
  await shown(page).evaluate((video: HTMLVideoElement) => video.pause())
  await inApp(page, '.locked').waitFor()
  expect(await readEpisodeLabel(page)).toContain(`${PAID}`)
  await takeScreenshot(page, 'campaign-promo-over')
  await page.setViewportSize(DESKTOP)
  await takeScreenshot(page, 'campaign-promo-over-desktop')
  await page.reload()
  await inApp(page, '.locked').waitFor()
})
