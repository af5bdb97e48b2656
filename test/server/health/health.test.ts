import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

const ok = { database: 'ok', migrations: 'ok', media: 'ok' }

describe.each(engines)('health on %s', engine => {
  const lifecycle = { isDraining: false }
  let folder: string
  let server: TestServer
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'drama-health-'))
    await cp('sample/catalogue/last-train', join(folder, 'media/last-train'), { recursive: true })
    server = await openTestServer({ engine, lifecycle, catalogueDirs: [join(folder, 'media')] })
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function read(path = '/readyz') {
    // One result holds for a second.
    server.clock.advance(1000)
    const answer = await server.fetch(path)
    return [answer.status, await answer.json()]
  }

  test('a server whose database, migrations and media respond is alive and ready', async () => {
    expect(await read('/livez')).toEqual([200, { alive: true }])
    for (const path of ['/readyz', '/healthz'])
      expect(await read(path)).toEqual([200, { ready: true, draining: false, clock: 'trusted', checks: ok }])
  })

  test('it is not ready, but alive, while its media are gone', async () => {
    await rename(join(folder, 'media'), join(folder, 'away'))
    expect(await read()).toEqual([
      503,
      { ready: false, draining: false, clock: 'trusted', checks: { ...ok, media: 'failed' } }
    ])
    expect((await read('/livez'))[0]).toBe(200)
    await rename(join(folder, 'away'), join(folder, 'media'))
    expect((await read())[0]).toBe(200)
  })

  test('it is not ready while a migration is missing', async () => {
    const newest = await server.db
      .deleteFrom('kysely_migration' as never)
      .where('name' as never, '=', '0022-share-scope' as never)
      .returningAll()
      .executeTakeFirstOrThrow()
    expect(await read()).toEqual([
      503,
      { ready: false, draining: false, clock: 'trusted', checks: { ...ok, migrations: 'failed' } }
    ])
    await server.db
      .insertInto('kysely_migration' as never)
      .values(newest as never)
      .execute()
    expect((await read())[0]).toBe(200)
  })

  test('it is not ready while it goes down', async () => {
    lifecycle.isDraining = true
    expect(await read()).toEqual([503, { ready: false, draining: true, clock: 'trusted', checks: ok }])
    lifecycle.isDraining = false
  })
})
