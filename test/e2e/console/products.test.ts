import { expect, test } from 'vitest'
import { callOperator, openConsole, runConsoleAxe } from '../support/console.js'
import { inApp, type Journeys, PHONE, prepareJourneys } from '../support/journey.js'
import { openProduct } from '../support/open-product.js'
import { decideInFrame } from '../support/payment-frame.js'
import { offer, openStore } from '../support/store-page.js'

const OPERATOR_KEY = 'key of the journeys of products'
const journeys = prepareJourneys(() => openProduct({ OPERATOR_KEY }))
const open = (options: Parameters<typeof openConsole>[2] = {}) =>
  openConsole(journeys as Journeys, 'owner', { key: OPERATOR_KEY, ...options })

test('an owner adds a pack, a viewer buys it in the widget, and it goes off sale and on again', async () => {
  const page = await open()
  const dialog = page.getByRole('dialog')
  await page.getByRole('link', { name: 'Produtos', exact: true }).click()
  await page.getByRole('button', { name: 'Novo produto' }).click()
  await dialog.getByRole('button', { name: 'Adicionar produto' }).click()
  for (const wrong of [
    'Digite um número inteiro de 1 a 1.000.000.',
    /^Digite um preço de R\$\s0,01 a R\$\s10\.000\.000,00\.$/
  ])
    await dialog.getByText(wrong).waitFor()
  expect(
    await dialog.getByRole('textbox', { name: 'Moedas', exact: true }).evaluate(node => node === document.activeElement)
  ).toBe(true)
  // Nothing is sold by accident.
  const onSale = dialog.getByRole('switch', { name: 'À venda' })
  expect(await onSale.isChecked()).toBe(false)
  await onSale.setChecked(true, { force: true })
  await dialog.getByRole('textbox', { name: 'Moedas', exact: true }).fill('2,5')
  await dialog.getByRole('button', { name: 'Adicionar produto' }).click()
  expect(await dialog.getByRole('textbox', { name: 'Moedas', exact: true }).inputValue()).toBe('2,5')
  await dialog.getByText('Digite um número inteiro de 1 a 1.000.000.').waitFor()
  await dialog.getByRole('textbox', { name: 'Moedas', exact: true }).fill('300')
  await dialog.getByLabel('Bônus').fill('77')
  // Never another number: what is typed stays, and has an error or is read as it is meant.
  await dialog.getByLabel('Preço em BRL').fill('14.9')
  await dialog.getByText(/R\$\s3,95 por 100 moedas/).waitFor()
  for (const wrong of ['-4', '1e3', '1,4.5']) {
    await dialog.getByLabel('Preço em BRL').fill(wrong)
    await dialog.getByRole('button', { name: 'Adicionar produto' }).click()
    await dialog.getByText(/^Digite um preço de R\$\s0,01 a/).waitFor()
    expect(await dialog.getByLabel('Preço em BRL').inputValue()).toBe(wrong)
  }
  await dialog.getByLabel('Preço em BRL').fill('1,5555')
  await dialog.getByRole('button', { name: 'Adicionar produto' }).click()
  await dialog.getByText('BRL tem no máximo 2 casas decimais.').waitFor()
  await dialog.getByLabel('Preço em BRL').fill('14,90')
  await dialog.getByText(/R\$\s3,95 por 100 moedas/).waitFor()
  await dialog.getByRole('button', { name: 'Adicionar preço em outra moeda' }).click()
  await dialog.getByRole('combobox', { name: 'Moeda' }).fill('USD')
  await page.getByRole('option', { name: 'USD' }).click()
  await dialog.getByRole('textbox', { name: 'Preço', exact: true }).fill('2,99')
  await dialog.getByRole('button', { name: 'Adicionar produto' }).click()
  await dialog.getByText('Já existe um produto com este ID.').waitFor()
  await dialog.getByRole('textbox', { name: 'ID' }).fill('feira')
  expect(await runConsoleAxe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Adicionar produto' }).click()
  await page.getByText('Adicionado: p_brl_feira, p_usd_feira').waitFor()
  await page.getByRole('row', { name: /p_brl_feira.*À venda/ }).waitFor()

  const { page: store, purchases } = await openStore(journeys)
  await offer(store, '+77').click()
  await expect.poll(() => inApp(store, '.pay-button').textContent()).toMatch(/^Pagar R\$\s14,90$/)
  await inApp(store, '.pay-button').click()
  await decideInFrame(store, 'approve')
  // The bonus of the pack, and of the first purchase.
  await expect.poll(() => inApp(store, '.checkout-gain').textContent()).toBe('+477')
  expect(purchases()).toMatchObject([{ value: 14.9, kind: 'coins' }])

  const setOnSale = async (isOnSale: boolean) => {
    await page
      .getByRole('row', { name: /p_brl_feira/ })
      .getByRole('button')
      .click()
    await dialog.getByRole('switch', { name: 'À venda' }).setChecked(isOnSale, { force: true })
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await setOnSale(false)
  await page.getByRole('row', { name: /p_brl_feira.*Fora de venda/ }).waitFor()
  const later = await openStore(journeys)
  await offer(later.page, '300').first().waitFor()
  expect(await offer(later.page, '+77').count()).toBe(0)
  await setOnSale(true)
  await page.getByRole('row', { name: /p_brl_feira.*À venda/ }).waitFor()
  await later.page.reload()
  await offer(later.page, '+77').waitFor()
  const { list } = await callOperator(journeys.origin, 'GET log', { subject: 'p_brl_feira' }, OPERATOR_KEY)
  const added = list.find(({ action }: { action: string }) => action === 'product_add')
  expect(JSON.parse(added.state_after).p_brl_feira).toMatchObject({ coins: 300, bonus: 77, amount: 1490 })
})

test('on a phone, a pass with a title of its own in five languages is added', async () => {
  const page = await open({ viewport: PHONE })
  const dialog = page.getByRole('dialog')
  await page.goto(`${journeys.origin}/console/products`)
  await page.getByRole('button', { name: 'Novo produto' }).click()
  await dialog.getByText('Passe mensal', { exact: true }).click()
  await dialog.getByLabel('Dias').fill('90')
  await dialog.getByLabel('Preço em BRL').fill('199,90')
  await dialog.getByRole('switch', { name: 'Título próprio' }).setChecked(true, { force: true })
  await dialog.getByLabel('Título · Português').fill('Passe <b>trimestral</b>')
  await dialog.getByRole('button', { name: 'Adicionar produto' }).click()
  expect(await dialog.getByText('Digite um título de até 60 caracteres.').count()).toBe(4)
  await dialog.getByRole('switch', { name: 'À venda' }).setChecked(true, { force: true })
  for (const language of ['English', 'Español', '简体中文', '繁體中文'])
    await dialog.getByLabel(`Título · ${language}`).fill(`Quarter ${language}`)
  expect(await runConsoleAxe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Adicionar produto' }).click()
  await page.getByText('Adicionado: p_brl_monthly_90').waitFor()
  const { page: store } = await openStore(journeys, '/pages/wallet/store?tab=pass')
  await offer(store, 'Passe <b>trimestral</b>').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
