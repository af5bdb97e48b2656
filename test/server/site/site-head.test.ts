import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { parseDocument } from 'htmlparser2'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { langs } from '../../../contract/protocol/language.js'
import { siteTexts } from '../../../server/modules/site/site-texts.js'
import { formatIsoDuration } from '../../../server/modules/site/structured-data.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { fixtures, texts, writeCatalogue, writeDrama } from '../support/package-fixture.js'
import { OPERATOR_KEY, openCampaign } from '../support/partners.js'
import { engines } from '../support/servers/test-database.js'

const ORIGIN = 'https://drama.test'
const userAgents = {
  WhatsApp: 'WhatsApp/2.24.20.79 A',
  Telegram: 'TelegramBot (like TwitterBot)',
  Facebook: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  Twitter: 'Twitterbot/1.0',
  Google: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
}
/** Those of `demo/site/index.html`: the app, the site and the language of the visit. */
const OWN_SCRIPTS = 3
const HOSTILE = `</title></script><script>window.stolen=1</script> "quoted" 'single' & <b> $& $1 \\" \u2028`

type Element = { name: string; attribs: Record<string, string>; children: unknown[]; data?: string }

/** What a parser of HTML sees, and not what a pattern would find. */
function readHead(page: string) {
  const elements: Element[] = []
  const walk = (nodes: unknown[]) => {
    for (const node of nodes as Element[]) {
      if (node.attribs !== undefined) elements.push(node)
      if (node.children !== undefined) walk(node.children)
    }
  }
  walk((parseDocument(page, { decodeEntities: true }) as unknown as Element).children)
  const textOf = ({ children }: Element) => (children as { data?: string }[]).map(({ data }) => data ?? '').join('')
  const named = (name: string) => elements.filter(element => element.name === name)
  const meta = (key: string) =>
    named('meta').find(({ attribs }) => (attribs.property ?? attribs.name) === key)?.attribs.content
  const links = named('link').map(({ attribs }) => attribs)
  const data = named('script').find(({ attribs }) => attribs.type === 'application/ld+json')
  return {
    lang: named('html')[0]?.attribs.lang,
    appLang: named('drama-app')[0]?.attribs.lang,
    scripts: named('script').filter(({ attribs }) => attribs.type !== 'application/ld+json').length,
    title: named('title').map(textOf),
    meta,
    canonical: links.filter(({ rel }) => rel === 'canonical').map(({ href }) => href),
    alternates: links.filter(({ hreflang }) => hreflang !== undefined).map(({ hreflang, href }) => [hreflang, href]),
    data: data === undefined ? null : JSON.parse(textOf(data))
  }
}

describe.each(engines)('the head of the site’s pages on %s', engine => {
  let server: TestServer
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'drama-head-'))
    mkdirSync(join(folder, 'dist'))
    cpSync('demo/site', join(folder, 'dist/site'), { recursive: true })
    const catalogue = join(folder, 'catalogue')
    writeCatalogue(catalogue)
    writeDrama(catalogue, { slug: 'evil', episodes: 2, free: 1 }, drama => {
      drama.title = texts(HOSTILE)
      drama.synopsis = texts(HOSTILE)
    })
    for (const { slug } of [...fixtures, { slug: 'evil' }]) {
      const create = { width: 600, height: 800, channels: 3, background: '#c03050' } as const
      const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
      const cover = await sharp({ create: { ...create, noise } })
        .webp({ quality: 90 })
        .toBuffer()
      writeFileSync(join(catalogue, slug, 'cover.webp'), cover)
    }
    server = await openTestServer({
      engine,
      catalogueDirs: [catalogue],
      config: { distDir: join(folder, 'dist'), publicUrl: ORIGIN, operatorKey: OPERATOR_KEY }
    })
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = async (path: string, headers: Record<string, string> = {}) => {
    const response = await server.fetch(path, { headers })
    return { status: response.status, headers: response.headers, ...readHead(await response.text()) }
  }

  test.each(Object.entries(userAgents))('%s gets the episode’s title, text and picture', async (_name, userAgent) => {
    const headers = { 'User-Agent': userAgent }
    const page = await open('/?drama=d_rain&ep=3&lpid=verao&lang=en', headers)
    expect(page.status).toBe(200)
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(page.title).toEqual(['rain en · Episode 3 · Drama'])
    expect(page.meta('description')).toBe('about rain en')
    const openGraph = Object.fromEntries(
      ['site_name', 'type', 'title', 'description', 'url', 'locale'].map(key => [key, page.meta(`og:${key}`)])
    )
    expect(openGraph).toEqual({
      site_name: 'Drama',
      type: 'video.episode',
      title: 'rain en · Episode 3',
      description: 'about rain en',
      url: `${ORIGIN}/?drama=d_rain&ep=3&lang=en`,
      locale: 'en_US'
    })
    expect(page.meta('og:image:alt')).toBe('rain en')
    expect(page.meta('twitter:card')).toBe('summary_large_image')
    expect(page.meta('twitter:image')).toBe(page.meta('og:image'))
    const response = await server.fetch(page.meta('og:image') ?? '', { headers })
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    const picture = Buffer.from(await response.arrayBuffer())
    const { format, width, height } = await sharp(picture).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 })
    expect([page.meta('og:image:width'), page.meta('og:image:height')]).toEqual(['1200', '630'])
    expect(picture.length).toBeLessThanOrEqual(300_000)
    expect(picture.length).toBeGreaterThan(10_000)
  })

  test('a drama is a series, an episode a video that says whether it is free', async () => {
    const series = (await open('/?drama=d_rain&lang=zh-tw')).data
    expect(series).toEqual({
      '@context': 'https://schema.org',
      '@type': 'TVSeries',
      name: 'rain zh-tw',
      description: 'about rain zh-tw',
      image: [expect.stringContaining(`${ORIGIN}/previews/d_rain/`), expect.stringContaining('/covers/d_rain/')],
      numberOfEpisodes: 6,
      inLanguage: 'pt',
      url: `${ORIGIN}/?drama=d_rain&lang=zh-tw`
    })
    const { '@context': _context, ...partOfSeries } = series
    expect((await open('/pages/index/play?drama_id=d_rain&episode_no=3&lang=zh-tw')).data).toEqual({
      '@context': 'https://schema.org',
      '@type': ['VideoObject', 'TVEpisode'],
      name: 'rain zh-tw · 第3集',
      description: 'about rain zh-tw',
      thumbnailUrl: series.image,
      uploadDate: '2026-11-21T12:00:00.000Z',
      duration: 'PT1M',
      inLanguage: 'pt',
      url: `${ORIGIN}/?drama=d_rain&ep=3&lang=zh-tw`,
      embedUrl: `${ORIGIN}/embed/d_rain/3?lang=zh-tw`,
      isAccessibleForFree: false,
      requiresSubscription: false,
      episodeNumber: 3,
      partOfSeries
    })
    const readFree = async (path: string) => (await open(path)).data.isAccessibleForFree
    expect([await readFree('/?drama=d_rain&ep=2'), await readFree('/?drama=d_gate&ep=3')]).toEqual([true, true])
    expect(await readFree('/?drama=d_gate&ep=2')).toBe(false)
  })

  test('all addresses of an episode have one canonical address in each of five languages', async () => {
    for (const path of ['/?drama=d_rain&ep=2', '/pages/index/play?drama_id=d_rain&episode_no=2&t=5']) {
      const address = `${ORIGIN}/?drama=d_rain&ep=2`
      for (const [query, own] of [
        ['', address],
        ['&lang=pt', address],
        ['&lang=none', address],
        ['&lang=zh-cn', `${address}&lang=zh-cn`]
      ]) {
        const page = await open(`${path}${query}`)
        expect([page.canonical, page.meta('og:url')]).toEqual([[own], own])
        expect(page.alternates).toEqual([
          ['pt', address],
          ['en', `${address}&lang=en`],
          ['es', `${address}&lang=es`],
          ['zh-Hans', `${address}&lang=zh-cn`],
          ['zh-Hant', `${address}&lang=zh-tw`],
          ['x-default', address]
        ])
      }
    }
  })

  test('the page and the app are in the language of the address', async () => {
    expect(await open('/?drama=d_rain')).toMatchObject({ lang: 'pt', appLang: undefined })
    expect(await open('/?drama=d_rain&lang=es')).toMatchObject({ lang: 'es', appLang: 'es' })
    for (const lang of langs) {
      const page = await (await server.fetch(`/?lang=${lang}`)).text()
      for (const text of Object.values(siteTexts[lang])) expect(page).toContain(text)
    }
    expect((await open('/?lang=zh-tw')).appLang).toBe('zh-Hant')
    const page = await (await server.fetch('/?lang="><script>')).text()
    expect(page).not.toContain('"><script>')
  })

  test('a link of a campaign is described in the campaign’s language, which the app chooses, too', async () => {
    const lpid = await openCampaign(server)
    await server.db.updateTable('campaigns').set({ default_lang: 'es' }).where('lpid', '=', lpid).execute()
    const path = `/?drama=d_rain&ep=2&lpid=${lpid}`
    const page = await open(path)
    expect(page).toMatchObject({ lang: 'es', appLang: undefined, title: ['rain es · Episodio 2 · Drama'] })
    expect(page.canonical).toEqual([`${ORIGIN}/?drama=d_rain&ep=2&lang=es`])
    expect(await open(`${path}&lang=pt`)).toMatchObject({ lang: 'pt', appLang: 'pt' })
    await server.db.updateTable('campaigns').set({ status: 'closed' }).where('lpid', '=', lpid).execute()
    expect((await open(path)).lang).toBe('pt')
  })

  test('texts of a drama add nothing to the page but text', async () => {
    for (const path of ['/?drama=d_evil', '/?drama=d_evil&ep=2']) {
      const page = await open(path)
      const text = `${HOSTILE} pt`
      expect(page.scripts).toBe(OWN_SCRIPTS)
      expect(page.title[0]).toContain(text)
      expect(page.meta('og:image:alt')).toBe(text)
      expect(page.meta('og:title')).toContain(text)
      expect(page.data.name).toContain(text)
      expect(page.data.description).toBe(text)
      expect(page.headers.get('Content-Security-Policy')).toBe(
        "frame-ancestors 'self'; base-uri 'none'; object-src 'none'"
      )
    }
  })

  test('a long text is cut between words, and by characters in Chinese', async () => {
    const sentence = 'Uma noiva foge. '.repeat(30)
    const chinese = '她在雨夜離開了他'.repeat(60)
    const synopsis = JSON.stringify({ ...texts(''), pt: sentence, 'zh-tw': chinese })
    await server.db.updateTable('dramas').set({ synopsis }).where('id', '=', 'd_moon').execute()
    const { meta } = await open('/?drama=d_moon')
    expect(meta('description')).toMatch(/^Uma noiva foge\. .+(Uma|noiva|foge\.)…$/)
    expect(meta('description')?.length).toBeLessThanOrEqual(200)
    expect((await open('/?drama=d_moon&lang=zh-tw')).meta('og:description')).toBe(`${chinese.slice(0, 199)}…`)
  })

  test('what does not exist is 404; what is offline stays open to its buyers; neither is indexed', async () => {
    const html = { Accept: 'text/html' }
    for (const path of ['/?drama=d_none', '/?drama=d_rain&ep=99', '/pages/index/play?drama_id=d_none&episode_no=1']) {
      const page = await open(path, html)
      expect([path, page.status, page.meta('robots'), page.canonical]).toEqual([path, 404, 'noindex', []])
      expect(page.scripts).toBe(OWN_SCRIPTS)
    }
    await server.db.updateTable('dramas').set({ status: 'offline' }).where('id', '=', 'd_gate').execute()
    onTestFinished(async () => {
      await server.db.updateTable('dramas').set({ status: 'online' }).where('id', '=', 'd_gate').execute()
    })
    const page = await open('/?drama=d_gate&ep=1', html)
    expect([page.status, page.meta('robots'), page.title, page.data]).toEqual([200, 'noindex', ['Drama'], null])
  })

  test('pages of a viewer are not indexed; Home and Discover are', async () => {
    for (const path of [
      '/pages/index/my',
      '/pages/index/record',
      '/pages/index/search?keyword=rain',
      '/pages/index/play',
      '/pages/wallet/wallet',
      '/pages/wallet/store',
      '/pages/reward/reward',
      '/pages/reward/whatsapp'
    ])
      expect([path, (await open(path)).meta('robots')]).toEqual([path, 'noindex'])
    for (const [path, canonical] of [
      ['/?lpid=verao', '/'],
      ['/pages/index/index', '/'],
      ['/pages/index/dramas/', '/pages/index/dramas']
    ]) {
      const page = await open(path ?? '')
      expect([page.meta('robots'), page.canonical]).toEqual([undefined, [`${ORIGIN}${canonical}`]])
      expect([page.meta('og:type'), page.meta('og:title')]).toEqual(['website', 'Drama'])
      expect(page.alternates).toHaveLength(6)
    }
  })

  test('a filled page is compressed, and unchanged it is 304', async () => {
    const path = '/?drama=d_rain&ep=1'
    const plain = await (await server.fetch(path)).text()
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync]
    ] as const) {
      const response = await server.fetch(path, { headers: { 'Accept-Encoding': encoding } })
      expect([response.headers.get('Content-Encoding'), response.headers.get('Vary')]).toEqual([
        encoding,
        'Accept-Encoding'
      ])
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(decode(bytes).toString()).toBe(plain)
      expect(bytes.length).toBeLessThan(plain.length / 2)
      const etag = response.headers.get('ETag') ?? ''
      expect((await server.fetch(path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
    }
  })

  test('without an answer of the database viewers still get the app', async () => {
    await server.db.schema.alterTable('dramas').renameTo('moved').execute()
    onTestFinished(() => server.db.schema.alterTable('moved').renameTo('dramas').execute())
    const page = await open('/?drama=d_rain&ep=1')
    expect([page.status, page.title, page.scripts, page.meta('robots')]).toEqual([
      200,
      ['Drama'],
      OWN_SCRIPTS,
      undefined
    ])
    expect(server.logLines.join('')).toContain('the head of a page cannot be filled')
  })

  test('a cover that is no picture has no preview, and another address has none either', async () => {
    const broken = await openTestServer({ engine })
    onTestFinished(() => broken.close())
    const { cover } = await broken.db
      .selectFrom('dramas')
      .select('cover')
      .where('id', '=', 'd_rain')
      .executeTakeFirstOrThrow()
    const hash = /[0-9a-f]{16}/.exec(cover)?.[0]
    for (const path of [`/previews/d_rain/${hash}-2.jpg`, `/previews/d_rain/${'0'.repeat(16)}-2.jpg`]) {
      const response = await broken.fetch(path)
      expect([path, response.status, response.headers.get('Cache-Control')]).toEqual([path, 404, 'no-store'])
    }
    for (const path of [`/previews/d_rain/${hash}-3.jpg`, `/previews/..%2f/${hash}-2.jpg`])
      expect([path, (await broken.fetch(path)).status]).toEqual([path, 404])
  })
})

test('the page of the site has every text that is translated', () => {
  const page = readFileSync('demo/site/index.html', 'utf8')
  for (const text of [...Object.values(siteTexts.pt), '<html lang="pt">', '<drama-app ']) {
    expect(page.split(text)).toHaveLength(2)
  }
})

test('durations are in the form of ISO 8601', () => {
  expect([0.2, 59.6, 61, 3600, 3725].map(formatIsoDuration)).toEqual(['PT1S', 'PT1M', 'PT1M1S', 'PT1H', 'PT1H2M5S'])
})
