import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type ApiClient, createApiClient, signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { type DramaFixture, writeCatalogue } from '../support/package-fixture.js'
import { readAllPages } from '../support/read-all-pages.js'

const DRAMAS = 40

/** Drama 0 has the most plays. `half` tags every second drama, `fifth` every fifth, `rare` only drama 0. */
const catalogue: DramaFixture[] = Array.from({ length: DRAMAS }, (_, number) => ({
  slug: `n${String(number).padStart(2, '0')}`,
  episodes: 1,
  free: number === 3 ? 0 : 1,
  plays: 1000 - 10 * number,
  sort: number,
  category: 'all',
  isFinished: number % 4 === 0,
  tags: ['half', 'fifth', 'rare'].filter(tag => number % { half: 2, fifth: 5, rare: DRAMAS }[tag as 'half'] === 0)
}))
const id = (number: number) => `d_n${String(number).padStart(2, '0')}`
const ids = (numbers: number[]) => numbers.map(id)
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

describe.each(['pglite', 'postgres'] as const)('browsing on %s', engine => {
  let server: TestServer
  let anonymous: ApiClient
  let root: string
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'drama-browse-'))
    writeCatalogue(root, catalogue)
    server = await openTestServer({ engine, catalogueDirs: [root] })
    anonymous = createApiClient(server)
  })
  afterAll(async () => {
    await server.close()
    rmSync(root, { recursive: true, force: true })
  })

  test('D-001 Home brings more shelves page by page, until every drama was on one', async () => {
    const pages: { id: string; list: string[] }[][] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: Record<string, string> = cursor === '' ? {} : { cursor }
      const { data } = await anonymous.get('/index/home', { ...query, page_size: '3', lang: 'en' })
      pages.push(data.shelves.map(shelf => ({ id: shelf.id, list: shelf.list.map(card => card.id) })))
      expect(data.banners).toHaveLength(cursor === '' ? 5 : 0)
      cursor = data.next_cursor
    }
    expect(pages.map(page => page.map(shelf => shelf.id))).toEqual([
      ['hot', 'new', 'all'],
      ['half', 'fifth', 'more-1'],
      ['more-2', 'more-3']
    ])
    const shelf = (name: string) => pages.flat().find(one => one.id === name)?.list
    expect(shelf('hot')).toEqual(ids(from(0, 9)))
    expect(shelf('half')).toEqual(ids(from(0, 11).map(number => number * 2)))
    expect(shelf('more-1')).toEqual(ids(from(10, 21)))
    expect(shelf('more-3')).toEqual(ids(from(34, 39)))
    expect(new Set(pages.flat().flatMap(one => one.list)).size).toBe(DRAMAS)
  })

  test.each(['1', '2', '3', '4', '7', '50'])('Home in pages of %s shelves shows the same shelves', async size => {
    const shelves = await readAllPages(async cursor => {
      const { data } = await anonymous.get('/index/home', { ...cursor, page_size: size })
      expect(data.shelves.length).toBeLessThanOrEqual(Math.max(2, Number(size)))
      return { ...data, list: data.shelves }
    })
    expect(shelves.map(shelf => shelf.id)).toEqual(['hot', 'new', 'all', 'half', 'fifth', 'more-1', 'more-2', 'more-3'])
  })

  test('with a token only the first page of Home has what can be continued', async () => {
    const visitor = await signIn(server)
    await visitor.post('/drama/progress', { play_id: 'p', episode_id: 'e_n07_1', position_s: 5 })
    const first = await visitor.get('/index/home', { page_size: '2' })
    expect(first.data.continue.map(card => card.drama.id)).toEqual([id(7)])
    const second = await visitor.get('/index/home', { page_size: '2', cursor: first.data.next_cursor ?? '' })
    expect([second.data.continue, second.data.banners]).toEqual([[], []])
  })

  const discover = (query: Record<string, string>) =>
    readAllPages(async cursor => (await anonymous.get('/index/discover', { page_size: '7', ...query, ...cursor })).data)

  test('discover walks every order and tag without gaps or doubles', async () => {
    const listed = async (query: Record<string, string>) => (await discover(query)).map(card => card.id)
    expect(await listed({ sort: 'hot' })).toEqual(ids(from(0, 39)))
    expect((await listed({ sort: 'new' })).sort()).toEqual(ids(from(0, 39)))
    expect(await listed({ sort: 'finish' })).toEqual(ids(from(0, 9).map(number => number * 4)))
    expect(await listed({ tag_id: 'half' })).toEqual(ids(from(0, 19).map(number => number * 2)))
    expect((await listed({ tag_id: 'half', sort: 'new' })).sort()).toEqual(ids(from(0, 19).map(number => number * 2)))
    expect(await listed({ tag_id: 'fifth', sort: 'finish' })).toEqual(ids([0, 20]))
    for (const tag_id of ['none', '😀', "' or 1=1", '%', '\u202e']) expect(await listed({ tag_id })).toEqual([])
  })

  test('dramas with equal plays are walked as well', async () => {
    const change = (plays: number) =>
      server.db
        .updateTable('dramas')
        .set({ play_count: plays })
        .where('id', 'in', ids(from(10, 30)))
    await change(7).execute()
    expect((await discover({ sort: 'hot' })).map(card => card.id).sort()).toEqual(ids(from(0, 39)))
    for (const number of from(10, 30)) {
      await server.db
        .updateTable('dramas')
        .set({ play_count: 1000 - 10 * number })
        .where('id', '=', id(number))
        .execute()
    }
  })

  test('the feed has the first episodes that are free, and no address that plays', async () => {
    const entries = await readAllPages(
      async cursor => (await anonymous.get('/index/feed', { page_size: '9', ...cursor })).data
    )
    expect(entries.map(({ drama }) => drama.id)).toEqual(ids(from(0, 39).filter(number => number !== 3)))
    expect(entries[0]).toMatchObject({
      drama: { id: id(0), synopsis: 'about n00 pt', banner_url: expect.stringContaining('/covers/') },
      episode: {
        id: 'e_n00_1',
        no: 1,
        title: 'first of n00 pt',
        duration_s: 60,
        price: 0,
        state: 'free',
        position_s: 0
      }
    })
    const { text } = await anonymous.get('/index/feed')
    expect(text).not.toMatch(/\/m\/|m3u8|\.m4s|"asset"/)
  })

  test('with a token the feed leaves out what was begun', async () => {
    const visitor = await signIn(server)
    for (const number of [0, 2]) {
      await visitor.post('/drama/progress', { play_id: 'p', episode_id: `e_n0${number}_1`, position_s: 5 })
    }
    const { data, headers } = await visitor.get('/index/feed', { page_size: '3' })
    expect(data.list.map(({ drama }) => drama.id)).toEqual(ids([1, 4, 5]))
    expect(headers.get('Cache-Control')).toBe('private, no-store')
  })

  test('with a token the feed says what the viewer keeps, and without one nothing of anybody', async () => {
    const [visitor, other] = [await signIn(server), await signIn(server)]
    for (const number of [1, 8]) await visitor.post('/user/favorite', { drama_id: id(number), on: 1 })
    const readFavorites = async (viewer: ApiClient) => {
      const read = async (cursor: object) => (await viewer.get('/index/feed', { page_size: '5', ...cursor })).data
      const entries = await readAllPages(read)
      return entries.filter(entry => entry.is_favorite).map(({ drama }) => drama.id)
    }
    expect(await readFavorites(visitor)).toEqual(ids([1, 8]))
    expect([await readFavorites(other), await readFavorites(anonymous)]).toEqual([[], []])
    await visitor.post('/user/favorite', { drama_id: id(8), on: 0 })
    expect(await readFavorites(visitor)).toEqual(ids([1]))
  })

  test('a page of the feed takes as many queries as an entry does', async () => {
    let queries = 0
    const count: KyselyPlugin = {
      transformQuery({ node }) {
        queries++
        return node
      },
      transformResult: async ({ result }) => result
    }
    const counted = await openTestServer({ engine, catalogueDirs: [root], db: server.db.withPlugin(count) })
    onTestFinished(() => counted.close())
    const visitor = await signIn(counted)
    const cost = async (size: string) => {
      queries = 0
      await visitor.get('/index/feed', { page_size: size })
      return queries
    }
    const one = await cost('1')
    expect(one).toBeGreaterThan(0)
    expect(await cost('30')).toBe(one)
  })

  test('rankings number at most 50 dramas; an unknown type is the hot one', async () => {
    const ranked = async (type: string) => (await anonymous.get('/index/rank', { type })).data.list
    expect((await ranked('hot')).map(card => [card.rank, card.id])).toEqual(
      from(0, 39).map(number => [number + 1, id(number)])
    )
    expect((await ranked('x')).map(card => card.id)).toEqual(ids(from(0, 39)))
    const [one, other] = [await signIn(server), await signIn(server)]
    for (const viewer of [one, other]) await viewer.post('/user/favorite', { drama_id: id(30), on: 1 })
    await one.post('/user/favorite', { drama_id: id(20), on: 1 })
    expect((await ranked('fav')).slice(0, 2).map(card => [card.rank, card.id])).toEqual([
      [1, id(30)],
      [2, id(20)]
    ])
  })

  test('tags come with their names and how many dramas have them, most frequent first', async () => {
    const { data } = await anonymous.get('/index/tags', { lang: 'es' })
    expect(data.list).toEqual([
      { id: 'all', name: 'all es', count: 40 },
      { id: 'half', name: 'half es', count: 20 },
      { id: 'fifth', name: 'fifth es', count: 8 },
      { id: 'rare', name: 'rare es', count: 1 }
    ])
  })

  const shared = ['/index/feed', '/index/rank?type=fav', '/index/tags', '/index/home?page_size=2']
  test.each(shared)('without a token %s may be cached, and is 304 when unchanged', async path => {
    const first = await server.fetch(path)
    expect(first.headers.get('Cache-Control')).toBe('public, max-age=60')
    const etag = first.headers.get('ETag') ?? ''
    expect((await server.fetch(path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
  })
})
