import { parseDocument } from 'htmlparser2'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { pagePaths } from '../../../server/modules/site/page-paths.js'
import type { ListedDrama } from '../../../server/modules/sitemap/queries.js'
import { divideIntoFiles, formatSitemap, MAX_PAGES_PER_FILE } from '../../../server/modules/sitemap/sitemap.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

const ORIGIN = 'https://drama.example'
const MAX_URLS = 50_000
const MAX_FILE_BYTES = 50 * 1024 * 1024

interface Node {
  name?: string
  data?: string
  attribs?: Record<string, string>
  children?: Node[]
}

const textOf = ({ data, children = [] }: Node): string => data ?? children.map(textOf).join('')
const childrenOf = ({ children = [] }: Node, name: string) => children.filter(child => child.name === name)

function readSitemap(xml: string, root: string, entry: string) {
  const [top] = childrenOf(parseDocument(xml, { xmlMode: true }) as unknown as Node, root)
  return childrenOf(top ?? {}, entry).map(node => ({
    loc: textOf(childrenOf(node, 'loc')[0] ?? {}),
    lastmod: textOf(childrenOf(node, 'lastmod')[0] ?? {}),
    alternates: childrenOf(node, 'xhtml:link').map(({ attribs = {} }) => [attribs.hreflang, attribs.href])
  }))
}

describe.each(engines)('what search engines are told on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine, config: { publicUrl: ORIGIN } })
  })
  afterAll(() => server.close())

  const open = async (path: string) => {
    const response = await server.fetch(path)
    return { status: response.status, type: response.headers.get('Content-Type'), text: await response.text() }
  }
  const listPages = async (path = '/sitemap.xml') => readSitemap((await open(path)).text, 'urlset', 'url')
  const listPaths = async (path?: string) => (await listPages(path)).map(({ loc }) => loc.slice(ORIGIN.length))

  test('every drama and episode is listed in five languages, with its date', async () => {
    const { status, type } = await open('/sitemap.xml')
    expect([status, type]).toEqual([200, 'application/xml; charset=utf-8'])
    const pages = await listPages()
    // Home, Discover, three dramas with 6, 3 and 4 episodes.
    expect(pages).toHaveLength(5 * (2 + 3 + 13))
    const address = `${ORIGIN}/?drama=d_rain&ep=6`
    const alternates = [
      ['pt', address],
      ['en', `${address}&lang=en`],
      ['es', `${address}&lang=es`],
      ['zh-Hans', `${address}&lang=zh-cn`],
      ['zh-Hant', `${address}&lang=zh-tw`],
      ['x-default', address]
    ]
    for (const loc of [address, `${address}&lang=zh-tw`]) {
      expect(pages).toContainEqual({ loc, lastmod: '2026-11-21T12:00:00.000Z', alternates })
    }
    expect(await listPaths()).toEqual(
      expect.arrayContaining(['/', '/?lang=en', '/pages/index/dramas', '/?drama=d_rain', '/?drama=d_moon&ep=3&lang=es'])
    )
    expect(new Set(await listPaths()).size).toBe(pages.length)
  })

  test('only what is online is listed', async () => {
    const { db } = server
    await db.updateTable('dramas').set({ status: 'offline' }).where('id', '=', 'd_moon').execute()
    await db.updateTable('episodes').set({ status: 'offline' }).where('id', '=', 'e_rain_2').execute()
    onTestFinished(async () => {
      await db.updateTable('dramas').set({ status: 'online' }).execute()
      await db.updateTable('episodes').set({ status: 'online' }).execute()
    })
    const paths = await listPaths()
    expect(paths.filter(path => path.includes('d_moon'))).toEqual([])
    expect(paths).toContain('/?drama=d_rain&ep=1')
    expect(paths).not.toContain('/?drama=d_rain&ep=2')
  })

  test('what is too much for one file is divided among several, which an index names', async () => {
    expect((await listPages('/sitemap-1.xml')).length).toBe((await listPages()).length)
    await server.db
      .updateTable('dramas')
      .set({ episode_count: MAX_PAGES_PER_FILE - 10 })
      .execute()
    const index = readSitemap((await open('/sitemap.xml')).text, 'sitemapindex', 'sitemap')
    expect(index).toEqual(
      [1, 2, 3].map(no => ({
        loc: `${ORIGIN}/sitemap-${no}.xml`,
        lastmod: '2026-11-21T12:00:00.000Z',
        alternates: []
      }))
    )
    const files = await Promise.all(index.map(({ loc }) => listPaths(new URL(loc).pathname)))
    expect(files.map(paths => paths.includes('/'))).toEqual([true, false, false])
    for (const [position, id] of ['d_gate', 'd_moon', 'd_rain'].entries()) {
      expect(files.map(paths => paths.includes(`/?drama=${id}&ep=1`))).toEqual([0, 1, 2].map(file => file === position))
    }
    for (const path of ['/sitemap-4.xml', '/sitemap-0.xml', '/sitemap-x.xml'])
      expect([path, (await open(path)).status]).toEqual([path, 404])
  })

  test('robots.txt names the sitemap, and what is no page for search engines', async () => {
    const { status, type, text } = await open('/robots.txt')
    expect([status, type]).toEqual([200, 'text/plain; charset=UTF-8'])
    const lines = text.split('\n')
    expect(lines[0]).toBe('User-agent: *')
    expect(lines).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
    const disallowed = lines.flatMap(line => /^Disallow: (.+)$/.exec(line)?.[1] ?? [])
    const isAllowed = (path: string) => !disallowed.some(prefix => path.startsWith(prefix))
    const own = [...pagePaths].filter(path => /\/(my|record)$|\/wallet\/|\/reward\//.test(path))
    for (const path of [...own, '/user/info', '/wallet/index', '/store/order', '/operator/log', '/partner/report']) {
      expect([path, isAllowed(path)]).toEqual([path, false])
    }
    for (const path of [
      '/',
      '/?drama=d_rain&ep=1',
      '/pages/index/play',
      '/pages/index/dramas',
      '/covers/d_rain/x.webp'
    ])
      expect([path, isAllowed(path)]).toEqual([path, true])
    for (const path of ['/previews/d_rain/x.jpg', '/embed/d_rain/1', '/drama-app.js', '/chunks/a.js', '/drama/detail'])
      expect([path, isAllowed(path)]).toEqual([path, true])
  })
})

test('a file has at most 50,000 addresses and 50 MB, with the longest ids', () => {
  const updated_at = new Date('2026-11-21T12:00:00Z')
  const dramas: ListedDrama[] = Array.from({ length: 120 }, (_, index) => ({
    id: `d_${`${index}`.padStart(64, 'x')}`,
    episode_count: 120,
    updated_at
  }))
  const files = divideIntoFiles(dramas)
  expect(files.flat()).toEqual(dramas)
  expect(files).toHaveLength(3)
  const episodes = Array.from({ length: 120 }, (_, index) => 1 + index)
  const numbers = new Map(dramas.map(({ id }) => [id, episodes]))
  const origin = `https://${'drama.'.repeat(8)}example`
  const sizes = files.map((own, index) => {
    const xml = [...formatSitemap(origin, { dramas: own, numbers, hasSitePages: index === 0 })].join('')
    return { urls: xml.split('<url>').length - 1, bytes: Buffer.byteLength(xml) }
  })
  for (const { urls, bytes } of sizes) {
    expect(urls).toBeLessThanOrEqual(MAX_URLS)
    expect(bytes).toBeLessThanOrEqual(MAX_FILE_BYTES)
  }
  expect(sizes.reduce((sum, { urls }) => sum + urls, 0)).toBe(5 * (2 + 120 * 121))
})
