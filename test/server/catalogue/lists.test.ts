import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../contract/index.js'
import { cutToPage, formatCursor, parseCursor } from '../../../server/lib/cursor.js'
import { type ApiClient, createApiClient, signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { readAllPages } from '../support/read-all-pages.js'

const MINUTE = 60_000
/** After this time in ms every rate limit allows another request. */
const LONGEST_LIMIT_MS = 10 * MINUTE

test('a cursor gives back its key to its own list only', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.maxSafeInteger(),
      fc.date({ min: new Date(0), max: new Date(Date.UTC(10_000, 0) - 1), noInvalidDate: true }),
      fc.string(),
      (list, plays, time, id) => {
        const cursor = formatCursor(list, [plays, time, id])
        const key = parseCursor(list, ['integer', 'instant', 'text'], cursor)
        expect(key).toEqual(id.includes('\0') ? null : [plays, time, id])
        expect(parseCursor(`${list}x`, ['integer', 'instant', 'text'], cursor)).toBeNull()
        expect(parseCursor(list, ['integer', 'instant'], cursor)).toBeNull()
        expect(parseCursor(list, ['text', 'instant', 'text'], cursor)).toBeNull()
      }
    )
  )
})

test('what is no cursor is none, and nothing is thrown', () => {
  const small = formatCursor('a', [2 ** 31])
  expect([parseCursor('a', ['small'], small), parseCursor('a', ['integer'], small)]).toEqual([null, [2 ** 31]])
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.json().map(text => Buffer.from(text).toString('base64url'))
      ),
      cursor => {
        for (const part of ['integer', 'small', 'instant', 'text'] as const) {
          expect(() => parseCursor('a', [part], cursor)).not.toThrow()
        }
      }
    )
  )
})

test('a page ends where the rows do', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 50 }), (rows, size) => {
      const cut = cutToPage(rows.slice(0, size + 1), size, last => `${last}`)
      expect(cut.list).toEqual(rows.slice(0, size))
      expect([cut.has_more, cut.next_cursor !== null]).toEqual([rows.length > size, rows.length > size])
    })
  )
})

const lists: [
  path: '/index/discover' | '/index/feed' | '/index/home' | '/search/index' | '/user/favorites' | '/user/history',
  query: Record<string, string>
][] = [
  ['/index/home', {}],
  ['/index/discover', { sort: 'hot' }],
  ['/index/discover', { sort: 'new', tag_id: 'ceo' }],
  ['/index/discover', { sort: 'finish', tag_id: 'ceo' }],
  ['/index/feed', {}],
  ['/search/index', { keyword: 'pt' }],
  ['/user/favorites', {}],
  ['/user/history', {}]
]

describe.each(['pglite', 'postgres'] as const)('lists on %s', engine => {
  let server: TestServer
  let visitor: ApiClient & { userId: string }
  beforeAll(async () => {
    server = await openTestServer({ engine })
    visitor = await signIn(server)
    for (const slug of ['rain', 'moon', 'gate']) {
      server.clock.advance(1000)
      await visitor.post('/user/favorite', { drama_id: `d_${slug}`, on: 1 })
      await visitor.post('/drama/progress', { play_id: 'p', episode_id: `e_${slug}_1`, position_s: 1 })
    }
  })
  afterAll(() => server.close())

  test.each(lists)('%s %j answers every cursor and page size that can be thought of', async (path, query) => {
    const clean = await visitor.get(path, query)
    const own = ['home:labels', 'home:more', 'discover:hot:', 'discover:new:ceo', 'feed', 'favorites', 'history']
    const number = fc.oneof(fc.maxSafeInteger(), fc.constantFrom(2 ** 31, -(2 ** 31), 8.64e15, -8.64e15, 1e300, -1, 0))
    const forged = fc
      .tuple(
        fc.constantFrom(...own),
        fc.array(fc.oneof(number, fc.string(), fc.constant('\ud800'), fc.constant(null)), { maxLength: 4 })
      )
      .map(([list, key]) => Buffer.from(JSON.stringify([list, ...key])).toString('base64url'))
    const cursors = fc.oneof(
      forged,
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('', '%', '-1', 'null', '[]', '\0')
    )
    const sizes = fc.constantFrom('0', '-1', '51', '1e9', 'x', '', '1.5', 'NaN', '20', '50')
    await fc.assert(
      fc.asyncProperty(cursors, sizes, async (cursor, page_size) => {
        server.clock.advance(MINUTE)
        const { status, code } = await visitor.get(path, { ...query, cursor, page_size })
        expect([status, code]).toEqual([200, 200])
      }),
      { numRuns: 40 }
    )
    expect((await visitor.get(path, { ...query, cursor: 'x'.repeat(513) })).code).toBe(4001)
    for (const list of own) {
      const cursor = formatCursor(list, [8.64e15, 'x'])
      expect((await visitor.get(path, { ...query, cursor })).code).toBe(200)
    }
    expect((await visitor.get(path, { ...query, page: '-1', cursor: 'foreign' })).data).toEqual(clean.data)
  })

  test.each(lists)('%s %j gives at most 50 entries', async (path, query) => {
    server.clock.advance(MINUTE)
    for (const page_size of ['51', '100000']) {
      const { data } = await visitor.get(path, { ...query, page_size })
      expect(('list' in data ? data.list : data.shelves).length).toBeLessThanOrEqual(50)
    }
  })

  const changes = fc.array(fc.tuple(fc.constantFrom('add', 'remove', 'move'), fc.nat(19), fc.nat(30)), { maxLength: 4 })

  test('rows that stay as they are come exactly once, whatever happens to others between two pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(changes, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 7 }),
        async (rounds, size) => {
          await server.db.deleteFrom('favorites').where('user_id', '=', visitor.userId).execute()
          // Rounds to four minutes so that many rows have the same time.
          const timeOf = (minute: number) => new Date(server.clock.now() - Math.floor(minute / 4) * MINUTE)
          const key = (number: number) => ({ user_id: visitor.userId, drama_id: `d_${number}` })
          for (let number = 0; number < 20; number++)
            await addFavorite(server, { ...key(number), created_at: timeOf(number) })
          const touched = new Set<string>()
          const left = [...rounds]
          const between = async () => {
            for (const [what, number, minute] of left.shift() ?? []) {
              touched.add(`d_${number}`)
              if (what === 'add') await addFavorite(server, { ...key(100 + number), created_at: timeOf(minute) })
              if (what === 'remove')
                await server.db.deleteFrom('favorites').where('drama_id', '=', `d_${number}`).execute()
              if (what === 'move') {
                await server.db
                  .updateTable('favorites')
                  .set({ created_at: timeOf(minute) })
                  .where('drama_id', '=', `d_${number}`)
                  .execute()
              }
            }
          }
          const seen = await readAllPages(
            async cursor => (await visitor.get('/user/favorites', { page_size: `${size}`, ...cursor })).data,
            between
          )
          const stayed = Array.from({ length: 20 }, (_, number) => `d_${number}`).filter(id => !touched.has(id))
          const times = (id: string) => seen.filter(card => card.id === id).length
          expect(stayed.map(id => [id, times(id)])).toEqual(stayed.map(id => [id, 1]))
        }
      ),
      { numRuns: 15 }
    )
  })

  const odd = ['😀', 'a\0b', "' or 1=1 --", '<script>', '\u202eabc', 'x'.repeat(141), '\ud800', '__proto__', '-1']

  // One engine is enough because fields are checked before the database is used. Postgres is the stricter one.
  const fielded = endpoints.filter(() => engine === 'postgres')

  test.each(fielded.filter(endpoint => endpoint.method === 'GET'))(
    '$path has a clear answer to odd texts in every field',
    async endpoint => {
      const fields = Object.keys('shape' in endpoint.request ? endpoint.request.shape : {})
      for (const field of [...fields, 'unknown']) {
        for (const text of odd) {
          server.clock.advance(LONGEST_LIMIT_MS)
          const query = { drama_id: 'd_rain', keyword: 'rain', [field]: text }
          const { status, code } = await visitor.get(endpoint.path, query)
          expect([status, [200, 4001, 4204, 4301].includes(code)], `${field}=${text}: ${code}`).toEqual([200, true])
          const lists = await server.fetch(`${endpoint.path}?${field}[]=1&${field}=a&${field}=b`)
          expect(lists.status).toBe(200)
        }
      }
    }
  )

  test.each(fielded.filter(endpoint => endpoint.method === 'POST'))(
    '$path has a clear answer to odd values in every field',
    async endpoint => {
      const shape = 'shape' in endpoint.request ? endpoint.request.shape : {}
      for (const field of Object.keys(shape)) {
        for (const value of [...odd, 1e300, -1, null, [], {}, [['d_rain']], true]) {
          const body = { drama_id: 'd_rain', on: 1, kind: 'bug', text: 'x', nickname: 'x', [field]: value }
          const { status, code } = await (await signIn(server)).post(endpoint.path, body)
          expect([status, code < 5000], `${field}=${JSON.stringify(value)}: ${code}`).toEqual([200, true])
        }
      }
    }
  )

  test('without a token the same odd texts are answered as well', async () => {
    for (const path of ['/index/home', '/index/discover', '/index/feed', '/index/rank', '/search/index'] as const) {
      for (const text of odd) {
        server.clock.advance(MINUTE)
        const query = { keyword: text, cursor: text, tag_id: text, type: text, sort: text, lang: text }
        expect([200, 4001]).toContain((await createApiClient(server).get(path, query)).code)
      }
    }
  })
})

async function addFavorite(
  { db }: TestServer,
  row: { user_id: string; drama_id: string; created_at: Date }
): Promise<void> {
  const model = await db.selectFrom('dramas').selectAll().where('id', '=', 'd_rain').executeTakeFirstOrThrow()
  const json = Object.fromEntries(
    (['title', 'synopsis', 'category', 'tags', 'cast_names', 'subtitles'] as const).map(name => [
      name,
      JSON.stringify(model[name])
    ])
  ) as Record<'title' | 'synopsis' | 'category' | 'tags' | 'cast_names' | 'subtitles', string>
  const { play_count, favorite_count, ...rest } = { ...model, ...json, id: row.drama_id }
  await db
    .insertInto('dramas')
    .values({ ...rest, play_count: Number(play_count), favorite_count: Number(favorite_count) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await db
    .insertInto('favorites')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
