import type { KyselyPlugin } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { type ApiClient, createApiClient, signIn } from '../support/api-client.js'
import { serveFilm } from '../support/film.js'
import { openServers } from '../support/open-servers.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines, openTestDatabase } from '../support/servers/test-database.js'

type Visitor = ApiClient & { userId: string }

const EPISODE = 'e_rain_1'
const VIEWERS = 60

async function openPlay(server: TestServer, visitor: Visitor): Promise<string> {
  await serveFilm(server, visitor.userId, EPISODE)
  return (await visitor.post('/drama/play', { episode_id: EPISODE })).data.play_id
}

const beats = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const seq = first + index
    return { seq, from_s: seq, to_s: seq + 1, played_s: 1 }
  })

const report = (visitor: ApiClient, play_id: string, sent: object[], position_s = 5) =>
  visitor.post('/drama/progress', { play_id, episode_id: EPISODE, position_s, beats: sent } as never)

async function secondsOf({ db }: TestServer): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('watch_beats')
    .select(['user_id', ({ fn }) => fn.sum<number>('played_s').as('seconds')])
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(({ user_id, seconds }) => [user_id, Number(seconds)]))
}

describe.each(engines)('progress of many viewers on %s', engine => {
  let server: TestServer
  let statements = 0
  const countStatements: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result
  }
  afterAll(() => server.close())

  test('is written together: hundreds of beats take few statements, and each counts for its viewer', async () => {
    const database = await openTestDatabase(engine)
    server = await openTestServer({ engine, db: database.db.withPlugin(countStatements) })
    const visitors: Visitor[] = []
    for (let no = 0; no < VIEWERS; no++) visitors.push(await signIn(server))
    const plays: string[] = []
    for (const visitor of visitors) plays.push(await openPlay(server, visitor))
    server.clock.advance(60_000)
    statements = 0
    const sent = visitors.map((visitor, no) => report(visitor, plays[no] as string, beats(0, 4), no))
    expect((await Promise.all(sent)).map(({ code }) => code)).toEqual(visitors.map(() => 200))
    // A session each, and a handful of groups of at most 200 beats: alone each report takes four more.
    expect(statements).toBeLessThan(VIEWERS + 30)
    const seconds = await secondsOf(server)
    expect(visitors.map(({ userId }) => seconds.get(userId))).toEqual(visitors.map(() => 4))
    for (const no of [0, 17, VIEWERS - 1]) {
      const { list } = (await (visitors[no] as Visitor).get('/user/history')).data
      expect(list.map(({ position_s }) => position_s)).toEqual([no])
    }
    await database.close()
  })
})

describe.each(['two servers on postgres'] as const)('progress that is sent twice to %s', kind => {
  test('counts once, by play and number, whoever writes first', async () => {
    const servers = await openServers(kind)
    const [server, other = server] = servers
    const visitors: Visitor[] = []
    for (let no = 0; no < 8; no++) visitors.push(await signIn(server))
    const plays: string[] = []
    for (const visitor of visitors) plays.push(await openPlay(server, visitor))
    server.clock.advance(600_000)
    for (let round = 0; round < 5; round++) {
      const sends = visitors.flatMap((visitor, no) => {
        const sent = beats(round * 3, 4)
        const play = plays[no] as string
        return [report(visitor, play, sent), report(createApiClient(other, visitor.token), play, sent)]
      })
      expect((await Promise.all(sends)).map(({ code }) => code)).toEqual(sends.map(() => 200))
    }
    const seconds = await secondsOf(server)
    expect(visitors.map(({ userId }) => seconds.get(userId))).toEqual(visitors.map(() => 16))
    for (const one of servers) await one.close()
  })
})
