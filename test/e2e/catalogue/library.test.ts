import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { writeCatalogue } from '../../server/support/package-fixture.js'
import { inApp, prepareJourneys, readToken } from '../support/journey.js'
import { openProduct } from '../support/open-product.js'
import { takeScreenshot } from '../support/screenshots.js'

const COUNT = 90
const idOf = (index: number) => `d_drama-${index}`

const journeys = prepareJourneys(() => {
  const catalogue = mkdtempSync(path.join(tmpdir(), 'drama-list-'))
  afterAll(() => rmSync(catalogue, { recursive: true, force: true }))
  const dramas = Array.from({ length: COUNT }, (_, index) => ({ slug: `drama-${index}`, episodes: 3, free: 3 }))
  writeCatalogue(catalogue, dramas)
  return openProduct({ CATALOGUE_DIRS: catalogue })
})

async function openList({ watched = 0, favorites = 0 } = {}): Promise<Page> {
  const page = await journeys.open('/pages/index/my')
  await inApp(page, '.profile-name button').waitFor()
  for (let index = 0; index < watched; index++) {
    const { play_id, episode } = await post(page, '/drama/play', { drama_id: idOf(index), episode_no: 2 })
    await post(page, '/drama/progress', { play_id, episode_id: (episode as { id: string }).id, position_s: 30 })
  }
  for (let index = 0; index < favorites; index++) await post(page, '/user/favorite', { drama_id: idOf(index), on: 1 })
  await inApp(page, '.tab-bar button').nth(2).click()
  await inApp(page, watched > 0 ? '.library-line' : '.library .notice')
    .first()
    .waitFor()
  return page
}

const lines = (page: Page) => inApp(page, '.library-line')
const button = (page: Page, name: string) => inApp(page, '.library').getByRole('button', { name })

async function post(page: Page, url: string, body: object): Promise<Record<string, unknown>> {
  const token = await readToken(page)
  const answer = await page.request.post(journeys.origin + url, { data: body, headers: { Authorization: token ?? '' } })
  const { code, data } = await answer.json()
  expect(code, url).toBe(200)
  return data
}

test('D-040 with nothing watched or kept the list says what will be there, and leads to the dramas', async () => {
  const page = await openList()
  await takeScreenshot(page, 'list-empty')
  await inApp(page, '.segments button').nth(1).click()
  await expect
    .poll(() => inApp(page, '.notice p').textContent())
    .toBe('As séries que você favoritar vão aparecer aqui.')
  expect(await inApp(page, '.library-edit').count()).toBe(0)
  await inApp(page, '.library .notice button').click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/pages/index/dramas')
})

test('D-039 D-040 a tap on a line goes on with the episode where the viewer stopped', async () => {
  const page = await openList({ watched: 3 })
  expect(await inApp(page, '.library h1').textContent()).toBe('Minha lista')
  expect(await inApp(page, '.library-group h2').allTextContents()).toEqual(['Hoje'])
  const first = lines(page).first()
  expect(await first.textContent()).toContain('drama-2 pt')
  expect(await first.textContent()).toContain('EP 2 / 3')
  expect(await first.textContent()).toContain('50% assistido')
  await first.click()
  await expect.poll(() => page.url()).toContain('drama_id=d_drama-2&episode_no=2')
})

test('D-040 by keyboard alone dramas are chosen and removed, after a question', async () => {
  const page = await openList({ watched: 3 })
  const edit = inApp(page, '.library-edit')
  await edit.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => edit.textContent()).toBe('Concluir')
  const boxes = inApp(page, '.library').getByRole('checkbox')
  expect(await boxes.count()).toBe(3)
  await boxes.first().focus()
  await page.keyboard.press('Space')
  await expect.poll(() => boxes.first().getAttribute('aria-checked')).toBe('true')
  await page.keyboard.press('Escape')
  await expect.poll(() => boxes.count()).toBe(0)
  await edit.click()
  expect(await boxes.first().getAttribute('aria-checked')).toBe('false')
  await button(page, 'Selecionar tudo').click()
  await boxes.last().click()
  await takeScreenshot(page, 'list-edit')
  await button(page, 'Remover (2)').click()
  await expect.poll(() => inApp(page, '.modal').textContent()).toContain('Remover 2 séries do histórico?')
  await page.keyboard.press('Enter')
  await expect.poll(() => lines(page).count()).toBe(1)
  await expect.poll(() => edit.textContent()).toBe('Editar')
  await expect.poll(() => edit.evaluate(element => element.matches(':focus'))).toBe(true)
  await page.reload()
  await lines(page).first().waitFor()
  expect(await lines(page).allTextContents()).toEqual([expect.stringContaining('drama-0 pt')])
})

test('D-040 D-041 what cannot be removed for want of a connection is there again, and the viewer is told', async () => {
  const page = await openList({ watched: 3, favorites: 4 })
  await page.route(/history_delete|user\/favorite$/, route => route.abort())
  for (const [segment, entries, count] of [
    [0, '.library-line', 3],
    [1, '.library-card', 4]
  ] as const) {
    await inApp(page, '.segments button').nth(segment).click()
    await expect.poll(() => inApp(page, entries).count()).toBe(count)
    await inApp(page, '.library-edit').click()
    await inApp(page, entries).nth(1).click()
    await button(page, 'Remover (1)').click()
    const toastShown = inApp(page, '.toast').filter({ hasText: 'A conexão está ruim' }).waitFor()
    await inApp(page, '.modal .primary').click()
    await toastShown
    await expect.poll(() => inApp(page, entries).count()).toBe(count)
    await inApp(page, '.toast').waitFor({ state: 'detached' })
  }
})

test('D-040 a long history grows to its end, and only what is near the screen is in the document', async () => {
  const page = await openList({ watched: COUNT })
  const frame = inApp(page, '.page:not([hidden])')
  const seen = () =>
    inApp(page, '.library-lines li').evaluateAll(all => ({
      drawn: all.length,
      last: Number(all.at(-1)?.getAttribute('aria-posinset'))
    }))
  await expect
    .poll(async () => {
      await frame.evaluate(element => element.scrollTo({ top: element.scrollHeight, behavior: 'instant' }))
      return (await seen()).last
    })
    .toBe(COUNT)
  expect((await seen()).drawn).toBeLessThan(40)
  const place = () => frame.evaluate(element => element.scrollTop)
  const before = await place()
  expect(before).toBeGreaterThan(5000)
  await inApp(page, '.tab-bar button').nth(3).click()
  await inApp(page, '.profile').waitFor()
  const responded = page.waitForResponse(/user\/history/)
  await inApp(page, '.tab-bar button').nth(2).click()
  await responded
  await expect.poll(place).toBe(before)
  expect((await seen()).last).toBe(COUNT)
})

test('the list without a connection: a tap asks again', async () => {
  const page = await openList()
  await page.route(/user\/favorites/, route => route.abort())
  await inApp(page, '.segments button').nth(1).click()
  await inApp(page, '.failure').waitFor()
  await takeScreenshot(page, 'list-offline')
  await page.unroute(/user\/favorites/)
  await inApp(page, '.failure').click()
  await inApp(page, '.library .notice').waitFor()
})
