import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { inApp, prepareJourneys } from '../support/journey.js'
import { openPartnerSite, openProduct, type Product } from '../support/open-product.js'

interface Integrity {
  version: string
  files: Record<string, string>
}

const built = () => JSON.parse(readFileSync('dist/cdn/integrity.json', 'utf8')) as Integrity
const data = mkdtempSync(path.join(tmpdir(), 'drama-deploys-'))
let product: Product | undefined
const journeys = prepareJourneys(async () => {
  product = await openProduct({ DATA_DIR: data })
  return product
})
afterAll(() => rmSync(data, { recursive: true, force: true }))

async function openPartnerPage(head: string, tampered?: { chunk: string }) {
  const style = '<link rel="stylesheet" href="data:text/css,body{margin:0}drama-app{display:block;height:100vh}">'
  const html = `<!doctype html><html lang="pt"><title>P</title>${style}${head}
    <drama-app><a href="https://example.com/">Assistir</a></drama-app></html>`
  const partner = await openPartnerSite(html)
  onTestFinished(() => partner.stop())
  const consoleLines: string[] = []
  const requestedUrls: string[] = []
  const page = await journeys.open(partner.origin, {}, async opened => {
    opened.on('console', message => consoleLines.push(message.text()))
    opened.on('request', request => requestedUrls.push(request.url()))
    if (!tampered) return
    await opened.route(`**/chunks/${tampered.chunk}*`, async route => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `${await response.text()}\nglobalThis.isForeign = true` })
    })
  })
  return { page, consoleLines, requestedUrls }
}

const pinned = (integrity: string) =>
  `<script type="module" src="${journeys.origin}/v${built().version}/drama-app.js" integrity="${integrity}" crossorigin="anonymous"></script>`

const waitForHome = (page: Awaited<ReturnType<typeof openPartnerPage>>['page']) =>
  inApp(page, '.hero h2').first().waitFor()

test('a script with its integrity plays, packed or not; with another one it does not run, and the page’s own link stays', async () => {
  const { version, files } = built()
  const right = await openPartnerPage(pinned(files['drama-app.js'] ?? ''))
  await waitForHome(right.page)
  expect(
    right.requestedUrls.filter(url => url.includes('/chunks/')).every(url => url.includes(`/v${version}/chunks/`))
  ).toBe(true)
  const wrong = await openPartnerPage(pinned(`sha384-${'A'.repeat(64)}`))
  await expect.poll(() => wrong.consoleLines.join()).toMatch(/integrity/i)
  expect(await wrong.page.evaluate(() => customElements.get('drama-app') === undefined)).toBe(true)
  expect(await wrong.page.locator('drama-app a').isVisible()).toBe(true)
})

test('an import map with the integrity of every chunk lets the app run, and lets no other byte in, not even by a second try', async () => {
  const { version, files } = built()
  const base = `${journeys.origin}/v${version}/`
  const integrity = Object.fromEntries(Object.entries(files).map(([name, hash]) => [`${base}${name}`, hash]))
  const head = `<script type="importmap">${JSON.stringify({ integrity })}</script>${pinned(files['drama-app.js'] ?? '')}`
  const right = await openPartnerPage(head)
  await waitForHome(right.page)
  const chunk =
    Object.keys(files)
      .find(name => name.startsWith('chunks/views-'))
      ?.slice('chunks/'.length) ?? ''
  const wrong = await openPartnerPage(head, { chunk })
  await inApp(wrong.page, '.failure').waitFor()
  await inApp(wrong.page, '.failure').click()
  await expect.poll(() => wrong.consoleLines.filter(text => /integrity/i.test(text)).length).toBeGreaterThan(0)
  expect(await wrong.page.evaluate(() => Reflect.has(window, 'isForeign'))).toBe(false)
  expect(wrong.requestedUrls.filter(url => url.includes('?again'))).toEqual([])
  // Without the import map the changed chunk runs.
  const open = await openPartnerPage(pinned(files['drama-app.js'] ?? ''), { chunk })
  await waitForHome(open.page)
  expect(await open.page.evaluate(() => Reflect.has(window, 'isForeign'))).toBe(true)
})

test('a page that was opened before a deploy finds its code after it, and two versions on one page do not meet', async () => {
  const other = createDeploy('9.9.9')
  const page = await journeys.open('/')
  await waitForHome(page)
  await product?.stop()
  const after = await openProduct({ DATA_DIR: data, PORT: new URL(journeys.origin).port, DIST_DIR: other.folder })
  onTestFinished(async () => {
    await after.stop()
    other.remove()
  })
  expect(((await (await fetch(`${after.origin}/integrity.json`)).json()) as Integrity).version).toBe('9.9.9')
  const fetched: number[] = []
  page.on('response', response => response.url().includes('/chunks/') && fetched.push(response.status()))
  await inApp(page, '.tab-bar button').nth(1).click()
  await inApp(page, '.feed-card h2').first().waitFor()
  expect([fetched.length > 0, fetched.every(status => status === 200)]).toEqual([true, true])
  const scripts = [`v${built().version}`, 'v9'].map(
    release => `<script type="module" src="${after.origin}/${release}/drama-app.js"></script>`
  )
  const both = await openPartnerPage(scripts.join(''))
  await waitForHome(both.page)
  await inApp(both.page, '.tab-bar button').nth(1).click()
  await inApp(both.page, '.feed-card h2').first().waitFor()
  expect(both.consoleLines.filter(text => text.includes('stands back'))).toEqual([
    '<drama-app> is defined already; version 9.9.9 stands back.'
  ])
  expect(both.requestedUrls.filter(url => url.includes('/v9/'))).toEqual([`${after.origin}/v9/drama-app.js`])
})

function createDeploy(version: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'drama-dist-'))
  const { files } = built()
  const chunks = Object.keys(files).filter(name => name.startsWith('chunks/'))
  const renameChunks = (text: string) => text.replace(/(chunks\/|\.\/)([\w-]+)-[\w-]{8}\.js/g, '$1$2-otherone.js')
  mkdirSync(path.join(folder, 'cdn/chunks'), { recursive: true })
  for (const name of ['drama-app.js', ...chunks]) {
    const text = renameChunks(readFileSync(path.join('dist/cdn', name), 'utf8'))
    const registry = text.replace(/Symbol\.for\("drama-app( import)? \w+"\)/g, `Symbol.for("drama-app$1 ${version}")`)
    writeFileSync(
      path.join(folder, 'cdn', renameChunks(name)),
      registry.replaceAll(`\`${built().version}\``, `\`${version}\``).replaceAll(`"${built().version}"`, `"${version}"`)
    )
  }
  const named = Object.fromEntries(['drama-app.js', ...chunks].map(name => [renameChunks(name), files[name]]))
  writeFileSync(path.join(folder, 'cdn/integrity.json'), JSON.stringify({ version, files: named }))
  for (const name of ['site', 'server', 'envelope-secret'])
    cpSync(`dist/${name}`, path.join(folder, name), { recursive: true })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
