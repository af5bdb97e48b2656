import { expect, test } from 'vitest'
import { callOperator, openConsole, runConsoleAxe } from '../support/console.js'
import { prepareJourneys } from '../support/journey.js'
import { openProduct } from '../support/open-product.js'

const key = 'key of the journeys of today'
const journeys = prepareJourneys(() => openProduct({ OPERATOR_KEY: key }))

async function visit(): Promise<void> {
  const response = await fetch(`${journeys.origin}/user/visitor_login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'XX-Device-Id': `device_${Math.random()}` },
    body: '{}'
  })
  expect((await response.json()).code).toBe(200)
}

test('an owner opens Today, sees the numbers of the API, and a new visitor without a reload', async () => {
  await visit()
  const page = await openConsole(journeys, 'owner', { key })
  await page.getByRole('link', { name: 'Hoje' }).click()
  const visits = page.getByRole('region', { name: 'Visitas' })
  const readValue = () => visits.locator('[data-value]').getAttribute('data-value')
  const { current } = await callOperator(journeys.origin, 'GET today', {}, key)
  await expect.poll(async () => Number(await readValue())).toBe(current.totals.visits)
  await page.getByRole('status').filter({ hasText: 'Ao vivo' }).waitFor()
  await visit()
  await expect.poll(async () => Number(await readValue()), { timeout: 15_000 }).toBe(current.totals.visits + 1)
  // The chart says the same to screen readers.
  const cells = await visits.getByRole('table').getByRole('row').nth(1).getByRole('cell').count()
  expect(cells).toBe(3)

  await page.context().setOffline(true)
  await page
    .getByRole('status')
    .filter({ hasText: 'Reconectando' })
    .waitFor({ timeout: 15_000 })
    .catch(() => undefined)
  await page.context().setOffline(false)
  await page.getByRole('status').filter({ hasText: 'Ao vivo' }).waitFor({ timeout: 15_000 })

  await page.getByLabel('Dia').fill('2026-01-02')
  await page.getByText(/o dia inteiro/).waitFor()
  await expect.poll(readValue).toBe('0')
})

test('what needs a person is listed with a link to its page, and goes when it is done', async () => {
  const login = await fetch(`${journeys.origin}/user/visitor_login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'XX-Device-Id': 'device_of_feedback' },
    body: '{}'
  })
  const { data } = await login.json()
  const sent = await fetch(`${journeys.origin}/feedback/submit`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'XX-Device-Id': 'device_of_feedback', Authorization: data.token },
    body: JSON.stringify({ kind: 'bug', text: '<b>O som some</b>' })
  })
  expect((await sent.json()).code).toBe(200)
  const page = await openConsole(journeys, 'owner', { key })
  await page.getByRole('link', { name: 'Hoje' }).click()
  const attention = page.getByRole('region', { name: 'Precisa de alguém' })
  await attention.getByText('1 mensagem sem resposta').waitFor()
  const { list } = await callOperator(journeys.origin, 'GET feedback_list', {}, key)
  await callOperator(journeys.origin, 'POST feedback_answer', { id: list[0].id, text: 'Obrigado!' }, key)
  await attention.getByText('Nada pendente.').waitFor({ timeout: 15_000 })
})

test.each(['light', 'dark'] as const)('Today and Health have no fault for axe in the %s theme', async colorScheme => {
  const page = await openConsole(journeys, 'owner', { key, colorScheme })
  for (const [name, title] of [
    ['Hoje', 'Erros'],
    ['Saúde do sistema', 'Filas']
  ] as const) {
    await page.getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 2, name: title }).waitFor()
    await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0)
    expect(await runConsoleAxe(page), name).toEqual([])
  }
})
