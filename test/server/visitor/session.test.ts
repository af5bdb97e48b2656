import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../contract/index.js'
import { sha256Hex } from '../../../server/lib/sha256.js'
import { createApiClient, signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

const DAY = 86_400_000

describe.each(['pglite', 'postgres'] as const)('session on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  async function call({ method, path }: (typeof endpoints)[number], headers: Record<string, string>) {
    const init =
      method === 'GET'
        ? { headers }
        : { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: '{}' }
    const response = await server.fetch(path, init)
    return { status: response.status, ...(await response.json()) }
  }

  const guarded = endpoints.filter(endpoint => endpoint.path !== '/index/visitor_login')

  test.each(guarded)('D-212 $path answers 999 with HTTP 200 to a token nobody has', async endpoint => {
    expect(await call(endpoint, { Authorization: 'x'.repeat(43) })).toEqual({
      status: 200,
      code: 999,
      msg: 'Session invalid, please sign in again',
      data: null
    })
  })

  test.each(guarded)('$path answers without a token exactly when the contract says so', async endpoint => {
    const { code } = await call(endpoint, {})
    expect(code === 999).toBe(endpoint.access !== 'none')
  })

  test('an empty Authorization counts as none, and Bearer is accepted', async () => {
    const visitor = await signIn(server)
    expect((await createApiClient(server, '').get('/index/home')).code).toBe(200)
    expect((await createApiClient(server, `Bearer ${visitor.token}`).get('/user/info')).data.user.id).toBe(
      visitor.userId
    )
  })

  test('a revoked session and a deleted user are refused', async () => {
    const revoked = await signIn(server)
    await server.db
      .updateTable('sessions')
      .set({ revoked_at: new Date() })
      .where('token_hash', '=', sha256Hex(revoked.token ?? ''))
      .execute()
    expect((await revoked.get('/user/info')).code).toBe(999)
    const deleted = await signIn(server)
    await server.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', deleted.userId).execute()
    expect((await deleted.get('/user/info')).code).toBe(999)
  })

  test('D-078 a session lasts 90 days from its last use', async () => {
    const visitor = await signIn(server)
    server.clock.advance(80 * DAY)
    expect((await visitor.get('/user/info')).code).toBe(200)
    server.clock.advance(80 * DAY)
    expect((await visitor.get('/user/info')).code).toBe(200)
    server.clock.advance(90 * DAY + 1)
    expect((await visitor.get('/user/info')).code).toBe(999)
  })

  test('a session that is used often is written at most once an hour', async () => {
    const visitor = await signIn(server)
    const lastSeen = async () => {
      const row = server.db.selectFrom('sessions').select('last_seen_at').where('user_id', '=', visitor.userId)
      return (await row.executeTakeFirstOrThrow()).last_seen_at.getTime()
    }
    const first = await lastSeen()
    server.clock.advance(59 * 60_000)
    await visitor.get('/user/info')
    expect(await lastSeen()).toBe(first)
    server.clock.advance(2 * 60_000)
    await visitor.get('/user/info')
    expect(await lastSeen()).toBe(server.clock.now())
  })

  test('user info tells who is calling, with no coins and no VIP', async () => {
    const visitor = await signIn(server, { lang: 'es' })
    const { data } = await visitor.get('/user/info')
    expect(data.user).toMatchObject({ id: visitor.userId, kind: 'visitor', locale: 'es', auto_unlock: false })
    expect(data).toMatchObject({ balance: { coins: 0, bonus: 0 }, vip: { active: false, until: null } })
  })
})
