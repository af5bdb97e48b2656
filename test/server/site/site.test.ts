import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

const files: Record<string, string> = {
  'cdn/drama-app.js': 'export const app = 1',
  'cdn/chunks/player-AbCd1234.js': 'export const player = 1',
  'react/index.js': 'export const react = 1',
  'site/index.html': '<title>site</title>',
  'site/assets/site-12345678.css': 'a{}',
  'host/index.html': '<title>host</title>',
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
