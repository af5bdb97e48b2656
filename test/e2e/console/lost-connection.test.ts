import { expect, test } from 'vitest'
import { callOperator, openConsole } from '../support/console.js'
import { prepareJourneys } from '../support/journey.js'

const journeys = prepareJourneys()
const NAME = 'Sem Rede Ltda.'

const listNames = async () => {
  const { list } = await callOperator(journeys.origin, 'GET partner_list', { q: NAME })
  return list.map(({ name }: { name: string }) => name)
}

test('what is saved without a connection fails at once, is not done later, and can be tried again', async () => {
  const page = await openConsole(journeys, 'owner')
  await page.goto(`${journeys.origin}/console/partners`)
  const open = page.getByRole('button', { name: 'Novo parceiro' })
  const dialog = page.getByRole('dialog')
  const type = async () => {
    await open.click()
    await dialog.getByRole('textbox').first().fill(NAME)
  }
  const save = dialog.locator('button[type=submit]')

  await type()
  await page.context().setOffline(true)
  await save.click()
  await dialog.getByRole('alert').filter({ hasText: /conex/i }).waitFor()
  // What is typed is not lost to a key: only the cross closes the dialog.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.context().setOffline(false)
  // An answer that comes after the connection: what waited for it would have been sent before.
  const answer = page.waitForResponse(response => response.url().includes('partner_list'))
  await page.getByLabel('Nome ou id').fill(NAME)
  await answer
  expect(await listNames()).toEqual([])

  await type()
  await page.context().setOffline(true)
  await save.click()
  await dialog.getByRole('alert').waitFor()
  await page.context().setOffline(false)
  await save.click()
  await expect.poll(listNames).toEqual([NAME])
})

test('a part of a page that was opened without a connection is shown once the connection is back', async () => {
  const page = await openConsole(journeys, 'owner')
  await page.goto(`${journeys.origin}/console/dramas/edit?id=d_last-contract`)
  const tab = page.getByRole('tab', { name: 'Imagens' })
  await tab.waitFor()
  const failed = page.waitForEvent('requestfailed', request => request.url().includes('/pictures-fields-'))
  await page.route(/\/pictures-fields-/, route => route.abort('internetdisconnected'))
  await tab.click()
  await failed
  await page.unroute(/\/pictures-fields-/)
  await page.getByRole('tabpanel', { name: 'Imagens' }).getByRole('heading').first().waitFor()
})
