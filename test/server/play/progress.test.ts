import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

describe.each(['pglite', 'postgres'] as const)('progress on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  const at = (episode: string, position_s: number) => ({ play_id: 'p_1', episode_id: episode, position_s, beats: [] })

  test('D-037 D-040 a saved position comes back in play, episodes, detail, Home and history', async () => {
    const visitor = await signIn(server)
    expect((await visitor.post('/drama/progress', at('e_rain_1', 21.5))).data).toEqual({ ok: true, tasks_changed: [] })
    expect((await visitor.post('/drama/play', { episode_id: 'e_rain_1' })).data.position_s).toBe(21.5)
    const [first] = (await visitor.get('/drama/episodes', { drama_id: 'd_rain' })).data.list
    expect(first).toMatchObject({ position_s: 21.5, finished: false })
    const detail = await visitor.get('/drama/detail', { drama_id: 'd_rain' })
    expect(detail.data.progress).toEqual({ episode_no: 1, position_s: 21.5 })
    const place = { episode_no: 1, position_s: 21.5, duration_s: 60, updated_at: server.clock.now() }
    expect((await visitor.get('/index/home')).data.continue).toMatchObject([{ drama: { id: 'd_rain' }, ...place }])
    expect((await visitor.get('/user/history')).data.list).toMatchObject([{ drama: { id: 'd_rain' }, ...place }])
  })

  test('the newest position wins; what was finished stays finished and starts from the beginning', async () => {
    const visitor = await signIn(server)
    await visitor.post('/drama/progress', at('e_rain_2', 59.5))
    expect((await visitor.post('/drama/play', { episode_id: 'e_rain_2' })).data.position_s).toBe(0)
    server.clock.advance(1000)
    await visitor.post('/drama/progress', at('e_rain_2', 5))
    const second = (await visitor.get('/drama/episodes', { drama_id: 'd_rain' })).data.list[1]
    expect(second).toMatchObject({ position_s: 5, finished: true })
  })

  test('many saves at once leave one row each', async () => {
    const visitor = await signIn(server)
    const saves = Array.from({ length: 20 }, (_, second) => visitor.post('/drama/progress', at('e_moon_1', second)))
    expect((await Promise.all(saves)).map(answer => answer.code)).toEqual(saves.map(() => 200))
    expect((await visitor.get('/user/history')).data.list).toHaveLength(1)
  })

  test('a position past the end is the end', async () => {
    const visitor = await signIn(server)
    await visitor.post('/drama/progress', at('e_moon_2', 4000))
    expect((await visitor.get('/user/history')).data.list[0]?.position_s).toBe(60)
  })

  test('history pages newest first, each drama once', async () => {
    const visitor = await signIn(server)
    for (const episode of ['e_rain_1', 'e_moon_1', 'e_gate_1', 'e_rain_2']) {
      server.clock.advance(1000)
      await visitor.post('/drama/progress', at(episode, 3))
    }
    const first = (await visitor.get('/user/history', { page_size: '2' })).data
    expect(first.list.map(card => [card.drama.id, card.episode_no])).toEqual([
      ['d_rain', 2],
      ['d_gate', 1]
    ])
    const cursor = first.next_cursor ?? ''
    const second = (await visitor.get('/user/history', { page_size: '2', cursor })).data
    expect(second).toMatchObject({ list: [{ drama: { id: 'd_moon' } }], next_cursor: null, has_more: false })
    expect((await visitor.get('/user/history', { cursor: 'foreign' })).data.list).toHaveLength(3)
  })

  test('nothing is saved for an episode that is locked, gone or wrong, nor for another visitor', async () => {
    const [visitor, other] = [await signIn(server), await signIn(server)]
    expect((await visitor.post('/drama/progress', at('e_rain_3', 3))).code).toBe(4201)
    expect((await visitor.post('/drama/progress', at('e_rain_5', 3))).code).toBe(4203)
    expect((await visitor.post('/drama/progress', at('e_none_5', 3))).code).toBe(4204)
    for (const position_s of [-1, 86_401, '3', null, Number.MAX_VALUE]) {
      expect((await visitor.post('/drama/progress', { ...at('e_rain_1', 0), position_s })).code).toBe(4001)
    }
    await other.post('/drama/progress', at('e_rain_1', 3))
    expect((await visitor.get('/user/history')).data.list).toEqual([])
  })
})
