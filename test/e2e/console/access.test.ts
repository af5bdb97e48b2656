import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openConsole, runConsoleAxe } from '../support/console.js'
import { type Journeys, PHONE, prepareJourneys } from '../support/journey.js'
import { openProduct, type StartedProduct } from '../support/open-product.js'
import { takeScreenshot } from '../support/screenshots.js'

const OPERATOR_KEY = 'key of the access journeys'
let product: StartedProduct
const journeys = prepareJourneys(async () => {
  product = await openProduct({ OPERATOR_KEY })
  return product
})

const open = (role: Parameters<typeof openConsole>[1], options: Parameters<typeof openConsole>[2] = {}) =>
  openConsole(journeys as Journeys, role, { key: OPERATOR_KEY, ...options })

/** A device that confirms every request for a passkey. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true
    }
  })
}

const isOnPage = (page: Page, title: string) =>
  page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()

test('a newcomer opens the printed link, becomes the owner, and comes back with a passkey', async () => {
  const readLink = () => /http:\S+\/console\/link#\S+(?=\s)/.exec(product.readOutput())?.[0] ?? ''
  await expect.poll(readLink).not.toBe('')
  const link = readLink()
  const page = await journeys.open(link, { viewport: { width: 1440, height: 900 }, locale: 'pt-BR' })
  await addAuthenticator(page)
  await page.getByLabel('Nome').fill('Ana Souza')
  await page.getByLabel('E-mail').fill('ana@console')
  await page.getByRole('button', { name: 'Abrir o console' }).click()
  await page.getByText('Digite um e-mail, como ana@example.com.').waitFor()
  await page.getByLabel('E-mail').fill('ana@console.test')
  await page.getByRole('button', { name: 'Abrir o console' }).click()
  await isOnPage(page, 'Sua conta')
  await page.getByRole('button', { name: 'Adicionar chave de acesso' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('cell', { name: 'Chrome, Linux' }).first().waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await takeScreenshot(page, 'console-account')

  await page.getByRole('button', { name: 'Sua conta' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await isOnPage(page, 'Entrar')
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click()
  await isOnPage(page, 'Sua conta')

  const used = await journeys.open(link, { locale: 'pt-BR' })
  await isOnPage(used, 'Este link já não vale')
})

test('an owner invites a reviewer, who sees only the pages of reviewers', async () => {
  const owner = await open('owner')
  await owner.getByRole('link', { name: 'Membros' }).click()
  await owner.getByRole('button', { name: 'Adicionar membro' }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill('rui@console.test')
  await dialog.getByLabel('Nome').fill('Rui Lima')
  await dialog.getByRole('button', { name: 'Adicionar e mostrar o link' }).click()
  const shown = dialog.getByLabel('Link de uso único')
  const link = await shown.inputValue()
  // The keyboard goes on in the new step, which cannot be left by accident, and after it where it came from.
  const hasFocus = (element: Locator) => element.evaluate(node => node === document.activeElement)
  await expect.poll(() => hasFocus(shown)).toBe(true)
  await owner.keyboard.press('Escape')
  expect(await shown.inputValue()).toBe(link)
  expect(await dialog.getByRole('button', { name: 'Fechar' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Concluir' }).click()
  await expect.poll(() => hasFocus(owner.getByRole('button', { name: 'Adicionar membro' }))).toBe(true)
  await owner.getByRole('row', { name: /Rui Lima.*Revisor.*Convidado/i }).waitFor()

  const reviewer = await journeys.open(link, { viewport: PHONE, locale: 'es-MX' })
  await isOnPage(reviewer, 'Te damos la bienvenida, Rui Lima')
  await reviewer.getByRole('button', { name: 'Abrir la consola' }).click()
  await isOnPage(reviewer, 'Tu cuenta')
  await reviewer.getByRole('button', { name: 'Menú' }).click()
  await expect.poll(() => reviewer.getByRole('link', { name: 'Miembros' }).count()).toBe(0)
  await reviewer.goto(`${product.origin}/console/members`)
  await reviewer.getByText('Tu rol no permite esto.').waitFor()

  await owner.getByRole('button', { name: 'Editar Rui Lima' }).click()
  await dialog.getByRole('switch', { name: 'Desativado' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await owner.getByRole('row', { name: /Rui Lima.*Desativado/i }).waitFor()
  await reviewer.reload()
  await isOnPage(reviewer, 'Iniciar sesión')

  await owner.getByRole('group', { name: 'Administração' }).getByRole('link', { name: 'Registro de auditoria' }).click()
  const entries = owner.getByRole('row').filter({ has: owner.getByRole('button', { name: 'Detalhes' }) })
  await owner.getByRole('combobox', { name: 'Ação' }).fill('alterar um mem')
  await owner.getByRole('option', { name: 'Alterar um membro', exact: true }).click()
  await expect.poll(() => entries.filter({ hasNotText: 'Alterar um membro' }).count()).toBe(0)
  expect(await entries.getByTitle('member_save').first().textContent()).toBe('Alterar um membro')
  await entries.first().getByRole('button', { name: 'Detalhes' }).click()
  await dialog.getByRole('row', { name: /Desativado em/ }).waitFor()
})

test('a member signs in with a code by e-mail, and a wrong one is said at the field', async () => {
  const first = await open('support', { email: 'eva@console.test' })
  await first.context().clearCookies()
  await first.goto(`${product.origin}/console/account`)
  await first.getByLabel('E-mail').fill('eva@console.test')
  await first.getByRole('button', { name: 'Enviar um código' }).click()
  await first.getByText('Se eva@console.test for de um membro').waitFor()
  const { data } = await (await fetch(`${product.origin}/demo/mailbox?address=eva@console.test`)).json()
  const code = /\b\d{6}\b/.exec(data.list[0].text)?.[0] ?? ''
  const digits = first.getByRole('group', { name: 'Código' }).locator('input:not([type=hidden])')
  await digits.first().pressSequentially(code === '111111' ? '222222' : '111111')
  await first.getByText('Este código está errado ou expirou.').waitFor()
  for (let no = 5; no >= 0; no--) await digits.nth(no).fill('')
  await digits.first().pressSequentially(code)
  await isOnPage(first, 'Sua conta')
})

test('an unknown address keeps the menu, and a page of another role leads to the first page', async () => {
  const page = await open('support')
  await page.goto(`${product.origin}/console/nowhere/at-all`)
  await isOnPage(page, 'Página não encontrada')
  expect(await page.locator('main').count()).toBe(1)
  await page.getByRole('navigation').getByRole('link', { name: 'Pedidos', exact: true }).waitFor()
  await page.goto(`${product.origin}/console/audit`)
  const alert = page.getByRole('alert').filter({ hasText: 'Seu papel não permite isso.' })
  await alert.waitFor()
  expect(await alert.getByRole('button').count()).toBe(0)
  await alert.getByRole('link', { name: 'Ir para a primeira página' }).click()
  await page.waitForURL(/\/console\/today$/)
})

const themes = ['light', 'dark'] as const
test.each(themes)('pages of access have no fault for axe in the %s theme', async colorScheme => {
  const page = await open('owner', { colorScheme })
  for (const path of ['account', 'members', 'audit', 'nowhere']) {
    await page.goto(`${product.origin}/console/${path}`)
    await page.locator('h1').waitFor()
    await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0)
    expect(await runConsoleAxe(page), path).toEqual([])
  }
  await page.goto(`${product.origin}/console/members`)
  await page.getByRole('button', { name: 'Adicionar membro' }).click()
  await page.getByRole('dialog').getByLabel('E-mail').waitFor()
  expect(await runConsoleAxe(page)).toEqual([])
  await page.context().clearCookies()
  await page.goto(`${product.origin}/console/`)
  await isOnPage(page, 'Entrar')
  expect(await runConsoleAxe(page)).toEqual([])
})
