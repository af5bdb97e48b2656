import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createContentCache } from '../../../server/db/content-cache.js'
import type { Database } from '../../../server/db/schema/schema.js'
import { createApiClient, signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

describe.each(['pglite', 'postgres'] as const)('content in memory on %s', engine => {
  let server: TestServer
  /** Another server on the same database. */
  let other: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
    other = await openTestServer({ engine, db: server.db })
  })
  afterAll(async () => {
    await other.close()
    await server.close()
  })

  const readVersion = () => createContentCache(server.db).open(null).version()

  const contentChanges: [string, (db: Kysely<Database>) => Promise<unknown>][] = [
    ['a drama', db => db.updateTable('dramas').set({ score: 1.5 }).where('id', '=', 'd_moon').execute()],
    ['an episode', db => db.updateTable('episodes').set({ price: 77 }).where('drama_id', '=', 'd_moon').execute()],
    ['a label', db => db.updateTable('labels').set({ drama_count: 9 }).where('id', '=', 'ceo').execute()],
    ['a product', db => db.updateTable('products').set({ sort: 99 }).execute()],
    ['a removed label of a drama', db => db.deleteFrom('drama_labels').where('drama_id', '=', 'd_moon').execute()],
    ['a search document', db => db.deleteFrom('search_documents').where('drama_id', '=', 'd_moon').execute()]
  ]

  test.each(contentChanges)(
    '%s changes the version, once per transaction and when it commits',
    async (_name, change) => {
      const before = await readVersion()
      await server.db.transaction().execute(async trx => {
        await change(trx)
        const inside = await trx.selectFrom('content_version').select('version').executeTakeFirstOrThrow()
        expect(inside.version).toBe(before)
      })
      expect(await readVersion()).not.toBe(before)
    }
  )

  test('what is rolled back, changes nothing, or is a favourite leaves the version', async () => {
    const before = await readVersion()
    const failing = server.db.transaction().execute(async trx => {
      await trx.updateTable('dramas').set({ score: 3 }).execute()
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await server.db.updateTable('dramas').set({ score: 1.5 }).where('id', '=', 'd_moon').execute()
    const viewer = await signIn(server)
    expect((await viewer.post('/user/favorite', { drama_id: 'd_rain', on: 1 })).code).toBe(200)
    expect(await readVersion()).toBe(before)
  })

  test('each server shows a change of the other at once, with and without a token', async () => {
    const readers = [server, other].map(one => createApiClient(one))
    const viewers = [await signIn(server), await signIn(other)]
    const readScores = async () => {
      const homes = await Promise.all([...readers, ...viewers].map(({ get }) => get('/index/home')))
      const details = await Promise.all(
        [...readers, ...viewers].map(({ get }) => get('/drama/detail', { drama_id: 'd_rain' }))
      )
      const ofHome = homes.map(({ data }) => data.banners.find(({ id }) => id === 'd_rain')?.score)
      return new Set([...ofHome, ...details.map(({ data }) => data.drama.score)])
    }
    for (const score of [4.5, 6.25]) {
      await server.db.updateTable('dramas').set({ score }).where('id', '=', 'd_rain').execute()
      expect(await readScores()).toEqual(new Set([score]))
    }
  })

  test('a price that changes is the next price asked, and a favourite is counted at once', async () => {
    const viewer = await signIn(server)
    const paid = { drama_id: 'd_rain', episode_no: 3 }
    for (const price of [41, 43]) {
      await server.db
        .updateTable('episodes')
        .set({ price })
        .where('drama_id', '=', 'd_rain')
        .where('no', '=', 3)
        .execute()
      expect(await viewer.post('/drama/play', paid)).toMatchObject({ code: 4201, data: { price } })
    }
    const readCount = async () => (await viewer.get('/drama/detail', { drama_id: 'd_rain' })).data.drama.favorite_count
    const before = await readCount()
    await viewer.post('/user/favorite', { drama_id: 'd_rain', on: 1 })
    const after = (await createApiClient(server).get('/drama/detail', { drama_id: 'd_rain' })).data.drama.favorite_count
    expect([await readCount(), after]).toEqual([before + 1, before + 1])
  })
})

test('a value that could not be read is read again, and requests at the same time share one reading', async () => {
  const server = await openTestServer({ engine: 'pglite' })
  try {
    const content = createContentCache(server.db).open('a')
    let readings = 0
    const read = async () => {
      readings++
      if (readings === 1) throw new Error('away')
      return readings
    }
    await expect(content.cached('key', read)).rejects.toThrow('away')
    expect(await Promise.all([content.cached('key', read), content.cached('key', read)])).toEqual([2, 2])
    expect(await createContentCache(server.db).open('b').cached('key', read)).toBe(3)
  } finally {
    await server.close()
  }
})
