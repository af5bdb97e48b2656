import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../contract/index.js'
import { createApiClient, signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { episodeIdOf } from '../support/package-fixture.js'

describe.each(['pglite', 'postgres'] as const)('play on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  const now = () => new Date(server.clock.now())
  const hours = (count: number) => new Date(server.clock.now() + count * 3_600_000)

  function unlock(userId: string, no: number, refundedAt: Date | null = null) {
    return server.db
      .insertInto('unlocks')
      .values({
        user_id: userId,
        episode_id: episodeIdOf('rain', no),
        drama_id: 'd_rain',
        episode_no: no,
        price: 60,
        coins_paid: 60,
        bonus_paid: 0,
        source: 'coins',
        lpid: null,
        created_at: now(),
        refunded_at: refundedAt
      })
      .execute()
  }

  function givePass(userId: string, from: Date, to: Date) {
    return server.db
      .insertInto('passes')
      .values({ user_id: userId, id: `pass_${from.getTime()}`, kind: 'weekly', starts_at: from, ends_at: to })
      .execute()
  }

  test('D-001 a visitor plays a free episode: sources, opening, captions, next and ends of time', async () => {
    const visitor = await signIn(server)
    const { code, data } = await visitor.post('/drama/play', { episode_id: 'e_rain_1', lang: 'en' })
    expect(code).toBe(200)
    expect(data).toMatchObject({
      drama_id: 'd_rain',
      episode: { id: 'e_rain_1', no: 1, title: 'first of rain en', duration_s: 60 },
      next: { id: 'e_rain_2', no: 2, state: 'free', price: 0 },
      position_s: 0,
      server_time: server.clock.now(),
      expires_at: server.clock.now() + 600_000
    })
    expect(data.captions.map(({ lang, label }) => [lang, label])).toEqual([
      ['pt', 'Português'],
      ['zh-cn', '简体中文']
    ])
    const playlist = await server.fetch(new URL('playlist.m3u8', data.opening.base_url))
    expect(await playlist.text()).toBe(data.opening.playlist)
    expect(data.opening.codecs).toBe('avc1.64001f,mp4a.40.2')
    const master = await (await server.fetch(data.sources[0]?.url ?? '')).text()
    expect(master).toContain('540p/playlist.m3u8')
  })

  test('to ask for an episode leaves no trace, so that it may be shown before it is chosen', async () => {
    const visitor = await signIn(server)
    const everything = async () => {
      const tables = await server.db.introspection.getTables()
      const rows = await Promise.all(
        tables.map(({ name }) => sql`select * from ${sql.table(name)} as one order by one::text`.execute(server.db))
      )
      return tables.map(({ name }, index) => [name, rows[index]?.rows])
    }
    const before = await everything()
    expect(before.length).toBeGreaterThan(5)
    for (const episode_id of ['e_rain_1', 'e_rain_1', 'e_moon_1']) {
      expect((await visitor.post('/drama/play', { episode_id })).code).toBe(200)
    }
    expect(await everything()).toEqual(before)
  })

  test('an episode can be named by its drama and number', async () => {
    const visitor = await signIn(server)
    const { data } = await visitor.post('/drama/play', { drama_id: 'd_moon', episode_no: 3 })
    expect(data).toMatchObject({ episode: { id: 'e_moon_3', no: 3 }, next: null })
  })

  test('D-114 a locked episode answers 4201 with what it costs', async () => {
    const visitor = await signIn(server)
    const { status, code, msg, data } = await visitor.post('/drama/play', { episode_id: 'e_rain_3' })
    expect([status, code, msg]).toEqual([200, 4201, 'Insufficient balance'])
    expect(data).toEqual({
      drama_id: 'd_rain',
      episode_id: 'e_rain_3',
      episode_no: 3,
      price: 60,
      first_locked_no: 3,
      coins: 0,
      bonus: 0
    })
  })

  test('D-117 D-217 behind another locked episode it answers 4203 in the words of the product', async () => {
    const visitor = await signIn(server)
    const { code, msg, data } = await visitor.post('/drama/play', { episode_id: 'e_rain_5' })
    expect([code, msg]).toEqual([4203, 'Please unlock the previous episodes before continuing'])
    expect(data).toMatchObject({ episode_no: 5, first_locked_no: 3 })
  })

  test('an unlocked episode plays for the one who unlocked it, until it is paid back', async () => {
    const [payer, other] = [await signIn(server), await signIn(server)]
    await unlock(payer.userId, 3)
    expect((await payer.post('/drama/play', { episode_id: 'e_rain_3' })).code).toBe(200)
    expect((await other.post('/drama/play', { episode_id: 'e_rain_3' })).code).toBe(4201)
    const list = (await payer.get('/drama/episodes', { drama_id: 'd_rain' })).data.list
    expect(list.map(episode => episode.state)).toEqual(['free', 'free', 'unlocked', 'locked', 'locked', 'locked'])
    expect(list.find(episode => episode.next_unlockable)?.no).toBe(4)
    await server.db.updateTable('unlocks').set({ refunded_at: now() }).where('user_id', '=', payer.userId).execute()
    expect((await payer.post('/drama/play', { episode_id: 'e_rain_3' })).code).toBe(4201)
  })

  test('D-250 an active pass opens every episode, in any order, and its ticket ends soon after it', async () => {
    const visitor = await signIn(server)
    await givePass(visitor.userId, hours(-1), hours(0.01))
    const { code, data } = await visitor.post('/drama/play', { episode_id: 'e_rain_6' })
    expect(code).toBe(200)
    expect(data.expires_at).toBe(server.clock.now() + 600_000)
    expect((await visitor.get('/user/info')).data.vip).toEqual({ active: true, until: hours(0.01).getTime() })
    expect((await visitor.get('/drama/detail', { drama_id: 'd_rain' })).data.pass_active).toBe(true)
    const states = (await visitor.get('/drama/episodes', { drama_id: 'd_rain' })).data.list.map(
      episode => episode.state
    )
    expect(states).toEqual(['free', 'free', 'pass', 'pass', 'pass', 'pass'])
    server.clock.advance(60_000)
    expect((await visitor.post('/drama/play', { episode_id: 'e_rain_6' })).code).toBe(4203)
  })

  test('a revoked pass opens nothing', async () => {
    const visitor = await signIn(server)
    await givePass(visitor.userId, hours(-1), hours(2))
    await server.db
      .updateTable('passes')
      .set({ revoked_at: now() })
      .where('user_id', '=', visitor.userId)
      .where('starts_at', '<', now())
      .execute()
    expect((await visitor.post('/drama/play', { episode_id: 'e_rain_3' })).code).toBe(4201)
  })

  test('a campaign may give more free episodes', async () => {
    await server.db
      .insertInto('campaigns')
      .values({
        lpid: 'gift',
        name: 'Gift',
        status: 'active',
        start_drama_id: null,
        start_episode_no: null,
        free_episodes_override: 4,
        created_at: now()
      })
      .execute()
    const visitor = await signIn(server, { lpid: 'gift' })
    expect((await visitor.post('/drama/play', { episode_id: 'e_rain_4' })).code).toBe(200)
    expect((await visitor.post('/drama/play', { episode_id: 'e_rain_5' })).code).toBe(4201)
  })

  test('no answer holds a playable address of an episode that is locked for the caller', async () => {
    const visitor = await signIn(server)
    const assets = await server.db
      .selectFrom('episodes')
      .select(['id', 'asset', 'no'])
      .where('drama_id', '=', 'd_rain')
      .execute()
    const locked = assets.filter(episode => episode.no > 2)
    const bodies = [{ episode_id: 'e_rain_2' }, ...locked.map(episode => ({ episode_id: episode.id }))]
    const played = await Promise.all(bodies.map(body => visitor.post('/drama/play', body)))
    const drama = { drama_id: 'd_rain' }
    const reads = endpoints
      .filter(endpoint => endpoint.method === 'GET')
      .map(endpoint => visitor.get(endpoint.path, drama))
    const texts = [...played, ...(await Promise.all(reads))].map(answer => answer.text)
    expect(locked).toHaveLength(4)
    expect(texts.join()).toContain('/m/')
    for (const { asset } of locked) expect(texts.join()).not.toContain(asset)
  })

  test('a deleted episode and one that never was answer 4204, a malformed id 4001', async () => {
    const visitor = await signIn(server)
    await server.db.updateTable('episodes').set({ status: 'offline' }).where('id', '=', 'e_moon_2').execute()
    for (const episode_id of ['e_moon_2', 'e_moon_99', 'e_none_1']) {
      expect(await visitor.post('/drama/play', { episode_id })).toMatchObject({ status: 200, code: 4204, data: null })
    }
    for (const body of [
      { episode_id: 'x' },
      { episode_id: 1 },
      { episode_id: ['e_rain_1'] },
      {},
      { drama_id: 'd_rain' }
    ]) {
      expect(await visitor.post('/drama/play', body)).toMatchObject({ status: 200, code: 4001 })
    }
    expect((await visitor.get('/drama/episodes', { drama_id: 'd_moon' })).data.list.map(({ no }) => no)).toEqual([1, 3])
    const { data } = await visitor.post('/drama/play', { episode_id: 'e_moon_1' })
    expect(data.next?.no).toBe(3)
  })

  test('play needs a token', async () => {
    expect((await createApiClient(server).post('/drama/play', { episode_id: 'e_rain_1' })).code).toBe(999)
  })
})
