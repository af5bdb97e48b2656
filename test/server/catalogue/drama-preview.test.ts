import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signInMember } from '../support/console-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { writeDrama } from '../support/package-fixture.js'
import { engines } from '../support/servers/test-database.js'

const HOUR_MS = 3_600_000
const tables = [
  'users',
  'sessions',
  'visits',
  'watch_beats',
  'report_facts',
  'episode_progress',
  'unlocks',
  'served_media'
]

describe.each(engines)('the preview of a drama on %s', engine => {
  let server: TestServer
  let base = ''
  beforeEach(async () => {
    server = await openTestServer({ engine })
    const { client } = await signInMember(server, { role: 'editor' })
    await client.post('operator/drama_create', { slug: 'dawn', title: 'Dawn', lang: 'en' })
    writeDrama(server.catalogueDir, { slug: 'dawn', episodes: 3, free: 1 })
    await server.loader.scan()
    base = (await client.get('operator/drama_preview?id=d_dawn')).data.api_base
  })
  afterEach(() => server.close())

  const read = async (path: string, at = base) => (await server.fetch(`${at}${path}`)).json()
  const post = async (path: string, body: object, at = base) =>
    (
      await server.fetch(`${at}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', Authorization: 'Bearer preview' }
      })
    ).json()
  const countRows = async () => {
    const counts = await Promise.all(
      tables.map(
        async table =>
          (await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}`.execute(server.db))
            .rows[0]?.count
      )
    )
    return counts.join()
  }

  test('a draft is shown and plays, locked episodes too, and nothing is written', async () => {
    const before = await countRows()
    const login = await post('/index/visitor_login', { lang: 'en', want: 'play:d_dawn:1' })
    expect([login.code, login.data.user.id, login.data.first.drama_id]).toEqual([200, 'preview', 'd_dawn'])
    expect((await read('/drama/detail?drama_id=d_dawn&lang=en')).data.drama.title).toBe('Dawn')
    const { list } = (await read('/drama/episodes?drama_id=d_dawn')).data
    expect(list.map(({ state, price }: { state: string; price: number }) => [state, price])).toEqual(
      Array(3).fill(['free', 0])
    )
    const play = await post('/drama/play', { episode_id: 'e_dawn_3' })
    expect(play.code).toBe(200)
    expect((await server.fetch(play.data.sources[0].url)).status).toBe(200)
    const { play_id } = play.data
    const beats = [{ seq: 1, from_s: 0, to_s: 5, played_s: 5 }]
    expect((await post('/drama/progress', { play_id, episode_id: 'e_dawn_3', position_s: 5, beats })).code).toBe(200)
    expect((await read('/index/config?lang=en')).code).toBe(200)
    expect(await countRows()).toBe(before)
  })

  test('the app in a frame without an origin may ask, and gets no cookie', async () => {
    const headers = { Origin: 'null', 'Access-Control-Request-Method': 'POST' }
    const preflight = await server.fetch(`${base}/index/visitor_login`, { method: 'OPTIONS', headers })
    const answer = await server.fetch(`${base}/drama/detail?drama_id=d_dawn`, { headers: { Origin: 'null' } })
    for (const response of [preflight, answer]) {
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull()
      expect(response.headers.get('Set-Cookie')).toBeNull()
    }
  })

  test('other dramas, and all that could move money, are refused', async () => {
    expect((await read('/drama/detail?drama_id=d_rain')).code).toBe(4204)
    expect((await read('/drama/episodes?drama_id=d_rain')).code).toBe(4204)
    expect((await post('/drama/play', { episode_id: 'e_rain_1' })).code).toBe(4204)
    for (const path of [
      '/drama/unlock',
      '/drama/unlock_to',
      '/store/order',
      '/reward/claim',
      '/task/claim',
      '/checkin/claim',
      '/user/favorite'
    ])
      expect((await post(path, {})).code).toBe(4204)
    for (const path of ['/store/index', '/wallet/index', '/user/history', '/operator/log'])
      expect((await read(path)).code).toBe(4204)
  })

  test('without a valid token the draft stays unknown', async () => {
    for (const token of ['none', `${base.split('/').at(-1)}x`, base.split('/').at(-1)?.replace('d_dawn', 'd_rain')])
      expect((await read('/drama/detail?drama_id=d_dawn', `/console/preview/${token}`)).code).toBe(4204)
    expect((await read('/drama/detail?drama_id=d_dawn', '')).code).toBe(4204)
    server.clock.advance(HOUR_MS)
    expect((await read('/drama/detail?drama_id=d_dawn')).code).toBe(4204)
  })
})
