import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../server/config/config.js'
import { type OpenDatabase, openDatabase } from '../../../server/db/open.js'
import { isWalPositionAtLeast } from '../../../server/db/replicas/viewer-writes.js'
import { createLog } from '../../../server/lib/log.js'
import { type ApiClient, createApiClient, signIn } from '../support/api-client.js'
import { giveCoins, newKey } from '../support/money.js'
import { openTestServer, type TestServer, type TestServerOptions } from '../support/open-test-server.js'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../support/servers/embedded-postgres.js'
import { engines } from '../support/servers/test-database.js'

test.each([
  ['0/0', '0/0', true],
  ['0/FFFFFFFF', '1/0', false],
  ['1/0', '0/FFFFFFFF', true],
  ['16/B374D848', '16/B374D849', false],
  ['A/0', '9/FFFFFFFF', true],
  ['FFFFFFFF/FFFFFFFF', 'FFFFFFFF/FFFFFFFE', true]
])('a replica at %s has what is at %s: %s', (position, least, expected) => {
  expect(isWalPositionAtLeast(position, least)).toBe(expected)
})

interface OpenServer {
  database: OpenDatabase
  server: TestServer
}

describe.each(engines.filter(engine => engine === 'postgres'))('two servers with a replica on %s', () => {
  let postgres: ReplicatedPostgres
  let standby: pg.Client
  let servers: [OpenServer, OpenServer]
  beforeAll(async () => {
    postgres = await startReplicatedPostgres()
    const url = await postgres.primary.createDatabase()
    const first = await openServer(url)
    const { clock, config } = first.server
    servers = [first, await openServer(url, { clock, config: { mediaSecrets: config.mediaSecrets } })]
    standby = new pg.Client(replicaOf(url))
    // The last test kills the standby.
    standby.on('error', () => undefined)
    await standby.connect()
  }, 60_000)
  afterAll(async () => {
    for (const { server, database } of servers) {
      await server.close()
      await database.close()
    }
    await standby.end()
    await postgres.stop()
  })

  const replicaOf = (url: string) => postgres.standby.url(new URL(url).pathname.slice(1))

  async function openServer(url: string, options: Partial<TestServerOptions> = {}): Promise<OpenServer> {
    const config = readConfig(
      { DATABASE_URL: url, DATABASE_REPLICA_URL: replicaOf(url) },
      { projectDir: '/', readText: () => null }
    )
    const database = await openDatabase(config, createLog('silent'))
    const { db, replicas } = database
    return { database, server: await openTestServer({ ...options, engine: 'postgres', db, replicas }) }
  }

  const countReplicaReads = () => servers.reduce((sum, { database }) => sum + database.replicas.readCounts().reads, 0)
  const listUsable = () => servers.map(({ database }) => database.replicas.readCounts().usable)
  const replicaIsUsed = () => expect.poll(listUsable, { timeout: 20_000, interval: 50 }).toEqual([1, 1])

  /** The same viewer on both servers. */
  async function openViewer() {
    const viewer = await signIn(servers[0].server)
    return { viewer, both: [viewer, createApiClient(servers[1].server, viewer.token)] as const }
  }

  const readFavorites = async (client: ApiClient) => (await client.get('/user/favorites')).data.list.map(({ id }) => id)

  async function countReads(read: () => Promise<{ code: number }>) {
    const before = countReplicaReads()
    expect((await read()).code).toBe(200)
    return countReplicaReads() - before
  }

  /** Waits until the replica has what the viewer wrote. */
  const readsReplica = (client: ApiClient) =>
    expect.poll(() => countReads(() => client.get('/user/history')), { timeout: 20_000, interval: 50 }).toBe(1)

  test('pages of a viewer come from the replica; money, sessions and catalogue from the primary', async () => {
    const { viewer } = await openViewer()
    await replicaIsUsed()
    await readsReplica(viewer)
    expect(await countReads(() => viewer.get('/user/favorites'))).toBe(1)
    expect(await countReads(() => viewer.get('/drama/detail', { drama_id: 'd_rain' }))).toBe(1)
    expect(await countReads(() => viewer.get('/drama/episodes', { drama_id: 'd_rain' }))).toBe(1)
    expect(await countReads(() => viewer.post('/drama/play', { episode_id: 'e_rain_1' }))).toBe(1)
    expect(await countReads(() => viewer.get('/wallet/index'))).toBe(0)
    expect(await countReads(() => viewer.get('/drama/quote', { drama_id: 'd_rain' }))).toBe(0)
    expect(await countReads(() => viewer.get('/store/index'))).toBe(0)
  }, 60_000)

  test('a viewer sees on every server what was just written, however far the replica is behind', async () => {
    const { viewer, both } = await openViewer()
    await giveCoins(servers[0].server, viewer.userId, 60)
    await replicaIsUsed()
    await readsReplica(viewer)
    await standby.query('select pg_wal_replay_pause()')
    try {
      for (const [turn, writer] of both.entries()) {
        const drama_id = turn === 0 ? 'd_rain' : 'd_moon'
        expect((await writer.post('/user/favorite', { drama_id, on: 1 })).code).toBe(200)
        for (const client of both) expect(await readFavorites(client)).toContain(drama_id)
      }
      const unlock = { episode_id: 'e_rain_3', expect_price: 60 }
      expect((await viewer.post('/drama/unlock', unlock, newKey())).code).toBe(200)
      for (const client of both) {
        const { code, data } = await client.post('/drama/play', { episode_id: 'e_rain_3' })
        expect([code, data?.episode.id]).toEqual([200, 'e_rain_3'])
      }
      const { viewer: newcomer } = await openViewer()
      expect((await newcomer.post('/user/favorite', { drama_id: 'd_gate', on: 1 })).code).toBe(200)
      expect(await readFavorites(newcomer)).toEqual(['d_gate'])
      const { rows } = await standby.query('select user_id from favorites')
      expect(rows).toEqual([])
    } finally {
      await standby.query('select pg_wal_replay_resume()')
    }
    await readsReplica(viewer)
    expect((await readFavorites(viewer)).toSorted()).toEqual(['d_moon', 'd_rain'])
  }, 60_000)

  test('a replica that stays behind is asked by nobody, and again once it has caught up', async () => {
    await replicaIsUsed()
    await standby.query('select pg_wal_replay_pause()')
    const { viewer } = await openViewer()
    await expect.poll(listUsable, { timeout: 20_000, interval: 50 }).toEqual([0, 0])
    expect(await countReads(() => viewer.get('/user/history'))).toBe(0)
    await standby.query('select pg_wal_replay_resume()')
    await replicaIsUsed()
  }, 60_000)

  test('writes that the primary has forgotten in a crash send reads to the primary', async () => {
    const { viewer } = await openViewer()
    await replicaIsUsed()
    await readsReplica(viewer)
    await standby.query('select pg_wal_replay_pause()')
    try {
      expect((await viewer.post('/user/favorite', { drama_id: 'd_gate', on: 1 })).code).toBe(200)
      const { db } = servers[0].database
      await db.deleteFrom('viewer_writes').execute()
      expect(await readFavorites(viewer)).toEqual(['d_gate'])
      const readRows = () => db.selectFrom('viewer_writes').select('user_id').execute()
      await expect.poll(readRows, { timeout: 20_000, interval: 20 }).toEqual([{ user_id: '' }])
      expect(await readFavorites(viewer)).toEqual(['d_gate'])
    } finally {
      await standby.query('select pg_wal_replay_resume()')
    }
    await readsReplica(viewer)
  }, 60_000)

  test('a frozen and a killed replica: the primary answers, and the replica is asked again when it is back', async () => {
    const { viewer } = await openViewer()
    const readOften = () =>
      Promise.all(
        Array.from({ length: 20 }, async () => {
          const { status, code } = await viewer.get('/drama/detail', { drama_id: 'd_rain' })
          return [status, code]
        })
      )
    const fine = Array.from({ length: 20 }, () => [200, 200])
    await replicaIsUsed()
    await readsReplica(viewer)
    postgres.standby.freeze()
    expect(await readOften()).toEqual(fine)
    await expect.poll(listUsable, { timeout: 10_000, interval: 50 }).toEqual([0, 0])
    postgres.standby.thaw()
    await replicaIsUsed()
    await postgres.standby.kill()
    expect(await readOften()).toEqual(fine)
    await postgres.standby.restart()
    await replicaIsUsed()
    await readsReplica(viewer)
  }, 90_000)
})
