import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn } from '../../server/support/api-client.js'
import { drawChat, sendImage, submit } from '../../server/support/rewards.js'
import { callOperator, openConsole, runConsoleAxe } from '../support/console.js'
import { type Journeys, PHONE, prepareJourneys } from '../support/journey.js'
import { openProduct } from '../support/open-product.js'
import { takeScreenshot } from '../support/screenshots.js'
import { zoneAt } from '../support/zone-at.js'

const OPERATOR_KEY = 'key of the review journeys'
// A low limit holds back the bonus of a check-in.
const journeys = prepareJourneys(() =>
  openProduct({ OPERATOR_KEY, TIMEZONE: zoneAt(12), REWARD_NETWORK_LIMIT: '1', TELEGRAM_CHANNEL: '@drama_journeys' })
)

const server = {
  fetch: (url: string | URL | Request, init?: RequestInit) => fetch(new URL(String(url), journeys.origin), init)
}
const open = (role: Parameters<typeof openConsole>[1], options: Parameters<typeof openConsole>[2] = {}) =>
  openConsole(journeys as Journeys, role, { key: OPERATOR_KEY, ...options })
const listDecided = async (status: string) =>
  (await callOperator(journeys.origin, 'GET reward_list', { status, page_size: 100 }, OPERATOR_KEY)).list

async function handInPictures(count: number, seed: number): Promise<void> {
  const handIn = async (no: number) => {
    const viewer = await signIn(server)
    const { data } = await sendImage(server, viewer.token, await drawChat(seed + no))
    expect((await submit(viewer, 'whatsapp', { image_id: data.image_id })).code).toBe(200)
  }
  for (let no = 0; no < count; no += 3)
    await Promise.all([no, no + 1, no + 2].filter(one => one < count).map(one => handIn(one)))
}

async function handInTelegramIds(count: number): Promise<void> {
  for (let no = 0; no < count; no++) {
    const viewer = await signIn(server)
    expect((await submit(viewer, 'telegram', { telegram_id: `@journey_viewer_${no}` })).code).toBe(200)
  }
}

async function openQueue(page: Page): Promise<Page> {
  await page.goto(`${journeys.origin}/console/reviews`)
  await page.getByRole('heading', { level: 1, name: 'Capturas' }).waitFor()
  return page
}

const shownPicture = (page: Page) => page.locator('img[alt="Imagem do envio"]:visible').first()

/** The address of the picture once it is loaded. */
async function readPicture(page: Page): Promise<string> {
  const picture = shownPicture(page)
  await picture.waitFor()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  return (await picture.getAttribute('src')) ?? ''
}

test('a reviewer decides 20 pictures by keyboard, takes one back, and rejects one with a note', async () => {
  await handInPictures(20, 9000)
  const page = await openQueue(await open('reviewer'))
  const seen = new Set<string>()
  const first = await readPicture(page)
  await page.keyboard.press('z')
  await page.getByRole('button', { name: 'Reduzir' }).click()
  await page.keyboard.press('a')
  await expect.poll(() => shownPicture(page).getAttribute('src')).not.toBe(first)
  await page.getByText('1 analisado', { exact: false }).waitFor()
  await page.getByRole('button', { name: /Desfazer \(\d+\)/ }).waitFor()
  await page.keyboard.press('u')
  await expect.poll(() => shownPicture(page).getAttribute('src')).toBe(first)
  await page.getByText('0 analisados', { exact: false }).waitFor()

  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Por que recusar?').waitFor()
  await page.keyboard.press('n')
  await page.keyboard.type('Só 3 amigos <b>no grupo</b>')
  await page.keyboard.press('Enter')
  await page.keyboard.press('3')
  await expect.poll(() => dialog.count()).toBe(0)
  await expect.poll(() => shownPicture(page).getAttribute('src')).not.toBe(first)
  seen.add(first)

  for (let no = 1; no < 20; no++) {
    const picture = await readPicture(page)
    expect(seen.has(picture)).toBe(false)
    seen.add(picture)
    if (no === 1) await takeScreenshot(page, 'console-reviews')
    await page.keyboard.press('a')
    if (no < 19) await expect.poll(() => shownPicture(page).getAttribute('src')).not.toBe(picture)
  }
  await page.getByRole('heading', { name: 'Nada para analisar' }).waitFor()
  await page.getByText('20 analisados', { exact: false }).waitFor()
  await expect.poll(async () => (await listDecided('1')).length).toBe(19)
  expect(await listDecided('3')).toMatchObject([{ reason: 'few_friends', note: 'Só 3 amigos <b>no grupo</b>' }])

  await page.getByRole('link', { name: 'Decididos' }).click()
  const rejected = page.getByRole('row', { name: /Recusado/ })
  await rejected.getByRole('button', { name: 'Detalhes' }).click()
  await dialog.getByText('Foi para poucos amigos: Só 3 amigos <b>no grupo</b>').waitFor()
})

test('two reviewers at once never see the same submission, and a failed decision comes back', async () => {
  await handInTelegramIds(10)
  const pages = await Promise.all([
    openQueue(await open('reviewer')),
    openQueue(await open('reviewer', { viewport: PHONE }))
  ])
  const shown = (page: Page) =>
    page
      .getByText(/^@journey_viewer_\d+$/)
      .locator('visible=true')
      .first()
  const seen: string[] = []
  const [one, other] = pages
  if (one === undefined || other === undefined) throw new Error('two pages')

  await shown(other).waitFor()
  for (const name of ['Aprovar', 'Recusar', 'Pular', 'Desfazer']) {
    const label = other.getByRole('button', { name }).getByText(name)
    const room = await label.evaluate(element => element.clientWidth - element.scrollWidth)
    expect([name, room]).toEqual([name, 0])
    expect((await label.boundingBox())?.width, name).toBeGreaterThan(20)
  }

  await shown(one).waitFor()
  const kept = await shown(one).textContent()
  await one.getByText('Veja se este ID é membro de @drama_journeys.').locator('visible=true').waitFor()
  const channel = one.getByRole('link', { name: 'Abrir o canal' }).locator('visible=true')
  expect(await channel.getAttribute('href')).toBe('https://t.me/drama_journeys')
  await one.route('**/reward_review', route => route.abort())
  await one.keyboard.press('r')
  // Reasons of pictures are not offered.
  await one.getByRole('button', { name: 'Não segue as regras' }).waitFor()
  expect(await one.getByRole('dialog').getByRole('button').allTextContents()).toEqual([
    '',
    '1Não está no canal do Telegram',
    '2Não segue as regras'
  ])
  const note = one.getByRole('dialog').getByLabel('Observação para o espectador (opcional)')
  await note.fill('Entre no canal')
  await one.getByRole('button', { name: 'Não está no canal do Telegram' }).click()
  await one.getByRole('alert').getByText('Sem decisão: o envio voltou').waitFor()
  expect(await shown(one).textContent()).toBe(kept)
  await one.unroute('**/reward_review')
  await one.keyboard.press('r')
  expect(await note.inputValue()).toBe('Entre no canal')
  await one.keyboard.press('Escape')
  await expect.poll(() => one.getByRole('dialog').count()).toBe(0)

  const isLeft = async (page: Page) => (await page.getByRole('button', { name: 'Aprovar' }).count()) > 0
  while (seen.length < 10) {
    for (const page of pages) {
      if (!(await isLeft(page))) continue
      const id = (await shown(page).textContent()) ?? ''
      seen.push(id)
      await page.getByRole('button', { name: 'Aprovar' }).click()
      await expect.poll(async () => !(await isLeft(page)) || (await shown(page).textContent()) !== id).toBe(true)
    }
  }
  expect(new Set(seen).size).toBe(10)
  for (const page of pages) await page.getByRole('heading', { name: 'Nada para analisar' }).waitFor()
  await one.getByRole('button', { name: 'Desfazer', exact: true }).waitFor()
  await one.keyboard.press('u')
  await one.getByRole('alert').getByText('Não há mais nada para desfazer').waitFor()

  await one.context().clearCookies()
  await one.getByRole('link', { name: 'Decididos' }).click()
  await one.getByRole('heading', { level: 1, name: 'Entrar' }).waitFor()
  expect(new URL(one.url()).searchParams.get('back')).toBe('/reviews/decided')
})

test('a reviewer pays a bonus that a limit holds back, after a question', async () => {
  const viewer = await signIn(server)
  expect((await viewer.post('/checkin/claim')).code).toBe(200)
  const page = await open('reviewer')
  await page.goto(`${journeys.origin}/console/reviews/held`)
  await page
    .getByRole('row', { name: /Tarefa diária/ })
    .getByRole('button', { name: 'Pagar' })
    .click()
  await page.getByRole('dialog').getByText('O espectador recebe 2 de bônus na hora.', { exact: false }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Pagar' }).click()
  await page.getByText('Não há nada retido.').waitFor()
  expect((await viewer.get('/wallet/index')).data.bonus).toBe(2)
})

const themes = ['light', 'dark'] as const
test.each(themes)('pages of reviews have no fault for axe in the %s theme', async colorScheme => {
  await handInPictures(1, colorScheme === 'light' ? 9100 : 9200)
  const page = await openQueue(await open('owner', { colorScheme }))
  await readPicture(page)
  await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0)
  expect(await runConsoleAxe(page)).toEqual([])
  await page.keyboard.press('r')
  await page.getByRole('dialog').getByText('Por que recusar?').waitFor()
  expect(await runConsoleAxe(page)).toEqual([])
  await page.keyboard.press('Escape')
  for (const path of ['decided', 'held']) {
    await page.goto(`${journeys.origin}/console/reviews/${path}`)
    await page.locator('h1').waitFor()
    await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0)
    expect(await runConsoleAxe(page), path).toEqual([])
  }
})
