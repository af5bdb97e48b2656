import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

type Visitor = ApiClient & { userId: string }

const EPISODE = 'e_rain_1'

describe.each(engines)('only film that was sent counts as watched on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  const open = async (visitor: Visitor) => (await visitor.post('/drama/play', { episode_id: EPISODE })).data
  type Play = Awaited<ReturnType<typeof open>>
  const fetchSegment = (play: Play, number: number, init?: RequestInit) =>
    server.fetch(`${play.opening.base_url}${number}.m4s`, init)
  const lengthsOf = ({ opening }: Play) =>
    [...opening.playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds))
  const sumOf = (seconds: readonly number[]) => seconds.reduce((sum, one) => sum + one, 0)
  async function tellMinutes(visitor: Visitor, { play_id }: Play, minutes = 15) {
    const beats = Array.from({ length: minutes }, (_, seq) => ({ seq, from_s: 0, to_s: 60, played_s: 60 }))
    const { code } = await visitor.post('/drama/progress', { play_id, episode_id: EPISODE, position_s: 1, beats })
    expect(code).toBe(200)
  }
  function tellHour(visitor: Visitor, play: Play) {
    server.clock.advance(3_600_000)
    return tellMinutes(visitor, play, 60)
  }
  async function watched({ userId }: Visitor): Promise<number> {
    const { rows } = await sql<{
      seconds: number
    }>`select sum(played_s) as seconds from watch_beats where user_id = ${userId}`.execute(server.db)
    return rows[0]?.seconds ?? 0
  }

  test('ninety visitors who tell of fifteen minutes and fetch no film have watched none', async () => {
    const visitors = await Promise.all(Array.from({ length: 90 }, () => signIn(server)))
    const plays = await Promise.all(visitors.map(open))
    server.clock.advance(15 * 60_000)
    for (const [index, visitor] of visitors.entries()) {
      await tellMinutes(visitor, plays[index] as Play)
      expect(await watched(visitor)).toBe(0)
      expect((await visitor.post('/task/claim', { code: 'watch_5' })).code).toBe(4408)
    }
  })

  test('each segment counts once, in whatever quality and however often it was fetched', async () => {
    const visitor = await signIn(server)
    const play = await open(visitor)
    const lengths = lengthsOf(play)
    for (const number of [0, 1, 1, 0]) await fetchSegment(play, number)
    const other = play.opening.base_url.replace(/[^/]+\/$/, '')
    const master = await (await server.fetch(`${other}master.m3u8`)).text()
    for (const [, name] of master.matchAll(/^(\w+)\/playlist/gm)) await server.fetch(`${other}${name}/0.m4s`)
    await tellHour(visitor, play)
    expect(await watched(visitor)).toBeCloseTo(sumOf(lengths.slice(0, 2)), 2)
  })

  test('headers, a part of a segment and a copy that the browser still has count for nothing', async () => {
    const visitor = await signIn(server)
    const play = await open(visitor)
    const { headers } = await fetchSegment(await open(await signIn(server)), 0)
    await fetchSegment(play, 0, { method: 'HEAD' })
    await fetchSegment(play, 0, { headers: { Range: 'bytes=0-0' } })
    await fetchSegment(play, 0, { headers: { 'If-None-Match': headers.get('ETag') ?? '' } })
    await server.fetch(`${play.opening.base_url}init.mp4`)
    await tellHour(visitor, play)
    expect(await watched(visitor)).toBe(0)
  })

  test('a second that was sent counts for one beat, and again once it is sent again', async () => {
    const visitor = await signIn(server)
    const play = await open(visitor)
    const length = lengthsOf(play)[0] ?? 0
    await fetchSegment(play, 0)
    await tellHour(visitor, play)
    await tellHour(visitor, await open(visitor))
    expect(await watched(visitor)).toBeCloseTo(length, 2)
    server.clock.advance(1)
    const again = await open(visitor)
    await fetchSegment(again, 0)
    await tellHour(visitor, again)
    expect(await watched(visitor)).toBeCloseTo(2 * length, 2)
  })

  async function fetchOpeningFilm(): Promise<void> {
    const start = await server.fetch('/m/opening/d_rain/1')
    const bytes = Buffer.from(await start.arrayBuffer())
    const head = JSON.parse(bytes.subarray(4, 4 + bytes.readUInt32BE(0)).toString())
    await server.fetch(`${head.opening.base_url}1.m4s`)
  }

  test('film that comes without a token counts for the network and browser it was sent to, once', async () => {
    const [visitor, other] = [await signIn(server), await signIn(server)]
    await fetchOpeningFilm()
    const [play, otherPlay] = [await open(visitor), await open(other)]
    await tellHour(visitor, play)
    await tellHour(other, otherPlay)
    expect(await watched(visitor)).toBeCloseTo(sumOf(lengthsOf(play).slice(0, 2)), 2)
    expect(await watched(other)).toBe(0)
  })

  test('it counts once for viewers of the same browser who report at the same moment', async () => {
    const visitors = [await signIn(server), await signIn(server), await signIn(server)]
    const plays = await Promise.all(visitors.map(open))
    await fetchOpeningFilm()
    server.clock.advance(3_600_000)
    await Promise.all(visitors.map((visitor, no) => tellMinutes(visitor, plays[no] as Play, 60)))
    const seconds = await Promise.all(visitors.map(watched))
    expect(sumOf(seconds)).toBeCloseTo(sumOf(lengthsOf(plays[0] as Play).slice(0, 2)), 2)
  })
})

describe.each(engines)('with WATCH_COUNT=played on %s', engine => {
  test('minutes count as fast as time passes, also of film that a CDN has sent', async () => {
    const server = await openTestServer({ engine, config: { countedWatchTime: 'played' } })
    const visitor = await signIn(server)
    const { play_id } = (await visitor.post('/drama/play', { episode_id: EPISODE })).data
    server.clock.advance(5 * 60_000)
    const beats = Array.from({ length: 15 }, (_, seq) => ({ seq, from_s: 0, to_s: 60, played_s: 60 }))
    await visitor.post('/drama/progress', { play_id, episode_id: EPISODE, position_s: 1, beats })
    const codes = []
    for (const code of ['watch_5', 'watch_10']) codes.push((await visitor.post('/task/claim', { code })).code)
    expect(codes).toEqual([200, 4408])
    await server.close()
  })
})
