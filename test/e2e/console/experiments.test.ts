import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callOperator, openConsole, runConsoleAxe } from '../support/console.js'
import { PHONE, prepareJourneys } from '../support/journey.js'
import { position, readEpisodeLabel } from '../support/player-page.js'
import { takeScreenshot } from '../support/screenshots.js'

const DRAMA = 'd_winter-bride'
const LPID = 'experimento-da-jornada'
const ACCENT = '#00e0a4'

const journeys = prepareJourneys()
let partnerId = ''

beforeAll(async () => {
  const operate = (call: string, request: object) => callOperator(journeys.origin, call, request)
  const partner = await operate('POST partner_create', { name: 'Experimentos & Cia' })
  partnerId = partner.id
  const start = { start_drama_id: DRAMA, start_episode_no: 1, theme: { accent: '#ff5533' } }
  await operate('POST campaign_save', { lpid: LPID, mode: 'create', name: 'Jornada', ...start })
  await operate('POST partner_give', { id: partnerId, lpid: LPID })
})

const openPartner = (options = {}) => openConsole(journeys, 'partner', { partnerId, ...options })

const readAccent = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.querySelector('drama-app') as Element).getPropertyValue('--accent'))

/** The episode on which a viewer begins, and the colour of the app. */
async function readStart(page: Page): Promise<{ episode: string; accent: string }> {
  await expect.poll(() => position(page)).toBeGreaterThan(0.1)
  await expect.poll(() => readEpisodeLabel(page)).toMatch(/\d/)
  const label = await readEpisodeLabel(page)
  return { episode: /\d+/.exec(label ?? '')?.[0] ?? '', accent: await readAccent(page) }
}

const variant = (page: Page, letter: string) => page.getByRole('group', { name: `Variante ${letter}`, exact: true })

test('a partner tries another first episode and colour: viewers begin on different ones, and the partner reads the numbers and ends it', async () => {
  const page = await openPartner()
  await page.getByRole('link', { name: 'Experimentos', exact: true }).click()
  await page.getByText('Ainda não há experimentos.').waitFor()
  await page.getByRole('link', { name: 'Novo experimento' }).click()
  await page.getByRole('textbox', { name: 'Nome', exact: true }).first().fill('Começo <b>novo</b>')
  await page.getByRole('combobox', { name: 'Campanha', exact: true }).click()
  await page.getByRole('option', { name: /Jornada/ }).click()

  // What is wrong is said where it is, by the page and by the server.
  await variant(page, 'A').getByRole('textbox', { name: 'Nome' }).fill('Como está')
  await variant(page, 'B').getByRole('textbox', { name: 'Nome' }).fill('Episódio 3')
  await variant(page, 'B')
    .getByRole('textbox', { name: /Parte dos visitantes/ })
    .fill('40')
  await page.getByText('Soma de todas as partes: 90 %').waitFor()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('A soma de todas as partes precisa ser 100.').waitFor()
  await variant(page, 'B')
    .getByRole('textbox', { name: /Parte dos visitantes/ })
    .fill('50')
  // Two variants that show the same are saved, but do not start.
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('heading', { name: 'Começo <b>novo</b>' }).waitFor()
  await page.getByRole('button', { name: 'Iniciar', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Iniciar', exact: true }).click()
  await variant(page, 'B')
    .getByText('As variantes B e A mostram o mesmo aos espectadores: mude algo em uma delas.')
    .waitFor()
  await variant(page, 'B').getByRole('combobox', { name: 'Drama' }).fill(DRAMA)
  await page.getByRole('option', { name: 'A Noiva do Inverno', exact: true }).click()
  await variant(page, 'B').getByRole('textbox', { name: 'Episódio', exact: true }).fill('9999')
  await variant(page, 'B').getByRole('textbox', { name: 'Gradiente, primeira' }).fill('#ffff00')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await variant(page, 'B').getByText('Não é possível: o texto precisa continuar legível.').waitFor()
  await variant(page, 'B').getByRole('textbox', { name: 'Gradiente, primeira' }).fill('')
  await variant(page, 'B').getByRole('textbox', { name: 'Destaque' }).fill(ACCENT)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await variant(page, 'B').getByText('Este episódio não está no ar.').waitFor()
  await variant(page, 'B').getByRole('textbox', { name: 'Episódio', exact: true }).fill('3')
  await page.getByRole('button', { name: 'Salvar' }).click()
  // The preview shows the variant before anything runs.
  const link = page.getByRole('link', { name: 'Prévia de Episódio 3' })
  await expect.poll(() => link.getAttribute('href')).toContain('ep=3')
  await takeScreenshot(page, 'console-experiment-draft')
  expect(await runConsoleAxe(page)).toEqual([])
  const address = await link.getAttribute('href')
  const preview = await journeys.open(address ?? '')
  await expect.poll(() => readStart(preview)).toEqual({ episode: '3', accent: ACCENT })

  await page.getByRole('button', { name: 'Iniciar', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Iniciar', exact: true }).click()
  await page
    .getByRole('region', { name: 'Resultado' })
    .getByText(/Visitantes de menos/)
    .waitFor()
  const changes = page.getByRole('region', { name: 'O que cada variante muda' })
  await changes.getByRole('group', { name: 'Variante A' }).getByText('Nada: a campanha como está').waitFor()
  await changes.getByRole('group', { name: 'Variante B' }).getByText('A Noiva do Inverno, episódio 3').waitFor()
  await changes.getByRole('group', { name: 'Variante B' }).getByText(ACCENT).waitFor()

  const starts = new Map<string, string>()
  let viewers = 0
  while (starts.size < 2) {
    const viewer = await journeys.open(`/?lpid=${LPID}`)
    viewers += 1
    const { episode, accent } = await readStart(viewer)
    starts.set(episode, accent)
    await viewer.context().close()
  }
  expect(Object.fromEntries(starts)).toEqual({ 1: '#ff5533', 3: ACCENT })

  await page.reload()
  const rows = page.getByRole('row')
  await rows.filter({ hasText: 'Episódio 3' }).waitFor()
  const visitors = await rows.evaluateAll(all =>
    all.slice(1).map(row => Number(row.querySelectorAll('td')[1]?.textContent?.split(' ')[0] ?? 0))
  )
  expect(visitors.reduce((sum, count) => sum + count, 0)).toBe(viewers)
  await takeScreenshot(page, 'console-experiment-running')
  expect(await runConsoleAxe(page)).toEqual([])
  await page.getByRole('button', { name: 'Encerrar', exact: true }).click()
  await dialog.getByRole('radio', { name: 'recebe o que Episódio 3 tem' }).check()
  await dialog.getByRole('button', { name: 'Encerrar', exact: true }).click()
  await page.getByText('A campanha recebeu o que Episódio 3 tem.').waitFor()
  const campaign = await callOperator(journeys.origin, 'GET campaign_show', { lpid: LPID })
  expect(campaign.campaign).toMatchObject({ start_drama_id: DRAMA, start_episode_no: 3, theme: { accent: ACCENT } })
  const late = await journeys.open(`/?lpid=${LPID}`)
  expect(await readStart(late)).toEqual({ episode: '3', accent: ACCENT })
})

test('a draft that a colleague has changed keeps what is typed, on a phone', async () => {
  const key = await openPartner({ viewport: PHONE })
  await key.goto(`${journeys.origin}/console/partner/experiments/edit`)
  await key.getByRole('textbox', { name: 'Nome', exact: true }).first().fill('Duas pessoas')
  await key.getByRole('combobox', { name: 'Campanha', exact: true }).click()
  await key.getByRole('option', { name: /Jornada/ }).click()
  await key.getByRole('button', { name: 'Salvar' }).click()
  await key.getByRole('heading', { name: 'Duas pessoas' }).waitFor()
  const colleague = await openPartner()
  await colleague.goto(key.url())
  const name = (page: Page) => page.getByRole('textbox', { name: 'Nome', exact: true }).first()
  await name(colleague).fill('A outra pessoa')
  await colleague.getByRole('button', { name: 'Salvar' }).click()
  await colleague.getByRole('heading', { name: 'A outra pessoa' }).waitFor()
  await name(key).fill('A primeira pessoa')
  await key.getByRole('button', { name: 'Salvar' }).click()
  await key.getByText('Outra pessoa alterou este rascunho').waitFor()
  expect(await name(key).inputValue()).toBe('A primeira pessoa')
  await key.getByRole('button', { name: 'Salvar' }).click()
  await key.getByRole('heading', { name: 'A primeira pessoa' }).waitFor()
  expect(await runConsoleAxe(key)).toEqual([])
})
