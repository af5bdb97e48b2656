import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { fixtures, writeDrama } from '../support/package-fixture.js'
import { readAllPages } from '../support/read-all-pages.js'

describe.each(['pglite', 'postgres'] as const)('favourites on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  const countOf = async (dramaId: string) => {
    const row = server.db.selectFrom('dramas').select('favorite_count').where('id', '=', dramaId)
    return Number((await row.executeTakeFirstOrThrow()).favorite_count)
  }

  test('D-041 a drama is kept and let go; saying it twice changes nothing', async () => {
    const visitor = await signIn(server)
    const before = await countOf('d_rain')
    const set = async (on: 0 | 1) => (await visitor.post('/user/favorite', { drama_id: 'd_rain', on })).data
    expect(await set(1)).toEqual({ is_favorite: true, favorite_count: before + 1 })
    expect(await set(1)).toEqual({ is_favorite: true, favorite_count: before + 1 })
    const { data } = await visitor.get('/drama/detail', { drama_id: 'd_rain' })
    expect([data.is_favorite, data.drama.favorite_count]).toEqual([true, before + 1])
    expect(await set(0)).toEqual({ is_favorite: false, favorite_count: before })
    expect(await set(0)).toEqual({ is_favorite: false, favorite_count: before })
    expect((await visitor.get('/drama/detail', { drama_id: 'd_rain' })).data.is_favorite).toBe(false)
  })

  test('many taps at once count once for each viewer, and end as they should', async () => {
    const before = await countOf('d_moon')
    const visitors = await Promise.all(Array.from({ length: 5 }, () => signIn(server)))
    const taps = (on: 0 | 1) =>
      visitors.flatMap(visitor =>
        Array.from({ length: 6 }, () => visitor.post('/user/favorite', { drama_id: 'd_moon', on }))
      )
    const answers = await Promise.all(taps(1))
    expect(answers.every(({ code, data }) => code === 200 && data.is_favorite)).toBe(true)
    expect(await countOf('d_moon')).toBe(before + 5)
    await Promise.all([...taps(1), ...taps(0)])
    const rows = await server.db.selectFrom('favorites').select('user_id').where('drama_id', '=', 'd_moon').execute()
    expect(await countOf('d_moon')).toBe(before + rows.length)
  })

  test('a package that is loaded again keeps what viewers added', async () => {
    const [one, other] = [await signIn(server), await signIn(server)]
    await one.post('/user/favorite', { drama_id: 'd_gate', on: 1 })
    await other.post('/user/favorite', { drama_id: 'd_gate', on: 1 })
    const gate = fixtures.find(({ slug }) => slug === 'gate')
    if (gate) writeDrama(server.catalogueDir, gate, drama => ({ ...drama, favorite_count: 100 }))
    expect((await server.loader.scan()).dramas).toBe(1)
    expect(await countOf('d_gate')).toBe(102)
    expect((await one.post('/user/favorite', { drama_id: 'd_gate', on: 0 })).data.favorite_count).toBe(101)
  })

  test('D-041 the list has the newest first, page by page, and is the viewer own', async () => {
    const [visitor, other] = [await signIn(server), await signIn(server)]
    for (const drama_id of ['d_rain', 'd_gate', 'd_moon']) {
      server.clock.advance(1000)
      await visitor.post('/user/favorite', { drama_id, on: 1 })
    }
    const list = await readAllPages(
      async cursor => (await visitor.get('/user/favorites', { page_size: '2', ...cursor })).data
    )
    expect(list.map(card => card.id)).toEqual(['d_moon', 'd_gate', 'd_rain'])
    expect(list[0]?.created_at).toBe(server.clock.now())
    expect((await other.get('/user/favorites')).data).toEqual({ list: [], next_cursor: null, has_more: false })
  })

  test('what is offline is not listed and cannot be kept, but can be let go', async () => {
    const visitor = await signIn(server)
    const before = await countOf('d_rain')
    await visitor.post('/user/favorite', { drama_id: 'd_rain', on: 1 })
    await server.db.updateTable('dramas').set({ status: 'offline' }).where('id', '=', 'd_rain').execute()
    expect((await visitor.get('/user/favorites')).data.list).toEqual([])
    expect((await visitor.post('/user/favorite', { drama_id: 'd_rain', on: 1 })).code).toBe(4204)
    expect((await visitor.post('/user/favorite', { drama_id: 'd_rain', on: 0 })).data).toEqual({
      is_favorite: false,
      favorite_count: before
    })
    await server.db.updateTable('dramas').set({ status: 'online' }).where('id', '=', 'd_rain').execute()
  })

  const wrong = [
    {},
    { drama_id: 'd_rain' },
    { on: 1 },
    { drama_id: 'd_rain', on: 2 },
    { drama_id: 'd_rain', on: true },
    { drama_id: 'd_rain', on: '1' },
    { drama_id: ['d_rain'], on: 1 },
    { drama_id: 'd_\0', on: 1 },
    { drama_id: '<b>', on: 1 }
  ]
  test.each(wrong)('what is no favourite answers 4001: %j', async body => {
    const visitor = await signIn(server)
    expect((await visitor.post('/user/favorite', body)).code).toBe(4001)
  })

  test('a drama that is not there answers 4204, or is let go without harm', async () => {
    const visitor = await signIn(server)
    expect((await visitor.post('/user/favorite', { drama_id: 'd_none', on: 1 })).code).toBe(4204)
    expect((await visitor.post('/user/favorite', { drama_id: 'd_none', on: 0 })).data).toEqual({
      is_favorite: false,
      favorite_count: 0
    })
  })
})
