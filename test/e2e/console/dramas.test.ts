import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { callOperator, openConsole, runConsoleAxe } from '../support/console.js'
import { inApp, PHONE, prepareJourneys } from '../support/journey.js'
import { openProduct } from '../support/open-product.js'

const key = 'key of the journeys of dramas'
const journeys = prepareJourneys(() => openProduct({ OPERATOR_KEY: key }))
const DRAMA = 'd_last-contract'

const show = async (id = DRAMA) => (await callOperator(journeys.origin, 'GET drama_show', { id }, key)).drama
const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()
const savedText = (page: Page) => page.getByRole('status').filter({ hasText: 'Tudo está salvo.' }).waitFor()

/** Of the video that plays, of three. */
const readPlayedSeconds = (videos: Locator) =>
  videos.evaluateAll(list => Math.max(0, ...list.map(video => (video as HTMLVideoElement).currentTime)))

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await savedText(page)
}

async function openDrama(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: 'Dramas', exact: true }).click()
  await page.getByLabel('Título ou id').fill(title.slice(0, 6))
  await page.getByRole('link', { name: title, exact: true }).click()
  await page.getByRole('tab', { name: 'Textos' }).waitFor()
}

test('an editor creates a draft, and its texts are asked for in every language', async () => {
  const page = await openConsole(journeys, 'editor', { key })
  await page.getByRole('link', { name: 'Dramas', exact: true }).click()
  await page.getByRole('link', { name: 'Novo drama' }).click()
  await page.getByRole('heading', { level: 1, name: 'Novo drama' }).waitFor()
  await page.getByRole('textbox', { name: /^Título/ }).fill('Maré <b>Alta</b>')
  await page.getByRole('textbox', { name: /^Título/ }).press('Tab')
  const id = page.getByRole('textbox', { name: /^Id/ })
  await expect.poll(() => id.inputValue()).toBe('mare-b-alta-b')
  await id.fill('mare-alta')
  await page.getByRole('button', { name: 'Criar rascunho' }).click()
  await page.getByRole('heading', { level: 1, name: 'Maré <b>Alta</b>' }).waitFor()
  expect(await page.getByText('Faltando').count()).toBe(5)
  await page.getByLabel('Título · English').fill('High Tide')
  for (const language of ['Português', 'English', 'Español', '简体中文', '繁體中文'])
    await page.getByLabel(`Sinopse · ${language}`).fill(`Sinopse em ${language}`)
  await page.getByRole('link', { name: 'Campanhas' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ficar' }).click()
  await save(page)
  await expect.poll(() => page.getByText('Faltando').count()).toBe(3)
  expect((await show('d_mare-alta')).title.en).toBe('High Tide')
  await openTab(page, 'Publicação')
  await page.getByText('Ainda não há episódios.').waitFor()
  expect(await page.getByRole('button', { name: 'Publicar agora' }).isDisabled()).toBe(true)
  await page.getByLabel('Dia e hora').fill('2031-01-02T03:04')
  await page.getByRole('button', { name: 'Agendar' }).click()
  await page.getByText('No máximo daqui a um ano.').waitFor()
  const viewer = await fetch(`${journeys.origin}/drama/detail?drama_id=d_mare-alta`)
  expect((await viewer.json()).code).toBe(4204)
})

test.each([1440, 375])('a long title without a space stays within a page of %i px', async width => {
  const title = 'W'.repeat(120)
  const id = `d_${'w'.repeat(60)}${width}`
  const draft = { slug: id.slice('d_'.length), title, lang: 'pt' }
  await callOperator(journeys.origin, 'POST drama_create', draft, key)
  const page = await openConsole(journeys, 'editor', { key, viewport: { width, height: 900 } })
  await page.goto(`${journeys.origin}/console/dramas`)
  const link = page.getByRole('link', { name: title }).first()
  await link.waitFor()
  const { width: linkWidth } = (await link.boundingBox()) ?? { width: 0 }
  expect(linkWidth).toBeLessThanOrEqual(340)
  if (width === 1440) {
    const last = (await page.getByRole('columnheader').last().boundingBox()) ?? { x: width, width: 0 }
    expect(last.x + last.width).toBeLessThanOrEqual(width)
  }
  await page.goto(`${journeys.origin}/console/dramas/edit?id=${id}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByLabel('Título · Português').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('a viewer sees what an editor changed, and a second editor is told', async () => {
  const page = await openConsole(journeys, 'editor', { key })
  const second = await openConsole(journeys, 'editor', { key })
  await openDrama(page, 'O Último Contrato')
  await openDrama(second, 'O Último Contrato')

  await page.getByLabel('Título · Português').fill('O Contrato Final')
  await page.getByLabel('Título · Español').fill('UNO')
  await openTab(page, 'Configurações')
  await page.getByLabel('Moedas por episódio').fill('99999999999')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByText('Digite um número inteiro de 0 a 1.000.000.').waitFor()
  await page.getByLabel('Moedas por episódio').fill('75')
  await save(page)

  await second.getByLabel('Título · English').fill('The Final Contract')
  await second.getByRole('textbox', { name: 'Título · Español' }).fill('DOS')
  await second.getByRole('button', { name: 'Salvar', exact: true }).click()
  await second.getByRole('alert').filter({ hasText: 'Outra pessoa alterou este drama' }).waitFor()
  expect(await second.getByLabel('Título · Português').inputValue()).toBe('O Contrato Final')
  // Both have changed this one.
  expect(await second.getByRole('textbox', { name: 'Título · Español' }).inputValue()).toBe('DOS')
  await second.getByText('Outra pessoa: UNO').waitFor()
  expect(await runConsoleAxe(second)).toEqual([])
  await second.getByRole('button', { name: 'Usar este valor: Título · Español' }).click()
  expect(await second.getByRole('textbox', { name: 'Título · Español' }).inputValue()).toBe('UNO')
  expect(await second.getByText('Outra pessoa: UNO').count()).toBe(0)
  await save(second)
  expect(await show()).toMatchObject({
    title: { pt: 'O Contrato Final', en: 'The Final Contract', es: 'UNO' },
    default_price: 75
  })

  await page.reload()
  await openTab(page, 'Episódios')
  await page.getByRole('button', { name: 'Mover o episódio 1 para baixo' }).click()
  await page.getByText('Os desbloqueios ficam com o número').waitFor()
  await page.getByText('Quem desbloqueou o número 1 verá o vídeo que agora é o número 1 e antes era o 2.').waitFor()
  await save(page)
  expect((await show()).episodes.slice(0, 2).map(({ film }: { film: number }) => film)).toEqual([2, 1])

  const viewer = await journeys.open(`/?drama=${DRAMA}&ep=1`)
  await expect.poll(() => readPlayedSeconds(inApp(viewer, 'video')), { timeout: 20_000 }).toBeGreaterThan(0)
  const { data } = await (await fetch(`${journeys.origin}/drama/detail?drama_id=${DRAMA}&lang=pt`)).json()
  expect(data.drama.title).toBe('O Contrato Final')
})

test('an edited field takes the imported value again, which is shown before', async () => {
  const page = await openConsole(journeys, 'editor', { key })
  const { package: source, version } = await show('d_red-silk')
  const edited = { title: { pt: 'Outro título' }, default_price: 77, tags: [] }
  await callOperator(journeys.origin, 'POST drama_save', { id: 'd_red-silk', version, ...edited }, key)
  await page.goto(`${journeys.origin}/console/dramas/edit?id=d_red-silk`)
  await page.getByText(`Valor importado: ${source.title.pt}`).waitFor()
  expect(await page.getByRole('button', { name: /^Usar o valor importado/ }).count()).toBe(1)
  await page.getByRole('button', { name: 'Usar o valor importado: Título · Português' }).click()
  expect(await page.getByLabel('Título · Português').inputValue()).toBe(source.title.pt)
  await openTab(page, 'Configurações')
  await page.getByText(`Valor importado: ${source.default_price}`, { exact: true }).waitFor()
  expect(await runConsoleAxe(page)).toEqual([])
  await page.getByRole('button', { name: 'Usar o valor importado: Moedas por episódio' }).click()
  await page.getByText('O valor importado passa a valer ao salvar.').waitFor()
  await save(page)
  const { edited: names, title, default_price, tags } = await show('d_red-silk')
  expect({ names, pt: title.pt, default_price, tags }).toEqual({
    names: ['tags'],
    pt: source.title.pt,
    default_price: source.default_price,
    tags: []
  })
})

test('a cover is cropped, kept if the connection is lost, and shown to viewers', async () => {
  const page = await openConsole(journeys, 'editor', { key })
  const before = await show('d_red-silk')
  await openDrama(page, before.title.pt)
  await openTab(page, 'Imagens')
  const bytes = await sharp({ create: { width: 1000, height: 1000, channels: 3, background: '#3366aa' } })
    .png()
    .toBuffer()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'capa.png', mimeType: 'image/png', buffer: bytes })
  const dialog = page.getByRole('dialog')
  const use = dialog.getByRole('button', { name: 'Usar esta imagem' })
  await page.route('**/drama_picture*', route => route.abort())
  await use.click()
  await dialog.getByRole('alert').waitFor()
  await page.unroute('**/drama_picture*')
  await use.click()
  await dialog.waitFor({ state: 'detached' })
  await save(page)
  await page.getByAltText('Imagem importada').waitFor()
  const { cover } = await show('d_red-silk')
  expect(cover).not.toBe(before.cover)
  const picture = await fetch(`${journeys.origin}/covers/d_red-silk/${cover}`)
  const { width, height, format } = await sharp(new Uint8Array(await picture.arrayBuffer())).metadata()
  expect([width, height, format]).toEqual([600, 800, 'webp'])
})

test('a drama is taken offline after its effects are read, previewed, and published again', async () => {
  const page = await openConsole(journeys, 'editor', { key })
  const { title } = await show('d_red-balloon')
  await openDrama(page, title.pt)
  await openTab(page, 'Publicação')
  await page.getByRole('button', { name: 'Tirar do ar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/Espectadores com episódios desbloqueados: \d/).waitFor()
  await dialog.getByRole('button', { name: 'Tirar do ar' }).click()
  await page.getByRole('heading', { name: 'Fora do ar' }).waitFor()
  const read = async () => (await (await fetch(`${journeys.origin}/drama/detail?drama_id=d_red-balloon`)).json()).code
  expect(await read()).toBe(4204)

  await openTab(page, 'Prévia')
  const videos = page.frameLocator('iframe').locator('drama-app video')
  await expect.poll(() => readPlayedSeconds(videos), { timeout: 25_000 }).toBeGreaterThan(0)

  await openTab(page, 'Publicação')
  await page.getByRole('button', { name: 'Publicar agora' }).click()
  await page.getByRole('heading', { name: 'No ar' }).waitFor()
  expect(await read()).toBe(200)
})

test('a draft is deleted after a question, and the second of two editors is told that it has changed', async () => {
  const page = await openConsole(journeys, 'editor', { key })
  const [created] = await Promise.all(
    ['esboco', 'outro'].map(slug =>
      callOperator(journeys.origin, 'POST drama_create', { slug, title: `Rascunho ${slug}`, lang: 'pt' }, key)
    )
  )
  await openDrama(page, 'Rascunho esboco')
  await openTab(page, 'Publicação')
  await page.getByRole('button', { name: 'Excluir rascunho' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Excluir “Rascunho esboco”?').waitFor()
  const change = { id: 'd_esboco', version: created.drama.version, title: { pt: 'Rascunho novo' } }
  await callOperator(journeys.origin, 'POST drama_save', change, key)
  await dialog.getByRole('button', { name: 'Excluir rascunho' }).click()
  await dialog.getByText(/Alguém alterou este rascunho/).waitFor()
  await dialog.getByText('Excluir “Rascunho novo”?').waitFor()
  expect(await runConsoleAxe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Excluir rascunho' }).click()
  await page.getByText('Rascunho excluído').waitFor()
  await page.getByRole('link', { name: 'Rascunho outro' }).waitFor()
  expect(await page.getByRole('link', { name: 'Rascunho novo' }).count()).toBe(0)

  await page.setViewportSize(PHONE)
  await page.goto(`${journeys.origin}/console/dramas/edit?id=d_outro&tab=publishing`)
  await page.getByRole('button', { name: 'Excluir rascunho' }).click()
  await dialog.getByRole('button', { name: 'Excluir rascunho' }).click()
  const result = page.getByRole('alert').filter({ hasText: 'Rascunho excluído' })
  await result.waitFor()
  const table = page.getByRole('table')
  await table.waitFor()
  const top = async (place: Locator) => (await place.boundingBox()) ?? { y: 0, height: 0 }
  await expect.poll(async () => (await top(result)).y + (await top(result)).height).toBeLessThan((await top(table)).y)
})

test.each(['light', 'dark'] as const)(
  'the pages of a drama have no fault for axe in the %s theme',
  async colorScheme => {
    const page = await openConsole(journeys, 'editor', { key, colorScheme })
    await openDrama(page, 'Herdeira Secreta')
    for (const tab of ['Textos', 'Imagens', 'Configurações', 'Episódios', 'Publicação', 'Audiência']) {
      await openTab(page, tab)
      await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0)
      expect(await runConsoleAxe(page), tab).toEqual([])
    }
  }
)
