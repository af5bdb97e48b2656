import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callOperator, openConsole, runConsoleAxe } from '../support/console.js'
import { type Journeys, PHONE, prepareJourneys } from '../support/journey.js'
import { openProduct, type StartedProduct } from '../support/open-product.js'

const OPERATOR_KEY = 'key of the journeys of partners'
const CAMPAIGN = 'journey-of-partners'
let product: StartedProduct
const journeys = prepareJourneys(async () => {
  product = await openProduct({ OPERATOR_KEY })
  return product
})

const open = (role: Parameters<typeof openConsole>[1], options: Parameters<typeof openConsole>[2] = {}) =>
  openConsole(journeys as Journeys, role, { key: OPERATOR_KEY, ...options })
const operate = (call: string, request: object = {}) => callOperator(journeys.origin, call, request, OPERATOR_KEY)

const isOnPage = (page: Page, title: string) =>
  page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()

/** Fills the form of an invitation, and returns the link that it shows. */
async function invite(page: Page, email: string, name: string): Promise<string> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Nome').fill(name)
  await dialog.getByRole('button', { name: 'Adicionar e mostrar o link' }).click()
  const link = await dialog.getByLabel('Link de uso único').inputValue()
  await dialog.getByRole('button', { name: 'Concluir' }).click()
  return link
}

async function enter(link: string, options: object = {}): Promise<Page> {
  const page = await journeys.open(link, { viewport: { width: 1440, height: 900 }, locale: 'pt-BR', ...options })
  await page.getByRole('button', { name: 'Abrir o console' }).click()
  await page.waitForURL('**/console/account*')
  return page
}

test('an owner sets up a partner, whose member invites and disables a colleague, and another partner sees nothing', async () => {
  await operate('POST campaign_save', { lpid: CAMPAIGN, mode: 'create', name: 'Verão no Litoral' })
  const owner = await open('owner')
  const dialog = owner.getByRole('dialog')
  await owner.getByRole('link', { name: 'Parceiros', exact: true }).click()
  await owner.getByRole('button', { name: 'Novo parceiro' }).click()
  await dialog.getByRole('button', { name: 'Criar' }).click()
  await dialog.getByText('Digite um nome de até 120 caracteres.').waitFor()
  await dialog.getByLabel('Nome').fill('Rádio <b>Litoral</b>')
  await dialog.getByRole('button', { name: 'Criar' }).click()
  const key = await dialog.getByLabel('Segredo').inputValue()
  expect(key).toMatch(/^pk_/)
  await expect.poll(() => dialog.getByLabel('Segredo').evaluate(node => node === document.activeElement)).toBe(true)
  expect(await dialog.getByRole('button', { name: 'Fechar' }).count()).toBe(0)
  await owner.keyboard.press('Escape')
  await owner.mouse.click(5, 400)
  expect(await dialog.getByLabel('Segredo').inputValue()).toBe(key)
  await dialog.getByRole('button', { name: 'Abrir o parceiro' }).click()
  await isOnPage(owner, 'Rádio <b>Litoral</b>')
  const partnerId = new URL(owner.url()).searchParams.get('id') ?? ''

  await owner.getByRole('button', { name: 'Atribuir uma campanha' }).click()
  await dialog.getByRole('combobox', { name: 'Campanha' }).fill('verão')
  await owner.getByRole('option', { name: `Verão no Litoral (${CAMPAIGN})` }).click()
  await dialog.getByRole('button', { name: 'Atribuir' }).click()
  await owner.getByRole('row', { name: /Verão no Litoral.*Ativa/ }).waitFor()

  await owner.getByRole('tab', { name: 'Moedas pré-pagas' }).click()
  const book = async (coins: string, reference: string) => {
    await owner.getByRole('button', { name: 'Adicionar ou retirar moedas' }).click()
    await dialog.getByRole('button', { name: 'Lançar' }).click()
    await dialog.getByText('Diga o motivo.').waitFor()
    await dialog.getByLabel('Moedas').fill(coins)
    await dialog.getByLabel('Referência').fill(reference)
    await dialog.getByLabel('Motivo').fill('Fatura de novembro')
    await dialog.getByRole('button', { name: 'Lançar' }).click()
    const said = await dialog.getByRole('status').textContent()
    await dialog.getByRole('button', { name: 'Concluir' }).click()
    return said
  }
  expect(await book('5000', 'nf-17')).toBe('Lançado. O saldo agora é 5.000.')
  expect(await book('5000', 'nf-17')).toBe('Nada foi movido: esta referência já foi contada. O saldo é 5.000.')
  await owner
    .getByRole('row', { name: /Pago antecipado.*Fatura de novembro.*\+5\.000.*nf-17.*@console\.test/ })
    .waitFor()
  expect(await owner.getByRole('row', { name: /nf-17/ }).count()).toBe(1)

  await owner.getByRole('tab', { name: 'Membros' }).click()
  await owner.getByRole('button', { name: 'Convidar um membro' }).click()
  const link = await invite(owner, 'lia@litoral.test', 'Lia Prado')
  await owner.getByRole('row', { name: /Lia Prado.*Gerencia os membros.*Convidado/i }).waitFor()

  const invited = await journeys.open(link, { locale: 'pt-BR' })
  await invited.getByText('Você foi adicionado como membro de Rádio <b>Litoral</b>').waitFor()
  const lia = await enter(link)
  await lia.getByRole('link', { name: 'Membros', exact: true }).click()
  await lia.getByText('Quem de Rádio <b>Litoral</b> pode usar este console.').waitFor()
  await lia.getByRole('button', { name: 'Convidar um colega' }).click()
  const liasDialog = lia.getByRole('dialog')
  await liasDialog.getByLabel('E-mail').fill('no address')
  await liasDialog.getByRole('button', { name: 'Adicionar e mostrar o link' }).click()
  await liasDialog.getByText('Digite um e-mail, como ana@example.com.').waitFor()
  const ruisLink = await invite(lia, 'rui@litoral.test', 'Rui Lima')
  await lia.getByRole('row', { name: /Rui Lima.*Convidado/i }).waitFor()

  const rui = await enter(ruisLink, { viewport: PHONE })
  await rui.getByRole('button', { name: 'Menu' }).click()
  await rui.getByRole('link', { name: 'Relatório', exact: true }).waitFor()
  expect(await rui.getByRole('link', { name: 'Membros', exact: true }).count()).toBe(0)
  await rui.goto(`${product.origin}/console/partner/members`)
  await rui.getByText('Seu papel não permite isso.').waitFor()

  await lia.reload()
  await lia.getByRole('row', { name: /Rui Lima.*1 sessão/i }).waitFor()
  await lia.getByRole('button', { name: 'Editar Lia Prado' }).click()
  await liasDialog.getByRole('switch', { name: 'Desativado' }).check({ force: true })
  await liasDialog.getByRole('button', { name: 'Salvar' }).click()
  await liasDialog.getByText('Ninguém mais gerencia os membros. Dê esse direito a outra pessoa antes.').waitFor()
  await lia.keyboard.press('Escape')
  await lia.getByRole('button', { name: 'Editar Rui Lima' }).click()
  await liasDialog.getByRole('switch', { name: 'Desativado' }).check({ force: true })
  await liasDialog.getByRole('button', { name: 'Salvar' }).click()
  await lia.getByRole('row', { name: /Rui Lima.*Desativado/i }).waitFor()
  await rui.reload()
  await isOnPage(rui, 'Entrar')

  const other = await operate('POST partner_create', { name: 'Outra Empresa' })
  const stranger = await open('partner', { partnerId: other.id, name: 'Eva Reis' })
  await stranger.goto(`${product.origin}/console/partner/members`)
  await stranger.getByRole('row', { name: /Eva Reis/ }).waitFor()
  expect(await stranger.getByRole('row').count()).toBe(2)
  await stranger.goto(`${product.origin}/console/partners/show?id=${partnerId}`)
  await stranger.getByText('Seu papel não permite isso.').waitFor()

  await owner.goto(`${product.origin}/console/audit`)
  await owner
    .getByRole('row', { name: /lia@litoral\.test.*Parceiro: alterar um membro/ })
    .first()
    .waitFor()
})

test('an owner changes a price, which the store shows at once', async () => {
  const owner = await open('owner')
  await owner.getByRole('link', { name: 'Produtos', exact: true }).click()
  await owner.getByRole('button', { name: 'Editar 300 moedas' }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByLabel('Preço em BRL').fill('12,5')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await owner.getByRole('row', { name: /300 moedas.*R\$\s12,50/ }).waitFor()
  const { list } = await operate('GET product_list')
  expect(list.find(({ id }: { id: string }) => id === 'p_brl_300').amount).toBe(1250)
})

const themes = ['light', 'dark'] as const
test.each(themes)('pages of partners and products have no fault for axe in the %s theme', async colorScheme => {
  const { id } = await operate('POST partner_create', { name: `Axe ${colorScheme}` })
  await operate('POST partner_coins', { id, coins: 500, reference: 'axe-1' })
  const page = await open('owner', { colorScheme })
  const paths = [
    'partners',
    ...['campaigns', 'coins', 'keys', 'members'].map(tab => `partners/show?id=${id}&tab=${tab}`)
  ]
  for (const path of [...paths, 'products', `partner/members?partner=${id}`, 'health']) {
    await page.goto(`${product.origin}/console/${path}`)
    await page.locator('h1').waitFor()
    await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0)
    expect(await runConsoleAxe(page), path).toEqual([])
  }
})
