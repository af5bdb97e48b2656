import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDailyRound } from '../../../server/lib/daily-round.js'
import { BEAT_RETENTION_MS, deleteOldBeats, MAX_PLAY_AGE_MS } from '../../../server/modules/play/beat-retention.js'
import { readPersonProof } from '../../../server/modules/reward/earning/person-proof.js'
import { deleteEndedSessions } from '../../../server/modules/visitor/session-cleanup-job.js'
import { signIn } from '../support/api-client.js'
import { serveFilm } from '../support/film.js'
import { createTestClock, openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

const DAY_MS = 86_400_000
const EPISODE = 'e_rain_1'

describe.each(engines)('what is kept for how long on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  const openViewer = async () => {
    const viewer = await signIn(server)
    await serveFilm(server, viewer.userId, EPISODE)
    const { play_id } = (await viewer.post('/drama/play', { episode_id: EPISODE })).data
    const report = (...seqs: number[]) => {
      const beats = seqs.map(seq => ({ seq, from_s: 0, to_s: 52, played_s: 52 }))
      return viewer.post('/drama/progress', { play_id, episode_id: EPISODE, position_s: 9, beats })
    }
    return { ...viewer, report }
  }
  const now = () => new Date(server.clock.now())
  const listSeqs = async (userId: string) => {
    const rows = await server.db.selectFrom('watch_beats').select('seq').where('user_id', '=', userId).execute()
    return rows.map(({ seq }) => seq).sort()
  }
  const deleteBeats = () => deleteOldBeats(server.db, new Date(server.clock.now() - BEAT_RETENTION_MS), '')

  test('beats are deleted after 35 days; their seconds still say that the viewer has come back', async () => {
    const viewer = await openViewer()
    server.clock.advance(400_000)
    expect((await viewer.report(0, 1, 2, 3, 4, 5)).code).toBe(200)
    server.clock.advance(2 * DAY_MS)
    expect((await viewer.report(6)).code).toBe(200)
    const person = { userId: viewer.userId, lpid: 'none', now: now() }
    expect(await readPersonProof(server.db, person)).toBe('returning')
    server.clock.advance(BEAT_RETENTION_MS - DAY_MS)
    expect(await deleteBeats()).toEqual({ count: 6, next: null })
    expect(await listSeqs(viewer.userId)).toEqual([6])
    expect(await readPersonProof(server.db, { ...person, now: now() })).toBe('returning')
    expect(await deleteBeats()).toEqual({ count: 0, next: null })
    const { seconds } = await server.db
      .selectFrom('watch_clocks')
      .select(sql<number>`earlier_s`.as('seconds'))
      .where('user_id', '=', viewer.userId)
      .executeTakeFirstOrThrow()
    expect(seconds).toBeGreaterThanOrEqual(300)
  })

  test('a beat is refused before it could be forgotten that it was counted', async () => {
    expect(MAX_PLAY_AGE_MS).toBeLessThan(BEAT_RETENTION_MS)
    const viewer = await openViewer()
    server.clock.advance(MAX_PLAY_AGE_MS)
    expect((await viewer.report(0)).code).toBe(200)
    server.clock.advance(1)
    expect(await viewer.report(1)).toMatchObject({ code: 4001, data: { fields: ['play_id'] } })
    expect(await listSeqs(viewer.userId)).toEqual([0])
  })

  test('sessions are deleted a week after their end, and no others', async () => {
    const old = await signIn(server)
    server.clock.advance(60 * DAY_MS)
    const current = await signIn(server)
    const listUsers = async () => {
      const rows = await server.db.selectFrom('sessions').select('user_id').execute()
      return rows.map(({ user_id }) => user_id).filter(id => [old.userId, current.userId].includes(id))
    }
    server.clock.advance(36 * DAY_MS)
    await deleteEndedSessions(server.db, now(), '')
    expect(await listUsers()).toHaveLength(2)
    server.clock.advance(DAY_MS + 1)
    await deleteEndedSessions(server.db, now(), '')
    expect(await listUsers()).toEqual([current.userId])
    expect((await current.get('/wallet/index')).code).toBe(200)
  })
})

test('a round goes through all keys in steps, and begins again a day after its end', async () => {
  const clock = createTestClock()
  const visited: string[] = []
  const keys = ['a', 'b', 'c', 'd', 'e']
  const round = createDailyRound(clock, 2, async after => {
    const [key] = keys.filter(candidate => candidate > after)
    if (key !== undefined) visited.push(key)
    return { count: key === undefined ? 0 : 1, next: key === 'e' || key === undefined ? null : key }
  })
  const run = () => round(() => false)
  expect([await run(), await run(), await run(), await run()]).toEqual([2, 2, 1, 0])
  expect(visited).toEqual(keys)
  clock.advance(DAY_MS)
  expect(await run()).toBe(2)
  expect(await round(() => true)).toBe(0)
  expect(visited).toEqual([...keys, 'a', 'b'])
})
