import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type InstantStartResponse, instantStart } from '../../../contract/episode.js'
import { signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

async function readHint(response: Response): Promise<{ head: InstantStartResponse; init: string; first: string }> {
  const body = Buffer.from(await response.arrayBuffer())
  const end = 4 + body.readUInt32BE(0)
  const head = instantStart.parse(JSON.parse(body.toString('utf8', 4, end)))
  const media = end + head.init_bytes
  return { head, init: body.toString('utf8', end, media), first: body.toString('utf8', media) }
}

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

  test('what went offline begins no more', async () => {
    expect((await fetchHint('d_rain/2')).status).toBe(200)
    await server.db.updateTable('episodes').set({ status: 'offline' }).where('id', '=', 'e_rain_2').execute()
    expect((await fetchHint('d_rain/2')).status).toBe(204)
    await server.db.updateTable('dramas').set({ status: 'offline' }).where('id', '=', 'd_rain').execute()
    expect((await fetchHint('d_rain/1')).status).toBe(204)
  })
})
