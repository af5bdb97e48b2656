import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inApp, prepareJourneys, readToken } from '../support/journey.js'
import { openPartnerSite, type PartnerSite } from '../support/open-product.js'
import { readEpisodeLabel } from '../support/player-page.js'

const journeys = prepareJourneys()
let partner: PartnerSite
let embed: PartnerSite

beforeAll(async () => {
  const app = (attributes: string) => `<!doctype html>
    <script type="module" src="${journeys.origin}/drama-app.js"></script>
    <style>drama-app { display: block; height: 700px }</style>
    <drama-app lpid="spring" ${attributes}></drama-app>`
  partner = await openPartnerSite(app('consent="required" start="drama:d_winter-bride,ep:1"'))
  const inFrame = app('start="drama:d_winter-bride,ep:1"').replaceAll('"', '&quot;')
  embed = await openPartnerSite(
    `<!doctype html><iframe sandbox="allow-scripts" allow="autoplay" width="375" height="740" srcdoc="${inFrame}"></iframe>`
  )
})
afterAll(async () => {
  await partner?.stop()
  await embed?.stop()
})

/** Records events of the element. Names with a colon are internal, between players. */
function recordEvents() {
  const names: string[] = []
  const { dispatchEvent } = EventTarget.prototype
  EventTarget.prototype.dispatchEvent = function (event) {
    if (/^drama-[a-z-]+$/.test(event.type)) names.push(event.type)
    return dispatchEvent.call(this, event)
  }
  Object.assign(window, { names })
}
const eventsOf = (page: Page) => page.evaluate(() => Reflect.get(window, 'names') as string[])

const stored = (page: Page) =>
  page.evaluate(async () => ({
    local: Object.keys(localStorage).sort(),
    session: Object.keys(sessionStorage),
    databases: await indexedDB.databases(),
    caches: 'caches' in window ? await caches.keys() : [],
    cookie: document.cookie
  }))
const empty = { local: [], session: [], databases: [], caches: [], cookie: '' }

const readPosition = (page: Page | Frame) =>
  page.evaluate(
    () =>
      document.querySelector('drama-app')?.shadowRoot?.querySelector<HTMLVideoElement>('[data-offset="0"] video')
        ?.currentTime ?? 0
  )
const setConsent = (page: Page, answer: string) =>
  page.evaluate(
    consent =>
      (document.querySelector('drama-app') as unknown as { setConsent(consent: string): Promise<void> }).setConsent(
        consent
      ),
    answer
  )

test('before an answer an episode plays and nothing is kept or told; a yes keeps it all, a no takes it back', async () => {
  const tokens = new Set<string>()
  const page = await journeys.open(`${partner.origin}/?fbclid=F1&utm_source=spring`, {}, async page => {
    await page.addInitScript(recordEvents)
    page.on('request', request => {
      const { authorization } = request.headers()
      if (authorization) tokens.add(authorization)
    })
  })
  const readServerData = async () => {
    const headers = { Authorization: [...tokens].at(-1) ?? '' }
    const { data } = await (await page.request.get(`${journeys.origin}/user/export?lang=pt`, { headers })).json()
    return (await page.request.get(data.url)).json()
  }
  const next = async (no: number) => {
    await inApp(page, '.player').focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => readEpisodeLabel(page)).toBe(`EP ${no}`)
  }
  await expect.poll(() => readPosition(page)).toBeGreaterThan(0.3)
  await expect.poll(() => tokens.size).toBe(1)
  expect(await stored(page)).toEqual(empty)
  expect(await eventsOf(page)).toEqual(['drama-ready'])
  const [before] = (await readServerData()).visits
  expect(before).toMatchObject({ consent: 'unknown', lpid: 'spring', click_ids: {}, utm: {}, landing_url: null })

  const place = await readPosition(page)
  await setConsent(page, 'granted')
  expect((await stored(page)).local).toEqual(expect.arrayContaining(['drama_device_id', 'firstui_m_token']))
  expect((await eventsOf(page)).filter(name => name === 'drama-visit')).toHaveLength(1)
  expect(await readToken(page)).toBe([...tokens].at(-1))
  await expect
    .poll(async () => (await readServerData()).visits)
    .toMatchObject([{ id: before.id, consent: 'granted', click_ids: { fbclid: 'F1' }, utm: { source: 'spring' } }])
  await expect.poll(() => readPosition(page)).toBeGreaterThan(place + 0.3)
  await next(2)
  await expect.poll(() => eventsOf(page)).toContain('drama-episode-start')

  await page.evaluate(() => document.querySelector('drama-app')?.setAttribute('consent', 'denied'))
  const eventsBefore = await eventsOf(page)
  await expect.poll(() => stored(page)).toEqual(empty)
  await next(3)
  await expect.poll(() => readPosition(page)).toBeGreaterThan(0.3)
  expect(await stored(page)).toEqual(empty)
  expect(await eventsOf(page)).toEqual(eventsBefore)
  await expect
    .poll(async () => (await readServerData()).visits)
    .toMatchObject([{ consent: 'denied', click_ids: {}, utm: {} }])
  expect(tokens.size).toBe(1)
})

test('of two elements on one storage the stricter takes nothing from the other, and the last that says no all of it', async () => {
  const page = await journeys.open('/', {}, page => page.addInitScript(recordEvents))
  await inApp(page, '.row-title').first().waitFor()
  await expect.poll(async () => (await stored(page)).local).toContain('drama_device_id')
  const { local } = await stored(page)
  const strict = await page.context().newPage()
  await strict.goto(`${journeys.origin}/healthz`)
  await strict.addScriptTag({ type: 'module', url: '/drama-app.js' })
  await strict.evaluate(() => {
    const element = document.createElement('drama-app')
    element.setAttribute('consent', 'denied')
    document.body.append(element)
  })
  await inApp(strict, '.row-title').first().waitFor()
  await setConsent(strict, 'denied')
  expect((await stored(page)).local).toEqual(local)
  await page.close()
  await setConsent(strict, 'denied')
  expect(await stored(strict)).toEqual(empty)
})

test('in a frame without storage an episode plays, and the store says what is lost', async () => {
  const page = await journeys.open(embed.origin)
  const frame = page.frames()[1] as Frame
  await frame.locator('drama-app').waitFor()
  await expect.poll(() => readPosition(frame)).toBeGreaterThan(0.3)
  expect(await frame.evaluate(() => window.origin)).toBe('null')
  await frame.evaluate(() =>
    (document.querySelector('drama-app') as unknown as { navigateTo(to: object): Promise<object> }).navigateTo({
      url: '/pages/wallet/store'
    })
  )
  await frame.locator('drama-app >> .store-storage-blocked').waitFor()
})

test('the cookies that pixels have set on the page go to the server after a yes, and no other cookie does', async () => {
  const reports: { events: { event: string }[] }[] = []
  const page = await journeys.open(`${partner.origin}/`, {}, async page => {
    const cookies = { _fbp: 'fb.1.1795262400000.77', theirs: 'secret' }
    await page
      .context()
      .addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: partner.origin })))
    page.on('request', one => one.url().endsWith('/event/collect') && reports.push(one.postDataJSON()))
  })
  await expect.poll(() => readPosition(page)).toBeGreaterThan(2)
  expect(reports).toEqual([])
  await setConsent(page, 'granted')
  await expect.poll(() => reports.length).toBeGreaterThan(0)
  expect(reports[0]).toMatchObject({ pixel_ids: { fbp: 'fb.1.1795262400000.77' } })
  expect(reports[0]?.events.map(({ event }) => event)).toContain('visit')
  expect(JSON.stringify(reports)).not.toContain('secret')
})
