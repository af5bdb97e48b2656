import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTicketSigner } from '../../../server/modules/media/ticket.js'
import { type ApiClient, signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

let server: TestServer
let visitor: ApiClient
let folder: string
beforeAll(async () => {
  server = await openTestServer({ engine: 'postgres' })
  visitor = await signIn(server)
  folder = await play('e_rain_1')
})
afterAll(() => server.close())

async function play(episodeId: string): Promise<string> {
  const { data } = await visitor.post('/drama/play', { episode_id: episodeId })
  return new URL('.', data.sources[0]?.url).href
}

const status = async (address: string) => (await server.fetch(address)).status

test('the playlists lead to every file by relative addresses', async () => {
  const master = await server.fetch(`${folder}master.m3u8`)
  expect(master.headers.get('Content-Type')).toBe('application/vnd.apple.mpegurl')
  const variants = (await master.text()).split('\n').filter(line => line.endsWith('.m3u8'))
  expect(variants).toEqual(['540p/playlist.m3u8', '360p/playlist.m3u8'])
  const address = new URL(variants[0] ?? '', `${folder}master.m3u8`)
  const playlist = await (await server.fetch(address)).text()
  expect(playlist.split('\n')).toEqual([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:2',
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-MAP:URI="init.mp4"',
    '#EXTINF:2.000000,',
    '0.m4s',
    '#EXTINF:2.000000,',
    '1.m4s',
    '#EXTINF:1.500000,',
    '2.m4s',
    '#EXT-X-ENDLIST',
    ''
  ])
  expect(await (await server.fetch(new URL('init.mp4', address))).text()).toBe('rain 1 540p init')
  expect(await (await server.fetch(new URL('2.m4s', address))).text()).toBe('rain 1 540p segment 2')
  expect(await (await server.fetch(`${folder}360p/0.m4s`)).text()).toBe('rain 1 360p segment 0')
})

test('files have their types, may be cached, and any page may read them', async () => {
  const types: Record<string, string> = {
    '540p/init.mp4': 'video/mp4',
    '540p/0.m4s': 'video/iso.segment',
    'captions/pt.vtt': 'text/vtt; charset=utf-8'
  }
  for (const [name, type] of Object.entries(types)) {
    const { headers } = await server.fetch(folder + name)
    expect(headers.get('Content-Type')).toBe(type)
    expect(headers.get('Cache-Control')).toBe('private, max-age=86400, immutable')
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  }
})

test('a part of a file is answered as a part', async () => {
  const ranged = (range: string) => server.fetch(`${folder}540p/init.mp4`, { headers: { Range: range } })
  const middle = await ranged('bytes=5-8')
  expect([middle.status, await middle.text(), middle.headers.get('Content-Range')]).toEqual([
    206,
    '1 54',
    'bytes 5-8/16'
  ])
  expect(await (await ranged('bytes=-4')).text()).toBe('init')
  expect(await (await ranged('bytes=12-')).text()).toBe('init')
  expect((await ranged('bytes=99-')).status).toBe(416)
  expect((await ranged('bytes=0-1,3-4')).status).toBe(200)
})

test('HEAD tells the size without the content', async () => {
  const head = await server.fetch(`${folder}540p/init.mp4`, { method: 'HEAD' })
  expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([200, '16', ''])
})

test('a ticket opens only its own episode', async () => {
  const other = await play('e_rain_2')
  const [ticket, otherAsset] = [folder.split('/')[4], other.split('/')[5]]
  expect(await status(`/m/${ticket}/${otherAsset}/master.m3u8`)).toBe(403)
  expect(await status(`${other}master.m3u8`)).toBe(200)
})

test('a changed, cut or made-up ticket opens nothing', async () => {
  const [, , , , ticket = '', asset = ''] = folder.split('/')
  const [payload = '', signature = ''] = ticket.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const longer = Buffer.from(JSON.stringify([...claims.slice(0, 2), claims[2] + 1, claims[3]])).toString('base64url')
  const foreign = createTicketSigner(['another secret here']).sign({
    asset,
    expiresAt: Number.MAX_SAFE_INTEGER,
    userId: 'u'
  })
  const flipped = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`
  const bad = [
    `${longer}.${signature}`,
    `${payload}.${flipped}`,
    `${payload}.`,
    payload,
    '.',
    `${ticket}.x`,
    foreign,
    'x.y'
  ]
  for (const text of bad) {
    const response = await server.fetch(`/m/${text}/${asset}/master.m3u8`)
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({ code: 403, msg: 'Ticket not valid', data: null })
  }
})

test('a ticket ends', async () => {
  const shortLived = await openTestServer({ engine: 'postgres', config: { mediaTicketSeconds: 5 } })
  const { data } = await (await signIn(shortLived)).post('/drama/play', { episode_id: 'e_rain_1' })
  const address = data.sources[0]?.url ?? ''
  shortLived.clock.advance(4999)
  expect((await shortLived.fetch(address)).status).toBe(200)
  shortLived.clock.advance(1)
  const response = await shortLived.fetch(address)
  expect([response.status, await response.json()]).toEqual([403, { code: 403, msg: 'Ticket expired', data: null }])
  await shortLived.close()
})

test('tickets of the secret before are still opened, of the one before that not', () => {
  const ticket = { asset: 'a'.repeat(16), expiresAt: 1, userId: 'u_1' }
  const [oldest, old, fresh] = ['oldest secret 123', 'old secret 123456', 'fresh secret 1234'] as const
  const signer = createTicketSigner([fresh, old])
  expect(signer.verify(createTicketSigner([old]).sign(ticket))).toMatchObject(ticket)
  expect(signer.verify(signer.sign(ticket))).toMatchObject(ticket)
  expect(signer.verify(createTicketSigner([oldest]).sign(ticket))).toBeNull()
})

const unknown = [
  '',
  'drama.json',
  'x.m3u8',
  '540p/',
  '540p/9.m4s',
  '540p/-1.m4s',
  '720p/playlist.m3u8',
  'captions/en.vtt'
]
test.each(unknown)('a file the episode does not have is 404: %j', async name => {
  expect([403, 404]).toContain(await status(folder + name))
  expect(await status(`${folder}540p/99999.m4s`)).toBe(404)
})

const traversals = [
  '../../../package.json',
  '..%2f..%2fdrama.json',
  '%2e%2e/%2e%2e/drama.json',
  '%252e%252e%252fdrama.json',
  '..\\..\\drama.json',
  '..%5c..%5cdrama.json',
  '540p/..%2f..%2fdrama.json',
  '540p/%2e%2e%2finit.mp4',
  '//etc/passwd',
  '540p/init.mp4%00.m4s',
  '540p/0.m4s/../../drama.json',
  'captions/..%2fpt.vtt',
  '....//drama.json',
  '540p/%c0%ae%c0%ae/x'
]
test.each(traversals)('no path leads out of the episode: %j', async path => {
  const response = await server.fetch(folder + path)
  expect([403, 404]).toContain(response.status)
  expect(await response.text()).not.toContain('"format"')
})

test.each(['..%2fdrama.json', 'drama.json', '%2e%2e/%2e%2e/x', 'cover.webp', 'cover-0000000000000000.webp'])(
  'only the two pictures of a drama are public: %j',
  async name => {
    expect(await status(`/covers/d_rain/${name}`)).toBe(404)
  }
)
