import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

describe.each(['pglite', 'postgres'] as const)('history on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  async function watchAll(): Promise<ApiClient & { userId: string }> {
    const visitor = await signIn(server)
    for (const slug of ['rain', 'moon', 'gate']) {
      server.clock.advance(1000)
      await visitor.post('/drama/progress', { play_id: 'p', episode_id: `e_${slug}_1`, position_s: 12 })
    }
    return visitor
  }
  const watched = async (visitor: ApiClient) =>
    (await visitor.get('/user/history')).data.list.map(card => card.drama.id)

  test('D-040 named dramas leave the history with the positions in their episodes', async () => {
    const [visitor, other] = [await watchAll(), await watchAll()]
    const { data } = await visitor.post('/user/history_delete', { drama_ids: ['d_rain', 'd_gate', 'd_none', 'd_rain'] })
    expect(data).toEqual({ deleted: 2 })
    expect(await watched(visitor)).toEqual(['d_moon'])
    expect((await visitor.post('/drama/play', { episode_id: 'e_rain_1' })).data.position_s).toBe(0)
    expect((await visitor.post('/drama/play', { episode_id: 'e_moon_1' })).data.position_s).toBe(12)
    expect((await visitor.get('/index/home')).data.continue.map(card => card.drama.id)).toEqual(['d_moon'])
    expect(await watched(other)).toEqual(['d_gate', 'd_moon', 'd_rain'])
  })

  test('D-040 all of it leaves at once, and a second time there is nothing', async () => {
    const [visitor, other] = [await watchAll(), await watchAll()]
    expect((await visitor.post('/user/history_delete', { all: 1 })).data).toEqual({ deleted: 3 })
    expect(await watched(visitor)).toEqual([])
    expect((await visitor.post('/user/history_delete', { all: 1 })).data).toEqual({ deleted: 0 })
    expect(await watched(other)).toHaveLength(3)
  })

  const wrong = [
    {},
    { drama_ids: [] },
    { drama_ids: 'd_rain' },
    { drama_ids: ['d_rain'], all: 1 },
    { all: 0 },
    { all: true },
    { all: '1' },
    { drama_ids: [1] },
    { drama_ids: ['d_rain', "d_' or 1=1"] },
    { drama_ids: Array(201).fill('d_rain') }
  ]
  test.each(wrong)('a wish that is not clear deletes nothing and answers 4001: %#', async body => {
    const visitor = await watchAll()
    expect((await visitor.post('/user/history_delete', body)).code).toBe(4001)
    expect(await watched(visitor)).toHaveLength(3)
  })
})
