import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../server/config/config.js'
import { openDatabase } from '../../../server/db/open.js'
import type { Database } from '../../../server/db/schema/schema.js'
import { createLog } from '../../../server/lib/log.js'
import { callOperator, openConsole, runConsoleAxe } from '../support/console.js'
import { PHONE, prepareJourneys } from '../support/journey.js'
import { openProduct } from '../support/open-product.js'
import { createSampleDatabase } from '../support/shared-products.js'

const OPERATOR_KEY = 'key of the partner journeys'
const DAY_MS = 86_400_000
const CAMPAIGN = 'radio-litoral'

let database: { db: Kysely<Database>; close(): Promise<void> }
let partnerId = ''
const journeys = prepareJourneys(async () => {
  const DATABASE_URL = await createSampleDatabase()
  const product = await openProduct({ DATABASE_URL, OPERATOR_KEY })
  const folder = mkdtempSync(path.join(tmpdir(), 'drama-partner-'))
  const config = readConfig({ DATABASE_URL, DATA_DIR: folder }, { projectDir: path.resolve('.'), readText: () => null })
  const { db, close } = await openDatabase(config, createLog('silent'))
  database = { db, close }
  return {
    ...product,
    async stop() {
      await close()
      await product.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
})

/** A partner's server that is down until `isUp`. */
const receiver = { isUp: false, bodies: [] as string[], origin: '' }
const receiving = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  receiver.bodies.push(body)
  response.writeHead(receiver.isUp ? 200 : 500).end(receiver.isUp ? 'thanks' : 'our database is down')
})

beforeAll(async () => {
  await new Promise<void>(resolve => receiving.listen(0, '127.0.0.1', resolve))
  receiver.origin = `http://localhost:${(receiving.address() as AddressInfo).port}`
  const operate = (call: string, request: object) => callOperator(journeys.origin, call, request, OPERATOR_KEY)
  const partner = await operate('POST partner_create', { name: 'Rádio & Filhos' })
  partnerId = partner.id
  await operate('POST partner_give', { id: partnerId, lpid: CAMPAIGN })
  const { db } = database
  const now = Date.now()
  // Checkouts of the newer week have fallen, in one episode only.
  for (const week of [0, 1]) {
    const at = new Date(now - (1 + week * 7) * DAY_MS)
    const counts = { visit: 200, start: 180, q25: 150, q50: 130, q75: 120, complete: 110, paywall: 100 }
    for (const [kind, count] of Object.entries({ ...counts, checkout: week === 0 ? 22 : 50 })) {
      await sql`insert into report_facts (lpid, at, kind, drama_id, episode_no)
        select ${CAMPAIGN}::text, ${at}::timestamptz, ${kind}::text,
          case when ${kind} = 'visit' then '' else 'd_winter-bride' end,
          case when ${kind} = 'visit' then 0 when ${kind} = 'checkout' and ${week} = 0 then 2 else 2 + n % 2 end
        from generate_series(1, ${count}::int) n`.execute(db)
    }
  }
  for (const free_episodes_override of [9, 2]) {
    await operate('POST campaign_save', { lpid: CAMPAIGN, mode: 'set', free_episodes_override })
  }
  const { id } = await operate('POST campaign_postback_add', {
    lpid: CAMPAIGN,
    event: 'checkout',
    url: `${receiver.origin}/p?token=s3cret`,
    method: 'POST'
  })
  await sql`insert into event_outbox (event, event_id, postback_id, user_id, lpid, payload, status, attempts, next_at, created_at, last_response)
    values ('checkout', 'checkout-of-the-journey', ${id}, 'u_none', ${CAMPAIGN}, ${JSON.stringify({ at: now, value: 990, currency: 'BRL' })}::jsonb,
      'failed', 7, ${new Date(now)}, ${new Date(now)}, '500 our database is down'),
      ('checkout', 'failing-checkout', ${id}, 'u_none', ${CAMPAIGN}, ${JSON.stringify({ at: now, value: 990, currency: 'BRL' })}::jsonb,
      'waiting', 3, ${new Date(now + DAY_MS)}, ${new Date(now)}, '500 our database is down')`.execute(db)
})
afterAll(() => receiving.close())

const openPartner = (options: object = {}) =>
  openConsole(journeys, 'partner', { key: OPERATOR_KEY, partnerId, ...options })

const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a partner finds the step and the episode at which conversions fell, and the setting that changed', async () => {
  const page = await openPartner()
  await page.getByRole('link', { name: 'Relatório', exact: true }).click()
  await page.getByText('A receita confere com os pedidos e o livro-razão: diferença 0').waitFor()
  await page.getByText('Paywalls → Checkouts: 22% em vez de 50% (-56%)').waitFor()
  const changed = page.getByRole('region', { name: 'Configurações alteradas' })
  await changed.getByText('Episódios grátis: de 9 para 2').waitFor()
  await changed
    .getByText(/· por um operador$/)
    .first()
    .waitFor()
  await changed.getByText(`Postback de checkout adicionado: ${receiver.origin}/p`).waitFor()
  expect(await changed.textContent()).not.toContain('s3cret')
  // The chart marks the day.
  await page.locator('.recharts-reference-line').waitFor({ state: 'attached' })
  await choose(page, 'Linhas', 'Episódio')
  await page.getByRole('row', { name: /Episódio 3 .*-100%/ }).waitFor()
  expect(new URL(page.url()).searchParams.get('group')).toBe('episode')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click()
  ])
  const [head = '', ...lines] = (await readFile(await download.path(), 'utf8'))
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
  const names = head.split(',')
  const sumOf = (name: string) => lines.reduce((sum, line) => sum + Number(line.split(',')[names.indexOf(name)]), 0)
  for (const name of ['visits', 'starts', 'paywalls', 'checkouts']) {
    const total = await page.locator(`[data-total="${name}"] span`).first().textContent()
    expect(sumOf(name), name).toBe(Number(total?.replaceAll('.', '')))
  }

  // A colleague who gets the address sees the same.
  const colleague = await openPartner()
  await colleague.goto(page.url())
  await colleague.getByRole('row', { name: /Episódio 3 .*-100%/ }).waitFor()
  await choose(colleague, 'Comparar com', 'Nada')
  await expect.poll(() => colleague.getByText('-100%').count()).toBe(0)
  await colleague.goBack()
  await colleague.getByRole('row', { name: /Episódio 3 .*-100%/ }).waitFor()
})

test('on a phone the report begins with its numbers, and a button shows the filters', async () => {
  const page = await openPartner({ viewport: PHONE })
  await page.goto(`${journeys.origin}/console/partner/report`)
  await page.locator('main [data-value]').first().waitFor()
  const period = page.getByRole('combobox', { name: 'Comparar com' })
  expect(await period.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Filtros' }).click()
  await period.waitFor()
})

test('a partner reads why a postback failed, and sends it again when the own server is back', async () => {
  const page = await openPartner({ viewport: PHONE })
  await page.goto(`${journeys.origin}/console/partner/postbacks?status=failed`)
  await page.getByRole('button', { name: 'Detalhes de checkout-of-the-journey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('O receptor está com um problema (código 500).').waitFor()
  await dialog.getByText('Texto original').click()
  await dialog.getByText('500 our database is down').waitFor()
  await dialog.getByText('"value": 9.9').waitFor()
  expect(await dialog.textContent()).not.toContain('s3cret')
  receiver.isUp = true
  await dialog.getByRole('button', { name: 'Enviar de novo' }).click()
  await dialog.getByText('Aceito com o código 200.').waitFor()
  await dialog.getByText('200 thanks').waitFor()
  expect(receiver.bodies).toHaveLength(1)
  expect(JSON.parse(receiver.bodies[0] ?? '')).toMatchObject({ event_id: 'checkout-of-the-journey', value: 9.9 })

  await page.goto(`${journeys.origin}/console/partner/postbacks?status=failing`)
  await page.getByRole('row', { name: /Falhando.*tenta de novo: .*3 tentativas/ }).waitFor()
  await page.getByRole('button', { name: 'Detalhes de failing-checkout' }).click()
  await dialog.getByRole('button', { name: 'Enviar agora' }).click()
  await dialog.getByText('Aceito com o código 200.').waitFor()
  await dialog.getByText('4 tentativas').waitFor()
  expect(receiver.bodies).toHaveLength(2)
})

test('an episode that the drama does not have stays as it was typed, with what is allowed beside it', async () => {
  const page = await openPartner()
  await page.goto(`${journeys.origin}/console/partner/links`)
  await page.getByRole('combobox', { name: 'Drama' }).fill('noiva')
  await page.getByRole('option', { name: 'A Noiva do Inverno' }).click()
  const episode = page.getByRole('textbox', { name: 'Episódio', exact: true })
  await episode.fill('999')
  await page.getByText(/^De 1 a \d+$/).waitFor()
  expect(await episode.inputValue()).toBe('999')
  expect(await page.getByRole('button', { name: 'Criar link' }).count()).toBe(0)
  await episode.fill('2')
  await page.getByRole('textbox', { name: 'Minutos grátis' }).fill('0')
  await page.getByRole('button', { name: 'Criar link' }).click()
  await page.getByText('De 1 a 60 minutos').waitFor()
  expect(await page.getByRole('textbox', { name: 'Minutos grátis' }).inputValue()).toBe('0')
})

test('two editors change a campaign: the second is told, keeps what was typed, and both changes are saved', async () => {
  const [first, second] = [
    await openConsole(journeys, 'editor', { key: OPERATOR_KEY }),
    await openConsole(journeys, 'editor', { key: OPERATOR_KEY })
  ]
  for (const page of [first, second]) {
    await page.goto(`${journeys.origin}/console/campaigns/edit?lpid=${CAMPAIGN}`)
    await page.getByLabel('Nome', { exact: true }).waitFor()
  }
  await first.getByLabel('Nome', { exact: true }).fill('Rádio do Verão')
  await first.getByRole('button', { name: 'Salvar' }).click()
  await first.getByText('Salvo', { exact: true }).waitFor()

  await second.getByLabel('Máximo de moedas por dia').fill('oito')
  await second.getByRole('button', { name: 'Salvar' }).click()
  await second.getByText('Um número inteiro de 1 a 1.000.000, ou vazio.').waitFor()
  await second.getByLabel('Máximo de moedas por dia').fill('300')
  await second.getByRole('button', { name: 'Salvar' }).click()
  await second.getByText('Outra pessoa alterou esta campanha').waitFor()
  expect(await second.getByLabel('Nome', { exact: true }).inputValue()).toBe('Rádio do Verão')
  expect(await second.getByLabel('Máximo de moedas por dia').inputValue()).toBe('300')
  await second.getByRole('button', { name: 'Salvar' }).click()
  await second.getByText('Salvo', { exact: true }).waitFor()
  const { campaign } = await callOperator(journeys.origin, 'GET campaign_show', { lpid: CAMPAIGN }, OPERATOR_KEY)
  expect(campaign).toMatchObject({ name: 'Rádio do Verão', daily_limit: 300 })
})

test('pages of partners and campaigns have no fault for axe in either theme', async () => {
  const look = async (page: Page, address: string) => {
    await page.goto(`${journeys.origin}/console/${address}`)
    await page.locator('h1').waitFor()
    await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' })
      expect(await runConsoleAxe(page), `${address} ${colorScheme}`).toEqual([])
    }
  }
  const partner = await openPartner()
  for (const name of ['report', 'retention?drama=d_winter-bride', 'postbacks', 'schedules']) {
    await look(partner, `partner/${name}`)
  }
  const editor = await openConsole(journeys, 'editor', { key: OPERATOR_KEY })
  await look(editor, `campaigns/edit?lpid=${CAMPAIGN}`)
})
