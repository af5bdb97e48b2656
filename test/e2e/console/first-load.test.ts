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
  // A tab with code and texts of its own.
  await owner.goto(`${journeys.origin}/console/dramas/edit?id=d_last-contract&tab=audience`, { waitUntil: 'load' })
  const ofTab = /\/(edit-drama-page|audience|retention-content|console-partner-pt)-/
  await expect.poll(() => new Set(early.flatMap(path => ofTab.exec(path)?.[1] ?? [])).size).toBe(4)
  expect(early).toContain('/console/api/session')
  expect(early.some(path => /^\/console\/chunks\/shared-/.test(path))).toBe(true)
})

test('a page asks for its data while the code of the console is still on the way', async () => {
  const { id } = await callOperator(journeys.origin, 'POST partner_create', { name: 'Dados Cedo' }, key)
  const owner = await openConsole(journeys, 'owner', { key })
  const addresses = [
    { address: '/console/', request: /\/operator\/attention$/, title: 'Hoje' },
    { address: '/console/partners', request: /\/operator\/partner_list\?page_size=50$/, title: 'Parceiros' },
    { address: '/console/reviews', request: /\/operator\/reward_next$/, title: 'Capturas' },
    { address: '/console/dramas/edit?id=d_last-contract&tab=audience', request: /\/operator\/drama_retention\?/ },
    { address: '/console/campaigns/edit?lpid=noiva-outono', request: /\/operator\/campaign_postback_list\?/ },
    { address: '/console/orders/o_unknown', request: /\/operator\/order_history\?order_no=o_unknown$/ },
    // Words of an address that a reader of JSON takes for something else.
    {
      address: '/console/orders?status=true',
      request: /\/operator\/order_list\?status=all&page_size=25$/,
      title: 'Pedidos'
    },
    {
      address: `/console/partner/report?partner=${id}&group=hour&lpid=%22123%22`,
      request: /\/partner\/report\?group_by=hour&lang=pt&reconcile=no&lpid=123$/,
      partner: id
    }
  ]
  for (const { address, request, title, partner } of addresses) {
    const asked = owner.waitForRequest(request)
    await owner.route(/\/shared-[^/]+\.js$/, async route => {
      await asked
      await route.continue()
    })
    await owner.goto(journeys.origin + address, { waitUntil: 'commit' })
    expect((await asked).headers()['x-partner']).toBe(partner)
    await owner.locator('h1').first().waitFor()
    if (title !== undefined) await owner.getByRole('heading', { level: 1, name: title }).waitFor()
    await owner.unroute(/\/shared-[^/]+\.js$/)
  }
})

test('who is not signed in, or has another role, causes no request that the server would refuse', async () => {
  const support = await openConsole(journeys, 'support', { key })
  const refused: string[] = []
  support.on('response', response => {
    if (response.status() >= 400) refused.push(new URL(response.url()).pathname)
  })
  await support.goto(`${journeys.origin}/console/campaigns`)
  await support.getByRole('heading', { level: 1, name: 'Campanhas' }).waitFor()
  await support.waitForLoadState('networkidle')
  await support.context().clearCookies()
  await support.goto(`${journeys.origin}/console/orders`)
  await support.waitForURL('**/console/sign-in*')
  await support.waitForLoadState('networkidle')
  expect(refused).toEqual([])
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
