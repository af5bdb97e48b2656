import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signInMember } from '../support/console-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

const draw = (width: number, height: number, background = '#aa3355') =>
  sharp({ create: { width, height, channels: 3, background } })

describe.each(engines)('pictures of dramas on %s', engine => {
  let server: TestServer
  let editor: Awaited<ReturnType<typeof signInMember>>['client']
  beforeEach(async () => {
    server = await openTestServer({ engine })
    editor = (await signInMember(server, { role: 'editor' })).client
  })
  afterEach(() => server.close())

  async function send(kind: string, bytes: Uint8Array, client = editor) {
    const response = await server.fetch(`/console/api/drama_picture?kind=${kind}`, {
      method: 'POST',
      body: new Uint8Array(bytes),
      headers: {
        Cookie: client.cookie,
        'Content-Type': 'image/webp',
        'Sec-Fetch-Site': 'same-origin',
        'X-CSRF-Token': client.csrfToken
      }
    })
    return { status: response.status, ...(await response.json()) }
  }

  test('a cover is kept under its hash, shown to viewers, and replaced by the next', async () => {
    const bytes = await draw(600, 800).webp().toBuffer()
    const { code, data } = await send('cover', bytes)
    expect([code, data.name]).toEqual([200, expect.stringMatching(/^cover-[0-9a-f]{16}\.webp$/)])
    expect((await send('cover', bytes)).data).toEqual(data)
    const saved = await editor.post('operator/drama_save', { id: 'd_rain', version: 1, cover: data.name })
    expect(saved.code).toBe(200)
    const { drama } = (await (await server.fetch('/drama/detail?drama_id=d_rain')).json()).data
    expect(drama.cover_url).toContain(data.name)
    const picture = await server.fetch(drama.cover_url)
    expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(new Uint8Array(bytes))
    const next = await send('cover', await draw(600, 800, '#003355').webp().toBuffer())
    expect((await editor.post('operator/drama_save', { id: 'd_rain', version: 2, cover: next.data.name })).code).toBe(
      200
    )
    const preview = `/previews/d_rain/${next.data.name.slice(6, 22)}-2.jpg`
    expect((await server.fetch(preview)).status).toBe(200)
  })

  test('everything but a WebP of the right size is refused with its reason', async () => {
    const webp = await draw(600, 800).webp().toBuffer()
    const cases: [string, Uint8Array, string][] = [
      ['cover', await draw(600, 800).png().toBuffer(), 'type'],
      ['cover', await draw(600, 801).webp().toBuffer(), 'dimensions'],
      ['banner', webp, 'dimensions'],
      ['cover', Buffer.concat([webp, Buffer.from('<script>')]), 'type'],
      ['cover', new Uint8Array(0), 'type'],
      ['cover', new Uint8Array(1_100_000), 'size'],
      ['cover', Buffer.from(webp).fill(7, 20), 'broken']
    ]
    for (const [kind, bytes, reason] of cases) {
      const { code, data } = await send(kind, bytes)
      expect([code, data]).toEqual([4001, { fields: ['file'], reason }])
    }
    expect((await send('avatar', webp)).data.reason).toBe('unknown_kind')
    const support = (await signInMember(server, { role: 'support' })).client
    expect((await send('cover', webp, support)).status).toBe(403)
    for (const path of ['/covers/d_rain/cover-0123456789abcdef.webp', '/covers/d_rain/..%2f..%2fcover.webp'])
      expect((await server.fetch(path)).status).toBe(404)
  })
})
