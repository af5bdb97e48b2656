import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { DramaPackage, Localized } from '../../../server/modules/catalogue/package/package-schema.js'
import { payloads } from '../../server/security/hostile-payloads.js'
import { inApp, prepareJourneys, readToken } from '../support/journey.js'
import { openPartnerSite, openProduct } from '../support/open-product.js'

// Leave out texts with NUL: the catalogue rejects them, because the database cannot store them.
const texts = payloads.filter(text => !text.includes('\0'))
const at = (index: number) => texts[index % texts.length] ?? ''
const everywhere = (text: string): Localized => ({ pt: text, en: text, es: text, 'zh-cn': text, 'zh-tw': text })
const CUE = '<img src=x onerror=window.stolen=1 &lt;script&gt;window.stolen=1'
const NICKNAME = '<svg onload=window.stolen=1>'
const TITLES = [1, 3, 5].map(at)

const journeys = prepareJourneys(() => {
  const catalogue = mkdtempSync(path.join(tmpdir(), 'drama-hostile-'))
  afterAll(() => rmSync(catalogue, { recursive: true, force: true }))
  for (const [index, title] of TITLES.entries()) writeHostile(path.join(catalogue, `hostile-${index}`), index, title)
  return openProduct({ CATALOGUE_DIRS: catalogue })
})

function writeHostile(folder: string, index: number, title: string): void {
  cpSync('sample/catalogue/red-balloon', folder, { recursive: true })
  const drama: DramaPackage = JSON.parse(readFileSync(path.join(folder, 'drama.json'), 'utf8'))
  const vtt = `WEBVTT\n\n00:00:00.000 --> 00:00:20.000\n${CUE}\n`
  const object = `${createHash('sha256').update(vtt).digest('hex').slice(0, 32)}.vtt`
  writeFileSync(path.join(folder, 'objects', object), vtt)
  const hostile: DramaPackage = {
    ...drama,
    id: `d_hostile-${index}`,
    slug: `hostile-${index}`,
    title: everywhere(title),
    synopsis: everywhere(texts.join(' ')),
    category: { id: 'hostile', title: everywhere(at(9)) },
    tags: texts.map((text, no) => ({ id: `hostile-${no}`, title: everywhere(text) })),
    cast: [...texts],
    free_count: drama.episodes.length,
    sort: index,
    episodes: drama.episodes.map((episode, no) => ({
      ...episode,
      asset: `${index}${episode.asset.slice(1)}`,
      title: everywhere(at(no)),
      captions: [{ lang: 'pt', object }]
    }))
  }
  writeFileSync(path.join(folder, 'drama.json'), JSON.stringify(hostile))
}

const go = (page: Page, url: string) =>
  page.evaluate(
    to => (document.querySelector('drama-app') as unknown as { reLaunch(o: object): unknown }).reLaunch({ url: to }),
    url
  )

const waitForText = (page: Page, text: string) =>
  expect
    .poll(() => page.evaluate(wanted => inside().includes(wanted), text).catch(() => false), { message: text })
    .toBe(true)

declare function inside(): string

const FORBIDDEN_MARKUP = [
  'script',
  'iframe',
  'base',
  'meta',
  'math',
  'style',
  'object',
  'embed',
  'form',
  'img[src="x"]',
  'svg script',
  '[onload]',
  '[onerror]',
  '[srcdoc]',
  'a[href^="javascript:" i]',
  'a[href^="data:" i]',
  '[href*="evil.test"]'
].join()

test('a drama and a viewer made of hostile texts are shown as they are, on every page, under Trusted Types', async () => {
  const { origin } = journeys
  const policy = `default-src 'none'; script-src ${origin}; connect-src ${origin}; img-src ${origin}; media-src blob:; require-trusted-types-for 'script'; trusted-types 'none'`
  const tag = `<drama-app manage-title></drama-app><script type="module" src="${origin}/drama-app.js"></script>`
  const partner = await openPartnerSite(`<!doctype html><html lang="pt"><title>P</title>${tag}</html>`, {
    'Content-Security-Policy': policy
  })
  onTestFinished(() => partner.stop())
  const pageErrors: string[] = []
  const page = await journeys.open(partner.origin, {}, async opened => {
    await opened.addInitScript(() => {
      localStorage.setItem('drama_captions', 'pt')
      Object.defineProperty(window, 'inside', {
        value: () => document.querySelector('drama-app')?.shadowRoot?.textContent ?? ''
      })
      Object.defineProperty(window, 'namesBefore', { value: Object.getOwnPropertyNames(window) })
    })
    opened.on('console', message => message.type() === 'error' && pageErrors.push(message.text()))
    opened.on('pageerror', error => pageErrors.push(`${error}`))
    opened.on('dialog', dialog => {
      pageErrors.push(`dialog ${dialog.message()}`)
      return dialog.dismiss()
    })
  })
  const countForbidden = () => inApp(page, '.app').locator(FORBIDDEN_MARKUP).count()
  for (const title of TITLES) await waitForText(page, title)
  // Prove that the selector can match in the app.
  expect(await inApp(page, '.app').locator(`${FORBIDDEN_MARKUP},h2`).count()).toBeGreaterThan(0)
  expect(await countForbidden()).toBe(0)

  await go(page, '/pages/index/search?keyword=script')
  await inApp(page, '.drama-line strong').first().waitFor()
  const found = await inApp(page, '.drama-line strong').allTextContents()
  expect(found.toSorted()).toEqual([...TITLES].toSorted())
  expect(await countForbidden()).toBe(0)

  await go(page, '/pages/index/play?drama_id=d_hostile-0&ep=1')
  await waitForText(page, CUE.replaceAll('&lt;', '<').replaceAll('&gt;', '>'))
  await waitForText(page, TITLES[0] ?? '')
  expect(await countForbidden()).toBe(0)

  const token = await readToken(page)
  const headers = { Authorization: token ?? '' }
  const post = async (address: string, data: object) =>
    (await (await page.request.post(origin + address, { data, headers })).json()).code
  expect(await post('/user/profile', { nickname: NICKNAME })).toBe(200)
  expect(await post('/user/favorite', { drama_id: 'd_hostile-1', on: 1 })).toBe(200)
  await page.reload()
  await waitForText(page, TITLES[0] ?? '')
  await go(page, '/pages/index/my')
  await waitForText(page, NICKNAME)
  expect(await countForbidden()).toBe(0)
  await inApp(page, '.tab-bar button').nth(2).click()
  await inApp(page, '.segments button').nth(1).click()
  await waitForText(page, TITLES[1] ?? '')
  expect(await countForbidden()).toBe(0)

  const addedGlobals = await page.evaluate(() => {
    const before = new Set((window as unknown as { namesBefore: string[] }).namesBefore)
    return Object.getOwnPropertyNames(window).filter(name => !before.has(name) && !/^\d+$/.test(name))
  })
  expect(addedGlobals).toEqual(['namesBefore'])
  expect(
    await page.evaluate(() => [...document.querySelectorAll('body > *')].map(({ localName }) => localName))
  ).toEqual(['drama-app', 'script'])
  expect(pageErrors).toEqual([])
})
