import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { instantStartHead, lockedStartHead, viewerStartHead } from '../../../contract/episode.js'
import { signIn } from '../support/api-client.js'
import { giveCoins, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

async function readStart<Head extends { init_bytes: number }>(response: Response, schema: z.ZodType<Head>) {
  const body = Buffer.from(await response.arrayBuffer())
  const end = 4 + body.readUInt32BE(0)
  const head = schema.parse(JSON.parse(body.toString('utf8', 4, end)))
  const media = end + head.init_bytes
  return { head, init: body.toString('utf8', end, media), first: body.toString('utf8', media) }
}

const readHint = (response: Response) => readStart(response, instantStartHead)

describe.each(['pglite', 'postgres'] as const)('instant starts on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  const fetchHint = (episode: string) => server.fetch(`/m/opening/${episode}`)

  test('a free episode begins without a token: what a play answer says of it, and its first bytes', async () => {
    const response = await fetchHint('d_rain/1')
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/octet-stream'])
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=60')
    const { head, init, first } = await readHint(response)
    expect([init, first]).toEqual(['rain 1 540p init', 'rain 1 540p segment 0'])
    const { data } = await (await signIn(server)).post('/drama/play', { episode_id: 'e_rain_1' })
    const { codecs, playlist, master } = data.opening
    expect(head.opening).toMatchObject({ codecs, playlist, master })
    expect(head.duration_s).toBe(data.episode.duration_s)
  })

  test.each([
    ['0', 0],
    ['1.999', 0],
    ['2', 1],
    ['4.5', 2]
  ])('with ?t=%s it begins with segment %i', async (time, index) => {
    const { first } = await readHint(await fetchHint(`d_rain/1?t=${time}`))
    expect(first).toBe(`rain 1 540p segment ${index}`)
  })

  test.each(['', '-1', 'abc', '1e3', '99999', '5.5'])('with ?t=%s there is nothing to begin with', async time => {
    const response = await fetchHint(`d_rain/1?t=${time}`)
    expect([response.status, await response.text()]).toEqual([204, ''])
  })

  test('its addresses open the rest of the episode, for at least as long as it says', async () => {
    const { head } = await readHint(await fetchHint('d_rain/1'))
    const last = new URL('2.m4s', head.opening.base_url)
    expect(await (await server.fetch(last)).text()).toBe('rain 1 540p segment 2')
    server.clock.advance(head.expires_at - head.server_time)
    expect((await server.fetch(last)).status).toBe(200)
    server.clock.advance(61_000)
    expect((await server.fetch(last)).status).toBe(403)
  })

  test.each([
    'd_rain/3',
    'd_rain/99',
    'd_rain/0',
    'd_nobody/1',
    'd_%27--/1',
    'd_rain/1e1',
    'd_rain/-1',
    'd_rain/9999999'
  ])('nothing of %s is given away: it is not free, or not there', async episode => {
    const response = await fetchHint(episode)
    expect([204, 403]).toContain(response.status)
    expect(await response.text()).not.toContain('rain')
  })

  const startAs = (token: string | null, episode: string, more: object = {}) =>
    server.fetch(`/m/opening/${episode}`, { method: 'POST', body: JSON.stringify({ token, ...more }) })

  test('a viewer with a session resumes at the start of a segment, with the answer of play, also in a paid episode', async () => {
    const viewer = await signIn(server)
    await giveCoins(server, viewer.userId, 60)
    expect((await viewer.post('/drama/unlock', { episode_id: 'e_rain_3', expect_price: 60 }, newKey())).code).toBe(200)
    const play = await viewer.post('/drama/play', { episode_id: 'e_rain_3', lang: 'en' })
    const beginning = await startAs(viewer.token, 'd_rain/3', { lang: 'en' })
    expect([beginning.status, beginning.headers.get('Cache-Control')]).toEqual([200, 'private, no-store'])
    expect(beginning.headers.get('Access-Control-Allow-Origin')).toBe('*')
    const { head, init, first } = await readStart(beginning, viewerStartHead)
    expect(head).toMatchObject({ start_s: 0, segment: 0, play: { episode: play.data.episode, next: play.data.next } })
    expect([init, first]).toEqual(['rain 3 540p init', 'rain 3 540p segment 0'])
    const { play_id, opening } = head.play
    expect((await server.fetch(new URL('1.m4s', opening.base_url))).status).toBe(200)

    const progress = { play_id, episode_id: 'e_rain_3', position_s: 5.2 }
    expect((await viewer.post('/drama/progress', progress)).code).toBe(200)
    const resumed = await readStart(await startAs(viewer.token, 'd_rain/3'), viewerStartHead)
    expect(resumed.head).toMatchObject({ start_s: 2, segment: 1, play: { position_s: 5.2 } })
    expect(resumed.first).toBe('rain 3 540p segment 1')
    const linked = await readStart(await startAs(viewer.token, 'd_rain/3?t=4.5'), viewerStartHead)
    expect(linked.head).toMatchObject({ start_s: 4.5, segment: 2, play: { position_s: 5.2 } })
  })

  test.each([
    ['d_rain/3', 4201],
    ['d_rain/5', 4203]
  ])('%s is locked: the viewer gets what play refuses with, and no media', async (episode, code) => {
    const viewer = await signIn(server)
    const no = Number(episode.split('/')[1])
    const response = await startAs(viewer.token, episode)
    const body = Buffer.from(await response.arrayBuffer())
    expect(body.length).toBe(4 + body.readUInt32BE(0))
    const { refused } = lockedStartHead.parse(JSON.parse(body.toString('utf8', 4)))
    const play = await viewer.post('/drama/play', { episode_id: `e_rain_${no}` })
    expect(refused).toEqual({ code, msg: play.msg, data: play.data })
  })

  test('without a valid session, or without such an episode, there is nothing to begin with', async () => {
    const viewer = await signIn(server)
    for (const [token, episode] of [
      ['unknown', 'd_rain/1'],
      [' ', 'd_rain/1'],
      [viewer.token, 'd_rain/99'],
      [viewer.token, 'd_nobody/1'],
      [viewer.token, 'd_rain/1?t=1.23456']
    ] as const) {
      const response = await startAs(token, episode)
      expect([token, episode, response.status, await response.text()]).toEqual([token, episode, 204, ''])
    }
    await viewer.post('/user/logout')
    expect((await startAs(viewer.token, 'd_rain/1')).status).toBe(204)
  })

  test.each(['', 'x', '[]', '{}', '{"token":1}', '{"token":""}'])(
    'a body %j is refused with the field that is wrong',
    async body => {
      const response = await server.fetch('/m/opening/d_rain/1', { method: 'POST', body })
      const { code, data } = JSON.parse(await response.text())
      expect([code, data.fields.length]).toEqual([4001, 1])
    }
  )

  test('what went offline begins no more', async () => {
    expect((await fetchHint('d_rain/2')).status).toBe(200)
    await server.db.updateTable('episodes').set({ status: 'offline' }).where('id', '=', 'e_rain_2').execute()
    expect((await fetchHint('d_rain/2')).status).toBe(204)
    await server.db.updateTable('dramas').set({ status: 'offline' }).where('id', '=', 'd_rain').execute()
    expect((await fetchHint('d_rain/1')).status).toBe(204)
  })
})
