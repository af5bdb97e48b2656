import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callOperator, openConsole, runConsoleAxe } from '../support/console.js'
import { prepareJourneys } from '../support/journey.js'
import { openProduct } from '../support/open-product.js'

const key = 'key of the journeys of campaigns'
const journeys = prepareJourneys(() => openProduct({ OPERATOR_KEY: key }))

const switches = ['Recompensas', 'Check-in diário']
const readSwitches = (page: Page) => Promise.all(switches.map(name => page.getByRole('switch', { name }).isChecked()))

test('a new campaign is what its form showed, and begins on a drama that is found by its title', async () => {
  const editor = await openConsole(journeys, 'editor', { key })
  await editor.goto(`${journeys.origin}/console/campaigns/create`)
  const shown = await readSwitches(editor)
  await editor.getByLabel('Id da campanha').fill('journey-new')
  await editor.getByRole('combobox', { name: 'Primeiro drama' }).fill('noiva')
  await editor.getByRole('option', { name: 'A Noiva do Inverno' }).click()
  await editor.getByLabel('Janela em dias').fill('-3')
  await editor.getByRole('button', { name: 'Salvar' }).click()
  await editor.getByText('Um número inteiro de 1 a 90.').waitFor()
  // What is typed is not lost to a click on the menu.
  await editor.getByRole('link', { name: 'Dramas', exact: true }).click()
  await editor.getByRole('dialog').getByRole('button', { name: 'Ficar' }).click()
  expect(await editor.getByLabel('Janela em dias').inputValue()).toBe('-3')
  await editor.getByLabel('Janela em dias').fill('30')
  // What is no colour stays, with what is allowed beside it.
  const accent = editor.getByRole('textbox', { name: 'Destaque' })
  await accent.fill('red')
  await editor.getByLabel('Raio dos cantos').fill('99px')
  await editor.getByRole('button', { name: 'Salvar' }).click()
  await editor.getByText('Uma cor como #1a2b3c: # e seis dígitos de 0 a f.').waitFor()
  await editor.getByText('De 0px a 40px, como 8px.').waitFor()
  expect(await accent.inputValue()).toBe('red')
  await accent.fill('')
  await editor.getByLabel('Raio dos cantos').fill('')
  await editor.getByRole('combobox', { name: 'Oferta mostrada primeiro' }).click()
  await editor.getByRole('option', { name: /Passe semanal · R\$\s29,90/ }).waitFor()
  await editor.keyboard.press('Escape')
  await editor.getByRole('button', { name: 'Salvar' }).click()
  await editor.waitForURL(/campaigns\/edit\?lpid=journey-new/)
  expect(await readSwitches(editor)).toEqual(shown)
  await expect
    .poll(() => editor.getByRole('combobox', { name: 'Primeiro drama' }).inputValue())
    .toBe('A Noiva do Inverno')
  const { campaign } = await callOperator(journeys.origin, 'GET campaign_show', { lpid: 'journey-new' }, key)
  expect(campaign).toMatchObject({
    start_drama_id: 'd_winter-bride',
    attribution_window_days: 30,
    rewards_enabled: shown[0],
    checkin_enabled: shown[1]
  })
  expect(await runConsoleAxe(editor)).toEqual([])
  await editor.getByText('Nenhum parceiro tem esta campanha.').waitFor()
  await editor.getByRole('link', { name: 'Dar a um parceiro, na página dele' }).waitFor()
  await editor.getByRole('link', { name: 'Cancelar' }).click()
  await editor.waitForURL(/\/console\/campaigns$/)
})

test('the second of two editors is told where it is saved which fields the first one changed, and both are kept', async () => {
  await callOperator(journeys.origin, 'POST campaign_save', { lpid: 'journey-both', mode: 'create' }, key)
  const [first, second] = [
    await openConsole(journeys, 'editor', { key }),
    await openConsole(journeys, 'editor', { key })
  ]
  for (const page of [first, second]) {
    await page.goto(`${journeys.origin}/console/campaigns/edit?lpid=journey-both`)
    await page.getByRole('switch', { name: 'Recompensas' }).waitFor()
  }
  await first.getByLabel('Nome').fill('Da primeira')
  await first.getByRole('switch', { name: 'Recompensas' }).press('Space')
  await first.getByRole('button', { name: 'Salvar' }).click()
  await first.getByText('Salvo', { exact: false }).first().waitFor()
  await second.getByLabel('Janela em dias').fill('14')
  await second.getByRole('button', { name: 'Salvar' }).click()
  const notice = second.getByRole('alert').filter({ hasText: 'Outra pessoa alterou esta campanha' })
  await notice.getByText('Ela alterou: Nome, Recompensas.').waitFor()
  // It is on the screen where the button is, at the end of a long form.
  const box = await notice.boundingBox()
  expect(box !== null && box.y >= 0 && box.y + box.height <= (second.viewportSize()?.height ?? 0)).toBe(true)
  await second.getByRole('button', { name: 'Salvar' }).click()
  await notice.waitFor({ state: 'detached' })
  const { campaign } = await callOperator(journeys.origin, 'GET campaign_show', { lpid: 'journey-both' }, key)
  expect(campaign).toMatchObject({ name: 'Da primeira', attribution_window_days: 14, rewards_enabled: false })
})
