import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { pagePaths } from '../../../server/modules/site/page-paths.js'
import { routes } from '../../../src/core/router/routes.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

const files: Record<string, string> = {
  'cdn/drama-app.js': 'export const app = 1',
  'cdn/chunks/player-AbCd1234.js': 'export const player = 1',
  'react/index.js': 'export const react = 1',
  'site/index.html': '<title>site</title>',
  'site/assets/site-12345678.css': 'a{}',
  'host/index.html': '<title>host</title>',
  'console/index.html': '<title>console</title>',
  'console/preloads.json': JSON.stringify({
    start: 'start.js',
    entry: 'console.js',
    style: 'console.css',
    pages: {
      '/link': { files: ['chunks/link.js'], texts: {}, parts: [] },
      '/orders/$orderNo': {
        files: ['chunks/order.js'],
        texts: { pt: ['chunks/pt.js'], 'zh-hant': ['chunks/zh.js'] },
        parts: [
          { parameter: 'partner', value: null, files: ['chunks/partner.js'], texts: { pt: ['chunks/partner-pt.js'] } },
          { parameter: 'tab', value: 'refund', files: ['chunks/order.js', 'chunks/refund.js'], texts: {} }
        ]
      }
    }
  }),
  'partners/plain.html': '<title>partner</title>',
  'partners/index.html': '<title>partners</title>',
  'server/index.js': 'server secret',
  'envelope-secret': 'envelope secret'
}

let server: TestServer
let distDir: string
beforeAll(async () => {
  distDir = mkdtempSync(join(tmpdir(), 'drama-dist-'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(distDir, name)), { recursive: true })
    writeFileSync(join(distDir, name), content)
  }
  writeFileSync(join(distDir, 'cdn/drama-app.js.br'), brotliCompressSync('packed by brotli'))
  writeFileSync(join(distDir, 'cdn/drama-app.js.gz'), gzipSync('packed by gzip'))
  symlinkSync(join(distDir, 'envelope-secret'), join(distDir, 'site/leak.txt'))
  server = await openTestServer({ engine: 'postgres', config: { distDir } })
})
afterAll(async () => {
  await server.close()
  rmSync(distDir, { recursive: true, force: true })
})

const places: [string, string, string, string][] = [
  ['/', 'site/index.html', 'text/html; charset=utf-8', 'no-cache'],
  ['/pages/index/play', 'site/index.html', 'text/html; charset=utf-8', 'no-cache'],
  ['/host/', 'host/index.html', 'text/html; charset=utf-8', 'no-cache'],
  ['/partners/', 'partners/index.html', 'text/html; charset=utf-8', 'no-cache'],
  ['/partners/plain.html', 'partners/plain.html', 'text/html; charset=utf-8', 'no-cache'],
  ['/drama-app.js', 'cdn/drama-app.js', 'text/javascript; charset=utf-8', 'public, max-age=300'],
  ['/react/index.js', 'react/index.js', 'text/javascript; charset=utf-8', 'public, max-age=300'],
  [
    '/chunks/player-AbCd1234.js',
    'cdn/chunks/player-AbCd1234.js',
    'text/javascript; charset=utf-8',
    'public, max-age=31536000, immutable'
  ],
  [
    '/assets/site-12345678.css',
    'site/assets/site-12345678.css',
    'text/css; charset=utf-8',
    'public, max-age=31536000, immutable'
  ]
]
test.each(places)('%s is %s', async (path, file, type, cache) => {
  const response = await server.fetch(path)
  expect(await response.text()).toBe(files[file])
  expect(response.headers.get('Content-Type')).toBe(type)
  expect(response.headers.get('Cache-Control')).toBe(cache)
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
})

test('the site has the pages of the app’s router', () => {
  const paths = routes.flatMap(({ path, alias }) => (alias === undefined ? [path] : [path, alias]))
  expect([...pagePaths].toSorted()).toEqual(paths.filter(path => path.startsWith('/pages/')).toSorted())
})

test.each(['/nowhere', '/pages/index/foo', '/pages/', '/host/none', '/drama-app.mjs'])(
  '%s, which does not exist, is 404: the app for browsers, an envelope for programs',
  async path => {
    const page = await server.fetch(path, { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
    expect([page.status, page.headers.get('Content-Type'), page.headers.get('Cache-Control')]).toEqual([
      404,
      'text/html; charset=UTF-8',
      'no-cache'
    ])
    expect(await page.text()).toBe(files['site/index.html'])
    const answer = await server.fetch(path)
    expect([answer.status, await answer.json()]).toEqual([404, { code: 404, msg: 'Not found', data: null }])
  }
)

test('without a demonstration its pages are not there', async () => {
  const live = await openTestServer({ engine: 'postgres', config: { distDir, isDemo: false } })
  onTestFinished(() => live.close())
  for (const path of ['/host/', '/host', '/partners/', '/partners/plain.html', '/hostile/'])
    expect([path, (await live.fetch(path)).status]).toEqual([path, 404])
  for (const path of ['/', '/react/index.js', '/drama-app.js'])
    expect([path, (await live.fetch(path)).status]).toEqual([path, 200])
})

test('a slash after the address of a page changes nothing', async () => {
  expect((await server.fetch('/pages/index/play/')).status).toBe(200)
})

test('packed forms made by the build are sent to those who take them', async () => {
  const encodingFor = async (accepted: string) => {
    const { headers } = await server.fetch('/drama-app.js', { headers: { 'Accept-Encoding': accepted } })
    return [headers.get('Content-Encoding'), headers.get('Vary')?.includes('Accept-Encoding')]
  }
  expect(await encodingFor('gzip, deflate, br')).toEqual(['br', true])
  expect(await encodingFor('gzip')).toEqual(['gzip', true])
  expect(await encodingFor('br;q=0, gzip')).toEqual(['gzip', true])
  expect(await encodingFor('identity')).toEqual([null, true])
})

test('an unchanged file is 304', async () => {
  const etag = (await server.fetch('/drama-app.js')).headers.get('ETag') ?? ''
  expect((await server.fetch('/drama-app.js', { headers: { 'If-None-Match': etag } })).status).toBe(304)
})

const hidden = [
  '/envelope-secret',
  '/server/index.js',
  '/leak.txt',
  '/..%2fenvelope-secret',
  '/%2e%2e/envelope-secret',
  '/host/..%2f..%2fenvelope-secret',
  '/host/..%5cenvelope-secret',
  '/partners/%2e%2e%2fserver/index.js',
  '/drama-app.js%00',
  '/%E0%A4%A',
  '/site/',
  '/cdn/',
  '/.env'
]
test.each(hidden)('nothing else of the build or the machine is served: %s', async path => {
  const response = await server.fetch(path)
  expect(response.status).toBe(404)
  expect(await response.text()).not.toContain('secret')
})

test('a page address without its slash leads to it', async () => {
  const response = await server.fetch('/host')
  expect([response.status, response.headers.get('Location')]).toEqual([301, '/host/'])
})

test('a page of the console names the files that it needs, in the language of the browser', async () => {
  const readLink = async (path: string, lang: string) => {
    const response = await server.app.request(`/console${path}`, { headers: { 'Accept-Language': lang } })
    expect(await response.text()).toBe('<title>console</title>')
    return response.headers.get('Link')
  }
  const session = '</console/api/session>; rel=preload; as=fetch; crossorigin'
  const toModule = (name: string) => `</console/${name}>; rel=modulepreload`
  const start = [toModule('start.js'), toModule('console.js'), '</console/console.css>; rel=preload; as=style']
  const page = [...start, session, toModule('chunks/order.js')]
  expect(await readLink('/orders/o_1', 'fr, zh-TW;q=0.9, en;q=0.8')).toBe(
    [...page, toModule('chunks/zh.js')].join(', ')
  )
  expect(await readLink('/orders/o_1', '')).toBe([...page, toModule('chunks/pt.js')].join(', '))
  const [order, pt] = [toModule('chunks/order.js'), toModule('chunks/pt.js')]
  const partner = [toModule('chunks/partner.js'), toModule('chunks/partner-pt.js')]
  expect(await readLink('/orders/o_1?partner=pa_1&tab=notes', 'pt')).toBe(
    [...start, session, order, pt, ...partner].join(', ')
  )
  expect(await readLink('/orders/o_1?tab=refund', 'pt')).toBe(
    [...start, session, order, pt, toModule('chunks/refund.js')].join(', ')
  )
  // Before the sign-in nobody has a session.
  expect(await readLink('/link', 'pt')).toBe([...start, toModule('chunks/link.js')].join(', '))
  expect(await readLink('/orders', 'pt')).toBeNull()
  expect(await readLink('/orders/o_1/refunds', 'pt')).toBeNull()
})
