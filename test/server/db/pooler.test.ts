// PgBouncer is tried on machines that have it. Before version 1.21 it does not keep prepared statements in transaction mode.
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../../server/db/schema/schema.js'
import { transaction } from '../../../server/db/transaction.js'
import { retryOnBusy, signIn } from '../support/api-client.js'
import { expectValidLedger, giveCoins, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { writeDrama } from '../support/package-fixture.js'
import { type Pgbouncer, pgbouncerProgram, startPgbouncer } from '../support/servers/pgbouncer.js'
import { engines, freshDatabase, openPostgres } from '../support/servers/test-database.js'

const programs = engines.includes('postgres') && pgbouncerProgram !== null ? [pgbouncerProgram] : []
const VIEWERS = 6
const EPISODES = 30
const PRICE = 60

describe.each(programs)('two servers behind %s in transaction mode', program => {
  let pooler: Pgbouncer
  let servers: [TestServer, TestServer]
  beforeAll(async () => {
    pooler = await startPgbouncer(program, await freshDatabase(process.env.TEST_POSTGRES_TEMPLATE))
    const options = { engine: 'postgres', postgresUrl: pooler.url } as const
    const first = await openTestServer(options)
    const { clock, config } = first
    servers = [first, await openTestServer({ ...options, clock, config: { mediaSecrets: config.mediaSecrets } })]
    for (const server of servers) {
      writeDrama(server.catalogueDir, { slug: 'long', episodes: EPISODES, free: 0, price: PRICE })
      await server.loader.scan()
    }
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
    await pooler.stop()
  })

  test('viewers at once watch and pay without an error, each with the answers of its own statements', async () => {
    const watch = async (turn: number) => {
      const [server, other] = turn % 2 === 0 ? servers : [servers[1], servers[0]]
      const { userId, ...viewer } = await signIn(server)
      await giveCoins(other, userId, EPISODES * PRICE)
      for (let no = 1; no <= EPISODES; no++) {
        const episode_id = `e_long_${no}`
        const unlocked = await viewer.post('/drama/unlock', { episode_id, expect_price: PRICE }, newKey())
        expect([unlocked.status, unlocked.code, unlocked.data.unlock?.episode_id]).toEqual([200, 200, episode_id])
        const [play, wallet, detail] = await Promise.all([
          viewer.post('/drama/play', { episode_id }),
          viewer.get('/wallet/index'),
          viewer.get('/drama/detail', { drama_id: 'd_long' })
        ])
        expect([play.code, play.data?.episode.id]).toEqual([200, episode_id])
        expect([wallet.code, wallet.data.coins]).toEqual([200, (EPISODES - no) * PRICE])
        expect([detail.code, detail.data.drama?.id]).toEqual([200, 'd_long'])
      }
      await expectValidLedger(server.db, userId)
    }
    await Promise.all(Array.from({ length: VIEWERS }, (_, turn) => watch(turn)))
  }, 120_000)

  test('a pooler that is killed and started again: the servers go on by themselves', async () => {
    const [server] = servers
    const viewer = await signIn(server)
    await giveCoins(server, viewer.userId, PRICE)
    await pooler.kill()
    const refused = await viewer.get('/wallet/index')
    expect([refused.status, refused.code]).toEqual([503, 5000])
    await pooler.restart()
    await expect.poll(async () => (await viewer.get('/wallet/index')).status, { timeout: 10_000 }).toBe(200)
    const unlock = { episode_id: 'e_long_1', expect_price: PRICE }
    expect((await retryOnBusy(viewer).post('/drama/unlock', unlock, newKey())).code).toBe(200)
    await expectValidLedger(server.db, viewer.userId)
  })
})

test.each(engines.filter(engine => engine === 'postgres'))(
  'a connection that another has emptied repeats the statement, and goes on without names, on %s',
  async () => {
    const db = openPostgres(await freshDatabase())
    onTestFinished(() => db.destroy())
    const selectValue = async (value: number, on: Kysely<Database> = db) =>
      (await sql<{ one: number }>`select ${value}::int as one`.execute(on)).rows[0]?.one
    for (let count = 0; count < 8; count++) expect(await selectValue(count)).toBe(count)
    const { rows } =
      await sql`select name from pg_prepared_statements where statement like 'select $1::int as one'`.execute(db)
    expect(rows).toHaveLength(1)
    await sql`deallocate all`.execute(db)
    expect([await selectValue(1), await selectValue(2)]).toEqual([1, 2])
    expect((await sql`select name from pg_prepared_statements`.execute(db)).rows).toEqual([])
  }
)

test.each(engines.filter(engine => engine === 'postgres'))(
  'a transaction whose connection another has emptied is done again as a whole, on %s',
  async () => {
    const db = openPostgres(await freshDatabase())
    onTestFinished(() => db.destroy())
    await sql`create table counted (value integer)`.execute(db)
    const insert = (on: Kysely<Database>) => sql`insert into counted (value) values (${1}::int)`.execute(on)
    for (let count = 0; count < 8; count++) await insert(db)
    let attempts = 0
    await transaction(db, async trx => {
      attempts += 1
      if (attempts === 1) await sql`deallocate all`.execute(trx)
      await insert(trx)
    })
    expect(attempts).toBe(2)
    expect((await sql`select count(*)::int as count from counted`.execute(db)).rows).toEqual([{ count: 9 }])
  }
)
