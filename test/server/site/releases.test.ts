import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepRelease } from '../../../server/modules/site/releases.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const SHORT_CACHE = 'public, max-age=300'

let server: TestServer
let folder: string
let distDir: string
let releasesDir: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'drama-releases-'))
  distDir = join(folder, 'dist')
  releasesDir = join(folder, 'data', 'releases')
  mkdirSync(distDir)
  writeFileSync(join(distDir, 'envelope-secret'), 'envelope secret')
  server = await openTestServer({ engine: 'postgres', config: { distDir, releasesDir } })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function build(version: string, chunk: string, entry = `entry of ${version}`) {
  const cdn = join(distDir, 'cdn')
  rmSync(cdn, { recursive: true, force: true })
  mkdirSync(join(cdn, 'chunks'), { recursive: true })
  const files = { 'drama-app.js': entry, [`chunks/${chunk}`]: `content of ${chunk}` }
  const integrity = Object.entries(files).map(([name, content]) => [
    name,
    `sha384-${createHash('sha384').update(content).digest('base64')}`
  ])
  const all = { ...files, 'integrity.json': JSON.stringify({ version, files: Object.fromEntries(integrity) }) }
  for (const [name, content] of Object.entries(all)) {
    writeFileSync(join(cdn, name), content)
    writeFileSync(join(cdn, `${name}.br`), brotliCompressSync(content))
    writeFileSync(join(cdn, `${name}.gz`), gzipSync(content))
  }
}

const deploy = async (...of: Parameters<typeof build>) => {
  build(...of)
  return (await keepRelease({ distDir, releasesDir })).outcome
}

async function fetchPath(path: string) {
  const response = await server.fetch(path)
  return [response.status, response.status === 200 ? await response.text() : '', response.headers.get('Cache-Control')]
}

test('a deploy keeps what pages hold: entries by version for a year, chunks at every address, packed forms too', async () => {
  expect(await deploy('2.9.0', 'home-AAAAAAAA.js')).toBe('new')
  expect(await deploy('2.10.0', 'home-BBBBBBBB.js')).toBe('new')
  expect(await fetchPath('/v2.9.0/drama-app.js')).toEqual([200, 'entry of 2.9.0', IMMUTABLE])
  expect(await fetchPath('/v2.10.0/drama-app.js')).toEqual([200, 'entry of 2.10.0', IMMUTABLE])
  for (const base of ['', '/v2', '/v2.9.0', '/v2.10.0', '/v3']) {
    for (const chunk of ['home-AAAAAAAA.js', 'home-BBBBBBBB.js']) {
      expect(await fetchPath(`${base}/chunks/${chunk}`)).toEqual([200, `content of ${chunk}`, IMMUTABLE])
    }
  }
  const { headers } = await server.fetch('/v2.9.0/chunks/home-AAAAAAAA.js', { headers: { 'Accept-Encoding': 'br' } })
  const names = ['Content-Encoding', 'Content-Type', 'Access-Control-Allow-Origin', 'Cross-Origin-Resource-Policy']
  expect([...names, 'Timing-Allow-Origin'].map(name => headers.get(name))).toEqual([
    'br',
    'text/javascript; charset=utf-8',
    '*',
    'cross-origin',
    '*'
  ])
})

test('the address of a major is the newest that is deployed, also after a way back and after the next major', async () => {
  expect(await fetchPath('/v2/drama-app.js')).toEqual([200, 'entry of 2.10.0', SHORT_CACHE])
  expect(await fetchPath('/drama-app.js')).toEqual([200, 'entry of 2.10.0', SHORT_CACHE])
  expect(await deploy('2.9.0', 'home-AAAAAAAA.js')).toBe('known')
  expect(await fetchPath('/v2/drama-app.js')).toEqual([200, 'entry of 2.9.0', SHORT_CACHE])
  expect(await fetchPath('/v2.10.0/drama-app.js')).toEqual([200, 'entry of 2.10.0', IMMUTABLE])
  expect(await deploy('3.0.0-rc.1', 'home-CCCCCCCC.js')).toBe('new')
  expect(await deploy('3.0.0', 'home-DDDDDDDD.js')).toBe('new')
  expect(await fetchPath('/v2/drama-app.js')).toEqual([200, 'entry of 2.10.0', SHORT_CACHE])
  expect(await fetchPath('/v3/drama-app.js')).toEqual([200, 'entry of 3.0.0', SHORT_CACHE])
  expect(await fetchPath('/v3.0.0-rc.1/drama-app.js')).toEqual([200, 'entry of 3.0.0-rc.1', IMMUTABLE])
})

test('a version keeps its first bytes; who builds it anew is told, and delivers at the moving addresses', async () => {
  expect(await deploy('3.0.0', 'home-EEEEEEEE.js', 'another entry')).toBe('other')
  expect(await fetchPath('/v3.0.0/drama-app.js')).toEqual([200, 'entry of 3.0.0', IMMUTABLE])
  expect(await fetchPath('/v3/drama-app.js')).toEqual([200, 'another entry', SHORT_CACHE])
  expect((await fetchPath('/v3.0.0/chunks/home-EEEEEEEE.js'))[0]).toBe(200)
})

test('integrity.json names the version and the bytes of the very entry that is beside it', async () => {
  for (const base of ['/v2.9.0', '/v2', '/v3.0.0']) {
    const { files } = JSON.parse(String((await fetchPath(`${base}/integrity.json`))[1]))
    const packed = await server.fetch(`${base}/drama-app.js`, { headers: { 'Accept-Encoding': 'gzip' } })
    const entry = gunzipSync(await packed.arrayBuffer())
    expect(files['drama-app.js']).toBe(`sha384-${createHash('sha384').update(entry).digest('base64')}`)
  }
})

test('two servers that keep one version at the same time leave one whole release and nothing half done', async () => {
  build('3.1.0', 'home-FFFFFFFF.js')
  const outcomes = await Promise.all([1, 2, 3].map(() => keepRelease({ distDir, releasesDir })))
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['known', 'known', 'new'])
  expect(readdirSync(releasesDir, { recursive: true }).filter(name => String(name).includes('.part'))).toEqual([])
})

test('a deploy keeps its npm package, whose bytes stay; the address without a version leads to the deployed one', async () => {
  const deployPackage = async (version: string, content: string) => {
    build(version, 'home-HHHHHHHH.js')
    mkdirSync(join(distDir, 'packed'), { recursive: true })
    writeFileSync(join(distDir, 'packed', `drama-app-${version}.tgz`), content)
    await keepRelease({ distDir, releasesDir })
  }
  const readLocation = async () => {
    const { status, headers } = await server.fetch('/npm/drama-app.tgz')
    return [status, headers.get('Location'), headers.get('Cache-Control')]
  }
  await deployPackage('3.2.0', 'package of 3.2.0')
  expect(await readLocation()).toEqual([302, '/npm/drama-app-3.2.0.tgz', SHORT_CACHE])
  await deployPackage('3.3.0-rc.1', 'package of 3.3.0')
  rmSync(join(distDir, 'packed'), { recursive: true })
  await deployPackage('3.2.0', 'package of 3.2.0, built again')
  expect(await readLocation()).toEqual([302, '/npm/drama-app-3.2.0.tgz', SHORT_CACHE])
  expect(await fetchPath('/npm/drama-app-3.2.0.tgz')).toEqual([200, 'package of 3.2.0', IMMUTABLE])
  expect(await fetchPath('/npm/drama-app-3.3.0-rc.1.tgz')).toEqual([200, 'package of 3.3.0', IMMUTABLE])
  const { headers } = await server.fetch('/npm/drama-app-3.2.0.tgz', { headers: { 'Accept-Encoding': 'gzip' } })
  expect([headers.get('Content-Type'), headers.get('Content-Encoding')]).toEqual(['application/gzip', null])
})

test('where nothing can be kept the build is served under its version all the same', async () => {
  build('4.0.0', 'home-GGGGGGGG.js')
  writeFileSync(join(folder, 'file'), '')
  await expect(keepRelease({ distDir, releasesDir: join(folder, 'file') })).rejects.toThrow()
  expect(await fetchPath('/v4.0.0/drama-app.js')).toEqual([200, 'entry of 4.0.0', IMMUTABLE])
  expect((await fetchPath('/v4.0.0/chunks/home-GGGGGGGG.js'))[0]).toBe(200)
})

const nowhere = [
  '/v2.8.0/drama-app.js',
  '/v5/drama-app.js',
  '/v2.9/drama-app.js',
  '/v2.9.0/chunks/home-ZZZZZZZZ.js',
  '/npm/drama-app-2.9.0.tgz',
  '/npm/drama-app-3.2.tgz',
  '/npm/drama-app-3.2.0.tgz.sig',
  '/npm/..%2f2.9.0%2fdrama-app.js',
  '/v2.9.0/',
  '/v2.9.0/..%2f..%2f..%2fdist/envelope-secret',
  '/v2.9.0/chunks/..%2f..%2fdrama-app.js',
  '/v2.9.0/drama-app.js.br',
  '/v../drama-app.js',
  '/v2..0/drama-app.js',
  '/v2/server/index.js',
  '/v2.9.0%00/drama-app.js'
]
test.each(nowhere)('there is nothing at %s, and nobody keeps that in mind', async path => {
  expect(await fetchPath(path)).toEqual([404, '', 'private, no-store'])
})
