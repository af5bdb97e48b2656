import { expect, test } from 'vitest'
import { callOperator, openConsole, runConsoleAxe } from '../support/console.js'
import { prepareJourneys } from '../support/journey.js'
import { openProduct } from '../support/open-product.js'

const key = 'key of the journeys of today'
const journeys = prepareJourneys(() => openProduct({ OPERATOR_KEY: key }))

async function call(path: string, body: object, token?: string) {
  const headers = { 'Content-Type': 'application/json', 'XX-Device-Id': 'device_of_today' }
  const response = await fetch(`${journeys.origin}${path}`, {
    method: 'POST',
    headers: token === undefined ? headers : { ...headers, Authorization: token },
    body: JSON.stringify(body)
  })
  const { code, data } = await response.json()
  expect(code, path).toBe(200)
  return data
}

const visit = () => call('/index/visitor_login', {})

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

  await page.route('**/console/api/live', route => route.abort())
  await page.reload()
  await page.getByRole('status').filter({ hasText: 'Reconectando' }).waitFor()
  await page.unroute('**/console/api/live')
  await page.getByRole('status').filter({ hasText: 'Ao vivo' }).waitFor()

  await page.getByRole('textbox', { name: 'Dia' }).fill('2026-01-02')
  await page.getByText(/o dia inteiro/).waitFor()
  await expect.poll(readValue).toBe('0')
})

test('what needs a person is listed, and goes when it is done', async () => {
  const { token } = await visit()
  await call('/feedback/submit', { kind: 'bug', text: '<b>O som some</b>' }, token)
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

test('Health says in words what each background job of a server does, beside its name in the log', async () => {
  const page = await openConsole(journeys, 'owner', { key })
  await page.goto(`${journeys.origin}/console/health`)
  const jobs = page.getByRole('region', { name: 'Tarefas' })
  await jobs.waitFor()
  const { jobs: listed } = await callOperator(journeys.origin, 'GET health', {}, key)
  expect(listed.length).toBeGreaterThan(15)
  for (const { name } of listed) {
    const cell = jobs
      .getByRole('row')
      .filter({ has: page.getByText(name, { exact: true }) })
      .getByRole('cell')
      .first()
    const [title, code] = await cell.locator('p').allTextContents()
    expect(code).toBe(name)
    expect(title, name).not.toBe('')
  }
})

test('the first key leads past the menu to the page', async () => {
  const page = await openConsole(journeys, 'owner', { key })
  await page.goto(`${journeys.origin}/console/health`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Pular para o conteúdo' })
  expect(await skip.evaluate(link => link === document.activeElement)).toBe(true)
  await expect.poll(async () => (await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  expect(page.url()).toBe(`${journeys.origin}/console/health`)
})
