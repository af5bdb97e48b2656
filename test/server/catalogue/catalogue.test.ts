import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { langs } from '../../../contract/protocol/language.js'
import { type ApiClient, createApiClient, signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

const DAY_MS = 86_400_000

describe.each(['pglite', 'postgres'] as const)('catalogue on %s', engine => {
  let server: TestServer
  let anonymous: ApiClient
  beforeAll(async () => {
    server = await openTestServer({ engine })
    anonymous = createApiClient(server)
  })
  afterAll(() => server.close())

  test('D-001 D-037 Home works without a token: banners by the editors, shelves, nothing to continue', async () => {
    const { code, data } = await anonymous.get('/index/home', { lang: 'en' })
    expect(code).toBe(200)
    expect(data.banners.map(banner => banner.title)).toEqual(['rain en', 'moon en', 'gate en'])
    expect(data.shelves.map(shelf => shelf.id)).toEqual(['hot', 'new', 'romance', 'revenge', 'ceo', 'fantasy'])
    expect(data.shelves[0]?.list.map(card => card.id)).toEqual(['d_moon', 'd_rain', 'd_gate'])
    expect(data.continue).toEqual([])
  })

  test.each(langs)('D-003 D-004 D-005 D-006 D-007 titles and shelves come in %s', async lang => {
    const { data } = await anonymous.get('/index/home', { lang })
    expect(data.banners[0]).toMatchObject({
      title: `rain ${lang}`,
      category: `romance ${lang}`,
      synopsis: `about rain ${lang}`
    })
    expect(data.shelves.find(shelf => shelf.id === 'ceo')?.title).toBe(`ceo ${lang}`)
    const detail = await anonymous.get('/drama/detail', { drama_id: 'd_rain', lang })
    expect(detail.data.drama.title).toBe(`rain ${lang}`)
  })

  test.each(['', 'xx', 'pt-BR', '__proto__'])('D-008 D-279 language %j falls back to Portuguese', async lang => {
    const { data } = await anonymous.get('/index/home', { lang })
    expect(data.shelves[0]?.title).toBe('Em alta')
  })

  test('addresses start at the origin of the request, and covers can be fetched', async () => {
    const { data } = await anonymous.get('/index/home')
    const [banner] = data.banners
    expect(banner?.cover_url).toMatch(/^https:\/\/drama\.test\/covers\/d_rain\/cover-[0-9a-f]{16}\.webp$/)
    const cover = await server.fetch(banner?.cover_url ?? '')
    expect(await cover.text()).toBe('cover of rain')
    expect(cover.headers.get('Cache-Control')).toContain('immutable')
    expect(cover.headers.get('Content-Type')).toBe('image/webp')
    expect(await (await server.fetch(banner?.banner_url ?? '')).text()).toBe('banner of rain')
  })

  test('a drama is new for 14 days, in every list, and has its colour', async () => {
    const readCards = async () => {
      const home = (await anonymous.get('/index/home')).data
      const ranked = (await anonymous.get('/index/rank')).data
      return [...home.banners, ...home.shelves.flatMap(({ list }) => list), ...ranked.list]
    }
    const onlineAt = new Date(server.clock.now())
    await server.db.updateTable('dramas').set({ online_at: onlineAt }).execute()
    server.clock.advance(14 * DAY_MS - 1)
    expect(new Set((await readCards()).map(card => card.is_new))).toEqual(new Set([true]))
    server.clock.advance(1)
    const cards = await readCards()
    expect(new Set(cards.map(card => card.is_new))).toEqual(new Set([false]))
    expect(new Set(cards.map(card => card.colour))).toEqual(new Set(['#aa3355']))
  })

  test('discover pages through every drama once, in each order, and filters by tag and category', async () => {
    async function readAll(query: Record<string, string>) {
      const ids: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const step: Record<string, string> = cursor === '' ? {} : { cursor }
        const { data } = await anonymous.get('/index/discover', { ...query, ...step, page_size: '1' })
        ids.push(...data.list.map(card => card.id))
        expect(data.has_more).toBe(data.next_cursor !== null)
        cursor = data.next_cursor
      }
      return ids
    }
    expect(await readAll({ sort: 'hot' })).toEqual(['d_moon', 'd_rain', 'd_gate'])
    expect((await readAll({ sort: 'new' })).sort()).toEqual(['d_gate', 'd_moon', 'd_rain'])
    expect(await readAll({ sort: 'finish' })).toEqual(['d_moon'])
    expect(await readAll({ tag_id: 'revenge' })).toEqual(['d_rain', 'd_gate'])
    expect(await readAll({ tag_id: 'fantasy' })).toEqual(['d_moon'])
    expect(await readAll({ tag_id: 'no-such-tag' })).toEqual([])
  })

  test('a broken or foreign cursor gives the first page', async () => {
    const foreign = (await anonymous.get('/index/discover', { sort: 'new', page_size: '1' })).data.next_cursor ?? ''
    const forged = Buffer.from(JSON.stringify(['discover:hot:', { a: 1 }, 'x\0'])).toString('base64url')
    for (const cursor of ['x', '%00', '{}', foreign, forged, Buffer.from('[1,2').toString('base64url')]) {
      const { code, data } = await anonymous.get('/index/discover', { sort: 'hot', cursor })
      expect(code).toBe(200)
      expect(data.list.map(card => card.id)).toEqual(['d_moon', 'd_rain', 'd_gate'])
    }
  })

  test('D-002 detail tells the drama with related ones', async () => {
    const { data } = await anonymous.get('/drama/detail', { drama_id: 'd_rain' })
    expect(data.drama).toMatchObject({
      id: 'd_rain',
      episode_count: 6,
      free_count: 2,
      default_price: 60,
      total_duration_s: 360,
      cast: ['Ana', 'Rui'],
      subtitles: ['pt', 'zh-cn'],
      age_rating: '14',
      colour: '#aa3355'
    })
    expect(data).toMatchObject({ is_favorite: false, progress: null, pass_active: false })
    expect(data.related.map(card => card.id)).toEqual(['d_gate', 'd_moon'])
  })

  test('D-009 the episode list tells states and prices; the first locked one can be unlocked next', async () => {
    const { data } = await anonymous.get('/drama/episodes', { drama_id: 'd_gate', lang: 'en' })
    expect(data.list.map(({ no, price, state, next_unlockable }) => ({ no, price, state, next_unlockable }))).toEqual([
      { no: 1, price: 0, state: 'free', next_unlockable: false },
      { no: 2, price: 60, state: 'locked', next_unlockable: true },
      { no: 3, price: 0, state: 'free', next_unlockable: false },
      { no: 4, price: 60, state: 'locked', next_unlockable: false }
    ])
    expect(data.list.map(episode => episode.title)).toEqual(['first of gate en', 'Episode 2', 'Episode 3', 'Episode 4'])
  })

  test('a drama that is not there answers 4204, an id that cannot be one 4001', async () => {
    for (const path of ['/drama/detail', '/drama/episodes'] as const) {
      expect(await anonymous.get(path, { drama_id: 'd_none' })).toMatchObject({
        status: 200,
        code: 4204,
        msg: 'Episode not available'
      })
      expect(await anonymous.get(path, { drama_id: "d_' or 1=1" })).toMatchObject({ status: 200, code: 4001 })
      expect(await anonymous.get(path)).toMatchObject({ status: 200, code: 4001, data: { fields: ['drama_id'] } })
    }
  })

  test('an offline drama is nowhere', async () => {
    await server.db.updateTable('dramas').set({ status: 'offline' }).where('id', '=', 'd_moon').execute()
    expect((await anonymous.get('/index/home')).text).not.toContain('d_moon')
    expect((await anonymous.get('/index/discover')).text).not.toContain('d_moon')
    expect((await anonymous.get('/drama/detail', { drama_id: 'd_moon' })).code).toBe(4204)
    await server.db.updateTable('dramas').set({ status: 'online' }).where('id', '=', 'd_moon').execute()
  })

  const shared = ['/index/home', '/index/discover', '/drama/detail?drama_id=d_rain', '/drama/episodes?drama_id=d_rain']
  test.each(shared)('without a token %s may be cached, and is 304 when unchanged', async path => {
    const first = await server.fetch(path)
    expect(first.headers.get('Cache-Control')).toBe('public, max-age=60')
    expect(first.headers.get('Vary')).toContain('Authorization')
    const etag = first.headers.get('ETag') ?? ''
    server.clock.advance(1000)
    const second = await server.fetch(path, { headers: { 'If-None-Match': etag } })
    expect(second.status).toBe(304)
    expect(await second.text()).toBe('')
  })

  test.each(shared)('with a token %s is private', async path => {
    const { token } = await signIn(server)
    const { headers } = await server.fetch(path, { headers: { Authorization: token ?? '' } })
    expect(headers.get('Cache-Control')).toBe('private, no-store')
    expect(headers.get('ETag')).toBeNull()
  })

  test('a large answer is packed for a client that takes it', async () => {
    const response = await server.fetch('/index/home', { headers: { 'Accept-Encoding': 'gzip, br' } })
    expect(response.headers.get('Content-Encoding')).toBe('gzip')
    const { gunzipSync } = await import('node:zlib')
    const text = gunzipSync(new Uint8Array(await response.arrayBuffer())).toString()
    expect(JSON.parse(text)).toMatchObject({ code: 200 })
  })
})
