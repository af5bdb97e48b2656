import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { signIn } from '../support/api-client.js'
import { type BucketServer, openBucketServer, play, TICKET_SECONDS } from '../support/bucket-server.js'
import type { FakeBucket } from '../support/fakes/fake-bucket.js'
import type { TestServer } from '../support/open-test-server.js'

let opened: BucketServer
let bucket: FakeBucket
let server: TestServer
let folder: string
beforeAll(async () => {
  opened = await openBucketServer('redirect')
  ;({ bucket, server } = opened)
  folder = await play(server, 'e_rain_1')
})
afterEach(() => bucket.clearFaults())
afterAll(() => opened.close())

const go = (name: string, init?: RequestInit) => server.fetch(folder + name, { redirect: 'manual', ...init })
const locationOf = async (name: string) => (await go(name)).headers.get('Location') ?? ''

test('films are, to addresses of the bucket that give the very bytes to any origin', async () => {
  for (const [name, content] of [
    ['540p/init.mp4', 'rain 1 540p init'],
    ['540p/1.m4s', 'rain 1 540p segment 1']
  ] as const) {
    const response = await go(name)
    expect(response.status).toBe(302)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(response.headers.get('Cache-Control')).toBe(`private, max-age=${TICKET_SECONDS - 30}`)
    const sent = await fetch(response.headers.get('Location') ?? '', { headers: { Range: 'bytes=0-3' } })
    expect([sent.status, await sent.text()]).toEqual([206, content.slice(0, 4)])
  }
})

test('that a file is there is asked once', async () => {
  await go('360p/1.m4s')
  await go('360p/1.m4s')
  expect(bucket.requests.map(({ method }) => method)).toEqual(['HEAD'])
})

test('playlists, captions, covers, HEAD, openings and what only a folder has come from the server', async () => {
  const { data } = await (await signIn(server)).get('/drama/detail', { drama_id: 'd_rain' })
  const moon = await play(server, 'e_moon_1')
  expect((await go('master.m3u8')).status).toBe(200)
  expect((await go('captions/pt.vtt')).status).toBe(200)
  expect((await go('540p/0.m4s', { method: 'HEAD' })).status).toBe(200)
  expect((await server.fetch(data.drama.cover_url)).status).toBe(200)
  expect((await server.fetch('/m/opening/d_rain/1')).status).toBe(200)
  expect(await (await server.fetch(`${moon}540p/0.m4s`)).text()).toBe('moon 1 540p segment 0')
})

test('no address without a ticket, and none for what a ticket does not name', async () => {
  const other = await play(server, 'e_rain_2')
  const [ticket, otherAsset] = [folder.split('/')[4], other.split('/')[5]]
  for (const path of [`/m/${ticket}/${otherAsset}/540p/0.m4s`, `/m/x.y/${otherAsset}/540p/0.m4s`]) {
    const response = await server.fetch(path)
    expect([response.status, response.headers.get('Location')]).toEqual([403, null])
  }
  expect(bucket.requests).toEqual([])
})

test('an address opens nothing else, and writes nothing', async () => {
  const address = new URL(await locationOf('540p/0.m4s'))
  const another = new URL(await locationOf('540p/1.m4s'))
  const exchanged = new URL(address)
  exchanged.pathname = another.pathname
  const list = new URL('/films', address)
  list.search = `${address.search}&list-type=2`
  for (const changed of [exchanged, list]) expect((await fetch(changed)).status).toBe(403)
  expect((await fetch(address, { method: 'PUT', body: 'x' })).status).toBe(403)
  expect((await fetch(address, { method: 'HEAD' })).status).toBe(403)
  expect((await fetch(address)).status).toBe(200)
})

test('a bucket that fails is told as what passes, but for what a folder has', async () => {
  const moon = await play(server, 'e_moon_2')
  bucket.addFault({ kind: 'status', status: 500 })
  const response = await go('360p/0.m4s')
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2'])
  expect(await (await server.fetch(`${moon}540p/0.m4s`)).text()).toBe('moon 2 540p segment 0')
})

test('an address ends with its ticket at the latest, and who comes in its last second gets none', async () => {
  const lasting = await play(server, 'e_rain_1')
  const ends = server.clock.now() + TICKET_SECONDS * 1000
  server.clock.advance(100_250)
  const response = await server.fetch(`${lasting}540p/0.m4s`, { redirect: 'manual' })
  const address = new URL(response.headers.get('Location') ?? '')
  server.clock.advance(Math.floor(ends / 1000) * 1000 - 1 - server.clock.now())
  expect((await fetch(address)).status).toBe(200)
  server.clock.advance(1)
  expect((await fetch(address)).status).toBe(403)
  expect(server.clock.now()).toBeLessThanOrEqual(ends)
  server.clock.advance(400)
  const late = await play(server, 'e_rain_1')
  server.clock.advance(TICKET_SECONDS * 1000 - 100)
  const last = await server.fetch(`${late}540p/0.m4s`, { redirect: 'manual' })
  expect([last.status, last.headers.get('Location')]).toEqual([403, null])
})
