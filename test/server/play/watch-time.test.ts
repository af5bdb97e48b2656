import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPlayIdSigner } from '../../../server/modules/play/play-id.js'
import { type ApiClient, signIn } from '../support/api-client.js'
import { serveFilm } from '../support/film.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

type Visitor = ApiClient & { userId: string }

describe.each(['pglite', 'postgres'] as const)('watching on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  const EPISODE = 'e_rain_1'
  async function play(visitor: Visitor, episode_id = EPISODE) {
    await serveFilm(server, visitor.userId, episode_id)
    return (await visitor.post('/drama/play', { episode_id })).data.play_id
  }
  const beat = (seq: number, played_s = 15) => ({ seq, from_s: seq * 15, to_s: seq * 15 + played_s, played_s })
  const sendBeats = (visitor: Visitor, play_id: string, beats: object[], episode_id = EPISODE) =>
    visitor.post('/drama/progress', { play_id, episode_id, position_s: 9, beats } as never)

  async function watched({ userId }: Visitor): Promise<number> {
    const { seconds } = await server.db
      .selectFrom('watch_beats')
      .select(sql<number | null>`sum(played_s)`.as('seconds'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return seconds ?? 0
  }

  test('beats are counted, each once, however often and in whatever company they are sent', async () => {
    const visitor = await signIn(server)
    const id = await play(visitor)
    server.clock.advance(60_000)
    expect((await sendBeats(visitor, id, [beat(0)])).data).toEqual({ ok: true, tasks_changed: [] })
    await sendBeats(visitor, id, [beat(0), beat(1), beat(1)])
    await Promise.all(Array.from({ length: 10 }, () => sendBeats(visitor, id, [beat(1), beat(2, 4)])))
    expect(await watched(visitor)).toBe(34)
  })

  test('no more counts than the time since the episode was given, whatever is told', async () => {
    const visitor = await signIn(server)
    server.clock.advance(3_600_000)
    const id = await play(visitor)
    server.clock.advance(20_000)
    await sendBeats(visitor, id, [beat(0, 60), beat(1, 60), beat(2, 60)])
    expect(await watched(visitor)).toBe(20)
    server.clock.advance(5000)
    await sendBeats(visitor, id, [beat(3, 60)])
    expect(await watched(visitor)).toBe(25)
  })

  test('two tabs that play side by side count once', async () => {
    const visitor = await signIn(server)
    const [one, other] = [await play(visitor), await play(visitor, 'e_moon_1')]
    for (let seq = 0; seq < 4; seq++) {
      server.clock.advance(15_000)
      await Promise.all([sendBeats(visitor, one, [beat(seq)]), sendBeats(visitor, other, [beat(seq)], 'e_moon_1')])
    }
    expect(await watched(visitor)).toBe(60)
  })

  test('what was watched without a connection counts when it is sent later, all of it, in order', async () => {
    const visitor = await signIn(server)
    const id = await play(visitor)
    server.clock.advance(200 * 15_000)
    await sendBeats(
      visitor,
      id,
      Array.from({ length: 200 }, (_, seq) => beat(seq))
    )
    expect(await watched(visitor)).toBe(3000)
    const rows = await server.db.selectFrom('watch_beats').selectAll().where('user_id', '=', visitor.userId).execute()
    expect(rows).toHaveLength(200)
  })

  test.each([60_000, 3_600_000, 25 * 3_600_000, 49 * 3_600_000])(
    'minutes count after a clock that was %d ms ahead for a minute, and after one that was behind',
    async jump => {
      const visitor = await signIn(server)
      const id = await play(visitor)
      let seq = 0
      const watchMinutes = async (minutes: number, playId = id) => {
        const before = await watched(visitor)
        for (let no = 0; no < minutes * 4; no++) {
          server.clock.advance(15_000)
          await sendBeats(visitor, playId, [beat(seq++)])
        }
        return (await watched(visitor)) - before
      }
      expect(await watchMinutes(1)).toBe(60)
      server.clock.advance(jump)
      const playAhead = await play(visitor)
      expect(await watchMinutes(1, playAhead)).toBe(60)
      server.clock.advance(-jump)
      // The first report after the clock was set right says how far it has been counted, and counts nothing.
      expect(await watchMinutes(30)).toBe(30 * 60 - 15)
      expect(await watchMinutes(5, playAhead)).toBe(5 * 60)
      server.clock.advance(-jump)
      expect(await watchMinutes(5)).toBe(5 * 60 - 15)
      server.clock.advance(jump)
      expect(await watchMinutes(1)).toBe(60)
    }
  )

  test('a place of the past does not undo a newer one', async () => {
    const visitor = await signIn(server)
    const id = await play(visitor)
    server.clock.advance(60_000)
    const place = { play_id: id, episode_id: EPISODE }
    await visitor.post('/drama/progress', { ...place, position_s: 30 })
    await visitor.post('/drama/progress', { ...place, position_s: 12, age_s: 40 })
    expect((await visitor.get('/user/history')).data.list[0]?.position_s).toBe(30)
    await visitor.post('/drama/progress', { ...place, position_s: 33, age_s: 0 })
    expect((await visitor.get('/user/history')).data.list[0]?.position_s).toBe(33)
  })

  test('a play id counts for the viewer and the episode it was given for, and none can be made up', async () => {
    const [visitor, other] = [await signIn(server), await signIn(server)]
    const id = await play(visitor)
    server.clock.advance(60_000)
    const refused = [
      await sendBeats(other, id, [beat(0)]),
      await sendBeats(visitor, id, [beat(0)], 'e_moon_1'),
      await sendBeats(visitor, 'p_1', [beat(0)]),
      await sendBeats(visitor, id.replace(/^p_0/, 'p_1'), [beat(0)]),
      await sendBeats(visitor, `${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}`, [beat(0)])
    ]
    expect(refused.map(({ code }) => code)).toEqual([4001, 4001, 4001, 4001, 4001])
    expect([await watched(visitor), await watched(other)]).toEqual([0, 0])
  })

  test('beats that are none are refused, and nothing is kept of them', async () => {
    const visitor = await signIn(server)
    const id = await play(visitor)
    server.clock.advance(600_000)
    const wrong = [
      { seq: -1 },
      { seq: 0.5 },
      { seq: '0' },
      { played_s: -1 },
      { played_s: 61 },
      { from_s: -1 },
      { to_s: 1e9 }
    ]
    for (const change of wrong) expect((await sendBeats(visitor, id, [{ ...beat(0), ...change }])).code).toBe(4001)
    const many = Array.from({ length: 201 }, (_, seq) => beat(seq, 1))
    expect((await sendBeats(visitor, id, many)).code).toBe(4001)
    expect(await watched(visitor)).toBe(0)
  })

  test('what was watched counts also when the episode is locked by the time it is told', async () => {
    const visitor = await signIn(server)
    const pass = { user_id: visitor.userId, id: 'pass', kind: 'weekly' as const }
    const [starts_at, ends_at] = [server.clock.now(), server.clock.now() + 30_000].map(at => new Date(at))
    await server.db
      .insertInto('passes')
      .values({ ...pass, starts_at: starts_at as Date, ends_at: ends_at as Date })
      .execute()
    const id = await play(visitor, 'e_rain_3')
    server.clock.advance(60_000)
    expect((await sendBeats(visitor, id, [beat(0)], 'e_rain_3')).code).toBe(4201)
    expect(await watched(visitor)).toBe(15)
  })
})

test('play ids of the secret before are still known, of the one before that not', () => {
  const play = { userId: 'u_1', episodeId: 'e_1' }
  const id = createPlayIdSigner(['old']).sign('p_0000000003e8abcd', play)
  expect(createPlayIdSigner(['new', 'old']).issuedAt(id, play)).toBe(1000)
  expect(createPlayIdSigner(['newer', 'new']).issuedAt(id, play)).toBeNull()
})
