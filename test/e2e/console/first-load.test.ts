import { readFile } from 'node:fs/promises'
import type { Page, Request } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { callOperator, openConsole } from '../support/console.js'
import { prepareJourneys } from '../support/journey.js'
import { openProduct } from '../support/open-product.js'

const key = 'key of the journeys of first loads'
/** Its own, because the queue of reviews would take pictures from others. */
const journeys = prepareJourneys(() => openProduct({ OPERATOR_KEY: key }))

/** What addresses with an id show. */
const ADDRESSES: Readonly<Record<string, string>> = {
  '/dramas/edit': '/dramas/edit?id=d_last-contract',
  '/dramas/upload': '/dramas/upload?id=d_last-contract'
}
/** The report of the time before follows once the answer says which time it has. */
const FOLLOWED = ['/console/api/partner/report']
/** Each shows what only an id leads to; they have journeys of their own. */
const NEEDS_ID = /\$|\/(partners|experiments)\/show|\/campaigns\/edit|experiments\/edit/

const readPages = async () => JSON.parse(await readFile('dist/console/preloads.json', 'utf8')).pages as object

test('no page of the console asks for something twice while it loads', async () => {
  const { id } = await callOperator(journeys.origin, 'POST partner_create', { name: 'Primeira Carga' }, key)
  const owner = await openConsole(journeys, 'owner', { key })
  const paths = Object.keys(await readPages()).filter(path => !NEEDS_ID.test(path))
  expect(paths.length).toBeGreaterThan(25)
  for (const path of paths) {
    const ofPartner = path.startsWith('/partner/') ? `?partner=${id}` : ''
    const requests = await loadAnew(owner, `/console${ADDRESSES[path] ?? path}${ofPartner}`)
    const reads = requests.filter(url => !FOLLOWED.includes(url.pathname)).map(url => url.pathname)
    expect(reads, path).toEqual([...new Set(reads)])
  }
}, 240_000)

test('the answer for a page names the entry, the style, the session and the page before it is asked for them', async () => {
  const owner = await openConsole(journeys, 'owner', { key })
  const early: string[] = []
  const onRequest = (request: Request) => early.push(new URL(request.url()).pathname)
  owner.on('request', onRequest)
  onTestFinished(() => void owner.off('request', onRequest))
  // The entry never comes, so whatever is requested was named by the server.
  await owner.route(/\/console\/console-[^/]+\.js$/, route => route.abort())
  await owner.goto(`${journeys.origin}/console/partners`, { waitUntil: 'load' })
  await expect.poll(() => early.filter(path => /partners-page|console-partners-pt/.test(path)).length).toBe(2)
  expect(early).toContain('/console/api/session')
  expect(early.some(path => /^\/console\/chunks\/shared-/.test(path))).toBe(true)
})

test('a page asks for its data while its code is still on the way', async () => {
  const owner = await openConsole(journeys, 'owner', { key })
  const dataRequest = owner.waitForRequest(/\/operator\/partner_list/)
  await owner.route(/partners-page-[^/]+\.js$/, async route => {
    await dataRequest
    await route.continue()
  })
  await owner.goto(`${journeys.origin}/console/partners`, { waitUntil: 'commit' })
  await dataRequest
  await owner.getByRole('heading', { level: 1, name: 'Parceiros' }).waitFor()
})

/** Reads of data in the order of the page's requests. */
async function loadAnew(page: Page, address: string): Promise<URL[]> {
  const reads: URL[] = []
  const onRequest = (request: Request) => {
    const url = new URL(request.url())
    const isRead = request.method() === 'GET' && request.resourceType() === 'fetch'
    if (isRead && url.pathname.startsWith('/console/api/') && url.pathname !== '/console/api/session') reads.push(url)
  }
  page.on('request', onRequest)
  await page.goto(new URL(address, journeys.origin).href, { waitUntil: 'load' })
  await page.locator('h1').first().waitFor()
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
  page.off('request', onRequest)
  return reads
}
