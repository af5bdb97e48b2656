import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { newAddress, newSecret, openAccount, readEmailCode, requestCode, signInByMail } from '../support/accounts.js'
import { createApiClient, signIn } from '../support/api-client.js'
import { giveCoins, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

const MINUTE = 60_000

describe.each(engines)('signing in by mail on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  const countUsers = async () => (await server.db.selectFrom('users').select('id').execute()).length

  test('without an account the visitor becomes one, with everything they have', async () => {
    const visitor = await signIn(server)
    await giveCoins(server, visitor.userId, 120)
    expect((await visitor.get('/user/info')).data).toMatchObject({
      user: { kind: 'visitor', email: null },
      way_back: { email: false, recovery_code: false, partner: false }
    })
    const email = newAddress()
    const { userId, merged, get } = await signInByMail(server, email, visitor)
    expect([userId, merged]).toEqual([visitor.userId, null])
    expect((await get('/user/info')).data).toMatchObject({
      user: { id: visitor.userId, kind: 'user', email },
      balance: { coins: 120, bonus: 0 },
      way_back: { email: true, recovery_code: false, partner: false }
    })
    expect((await visitor.get('/user/info')).code).toBe(999)
  })

  test('an address is the same in capitals and with spaces around it', async () => {
    const account = await openAccount(server)
    const visitor = await signIn(server)
    const code = await requestCode(server, account.email, visitor)
    const { data } = await visitor.post('/user/email_login', { email: ` ${account.email.toUpperCase()}\n`, code })
    expect(data.user).toMatchObject({ id: account.userId, email: account.email })
  })

  test.each(['', 'a', 'a@', 'a b@c.test', 'a@b\u0000.test', `${'a'.repeat(250)}@b.test`, 'a@b.test\r\nBcc: c@d.test'])(
    'what is no address is refused: %j',
    async email => {
      const visitor = await signIn(server)
      expect(await visitor.post('/user/email_code', { email })).toMatchObject({
        code: 4001,
        data: { fields: ['email'] }
      })
    }
  )

  test('a known and an unknown address get the same answer, and asking makes nobody an account', async () => {
    const { email } = await openAccount(server)
    const unknown = newAddress()
    server.clock.advance(2 * MINUTE)
    const anonymous = createApiClient(server)
    const before = await countUsers()
    const [one, other] = [
      await anonymous.post('/user/email_code', { email }),
      await anonymous.post('/user/email_code', { email: unknown })
    ]
    expect(one.text).toBe(other.text)
    expect(await countUsers()).toBe(before)
  })

  test('another code is sent after a minute; asked for earlier, the last one holds', async () => {
    const email = newAddress()
    const visitor = await signIn(server)
    const code = await requestCode(server, email, visitor)
    server.clock.advance(20_000)
    expect((await visitor.post('/user/email_code', { email })).data).toEqual({ sent: false, retry_after: 40 })
    expect(await readEmailCode(server, email)).toBe(code)
    server.clock.advance(40_000)
    const next = await Promise.all(Array.from({ length: 5 }, () => visitor.post('/user/email_code', { email })))
    expect(next.filter(({ data }) => data.sent)).toHaveLength(1)
    const newest = await readEmailCode(server, email)
    expect((await visitor.post('/user/email_login', { email, code: newest === code ? '' : code })).code).toBe(4501)
    expect((await visitor.post('/user/email_login', { email, code: newest })).code).toBe(200)
  })

  test('after a clock was ahead, a code delays the next one for a minute at most, and mails are allowed as before', async () => {
    const email = newAddress()
    const visitor = await signIn(server)
    const send = async () => (await visitor.post('/user/email_code', { email })).data
    for (let mail = 0; mail < 2; mail++) {
      server.clock.advance(MINUTE)
      expect(await send()).toEqual({ sent: true, retry_after: 60 })
    }
    server.clock.advance(-30_000)
    expect(await send()).toEqual({ sent: false, retry_after: 60 })
    for (const minutes of [2, 25 * 60, 49 * 60]) {
      server.clock.advance(-minutes * MINUTE)
      expect(await send()).toEqual({ sent: true, retry_after: 60 })
      expect(await send()).toEqual({ sent: false, retry_after: 60 })
    }
    server.clock.advance((2 + 25 * 60 + 49 * 60) * MINUTE)
  })

  test('a code is good for ten minutes, five tries, one address and one session', async () => {
    const email = newAddress()
    const visitor = await signIn(server)
    const code = await requestCode(server, email, visitor)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const tryIt = async (digits: string) => (await visitor.post('/user/email_login', { email, code: digits })).code
    for (const digits of [wrong, '', '12345', `${code}0`, wrong]) expect(await tryIt(digits)).toBe(4501)
    expect(await tryIt(code)).toBe(4502)
    const second = await requestCode(server, email, visitor)
    const other = await signIn(server)
    expect((await other.post('/user/email_login', { email: newAddress(), code: second })).code).toBe(4501)
    server.clock.advance(10 * MINUTE)
    expect(await tryIt(second)).toBe(4501)
    const third = await requestCode(server, email, visitor)
    server.clock.advance(10 * MINUTE - 1)
    expect(await tryIt(third)).toBe(200)
    expect((await other.post('/user/email_login', { email, code: third })).code).toBe(4501)
  })

  test('fifty guesses at once are five tries', async () => {
    const email = newAddress()
    const code = await requestCode(server, email, await signIn(server))
    const visitors = await Promise.all([signIn(server), signIn(server)])
    const guesses = Array.from({ length: 50 }, (_, index) =>
      visitors[index % 2]?.post('/user/email_login', { email, code: String((Number(code) + 1 + index) % 1_000_000) })
    )
    const codes = (await Promise.all(guesses)).map(answer => answer?.code)
    expect(codes.filter(one => one === 4501)).toHaveLength(5)
    expect(codes.filter(one => one === 4502)).toHaveLength(45)
  })

  test('codes for one address are limited for all servers together, guesses and callers by each', async () => {
    const email = newAddress()
    const second = await openTestServer({ engine, db: server.db, clock: server.clock })
    onTestFinished(() => second.close())
    const requestEmailCode = async (at: TestServer) => (await signIn(at)).post('/user/email_code', { email })
    const responses = []
    for (const at of [server, second, server, second, server, second, server]) {
      server.clock.advance(MINUTE)
      responses.push(await requestEmailCode(at))
    }
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429])
    // The next code is allowed in minute 13; these requests are sent in minutes 5, 6 and 7.
    expect(responses.map(({ code, headers }) => [code, headers.get('Retry-After')]).slice(4)).toEqual([
      [200, null],
      [4502, '420'],
      [4502, '360']
    ])
    server.clock.advance(6 * MINUTE)
    const [one, other] = await Promise.all([requestEmailCode(server), requestEmailCode(second)])
    expect([one.data?.sent, other.data?.sent].sort()).toEqual([false, true])
    server.clock.advance(MINUTE)
    expect((await requestEmailCode(second)).status).toBe(429)
    const visitor = await signIn(server)
    const statuses: number[] = []
    for (let count = 0; count < 31; count++) {
      statuses.push((await visitor.post('/user/email_login', { email: newAddress(), code: '000000' })).status)
    }
    expect(statuses.indexOf(429)).toBe(30)
  })

  test('an answer that was lost comes again to the session that asked, and moves nothing twice', async () => {
    const account = await openAccount(server)
    const visitor = await signIn(server)
    await giveCoins(server, visitor.userId, 70)
    const code = await requestCode(server, account.email, visitor)
    const body = { email: account.email, code }
    const answers = await Promise.all(Array.from({ length: 4 }, () => visitor.post('/user/email_login', body)))
    const later = await visitor.post('/user/email_login', body)
    for (const { code: responseCode, data } of [...answers, later]) {
      expect([responseCode, data.user.id, data.merged]).toEqual([
        200,
        account.userId,
        expect.objectContaining({ coins: 70 })
      ])
    }
    const again = createApiClient(server, later.data.token)
    expect((await again.get('/user/info')).data.balance).toEqual({ coins: 70, bonus: 0 })
    expect((await visitor.get('/user/info')).code).toBe(999)
    expect((await visitor.post('/user/logout')).code).toBe(999)
    const elsewhere = newAddress()
    const otherCode = await requestCode(server, elsewhere, createApiClient(server))
    expect((await visitor.post('/user/email_login', { email: elsewhere, code: otherCode })).code).toBe(999)
  })

  test('who is signed in already stays who they are; with another address they change accounts and nothing moves', async () => {
    const one = await openAccount(server)
    const other = await openAccount(server)
    await giveCoins(server, one.userId, 10)
    const same = await signInByMail(server, one.email, one)
    expect([same.userId, same.merged]).toEqual([one.userId, null])
    const changed = await signInByMail(server, other.email, same)
    expect([changed.userId, changed.merged]).toEqual([other.userId, null])
    expect((await changed.get('/user/info')).data.balance).toEqual({ coins: 0, bonus: 0 })
    const third = await signInByMail(server, newAddress(), changed)
    expect([one.userId, other.userId]).not.toContain(third.userId)
    expect((await third.get('/user/info')).data.user.kind).toBe('user')
    const restored = await signInByMail(server, one.email, third)
    expect((await restored.get('/user/info')).data.balance).toEqual({ coins: 10, bonus: 0 })
  })

  test('after a logout the device is a new visitor: neither token nor device secret leads into the account', async () => {
    const secret = newSecret()
    const login = () => createApiClient(server).post('/index/visitor_login', { device_secret: secret })
    const { data: first } = await login()
    const visitor = createApiClient(server, first.token)
    expect((await login()).data.user.id).toBe(first.user.id)
    const email = newAddress()
    const account = await signInByMail(server, email, visitor)
    await account.post('/index/visitor_login', { device_secret: secret })
    expect((await account.post('/user/logout')).data).toEqual({ ok: true })
    expect((await account.get('/user/info')).code).toBe(999)
    const { data: next } = await login()
    expect([next.user.id === account.userId, next.user.kind, next.is_new]).toEqual([false, 'visitor', true])
    const again = await signInByMail(server, email, createApiClient(server, next.token))
    expect(again.userId).toBe(account.userId)
    const { data: third } = await login()
    expect([third.user.kind, third.is_new]).toEqual(['visitor', true])
  })

  test('a visitor may log out too, and is then not brought back by the device', async () => {
    const secret = newSecret()
    const login = () => createApiClient(server).post('/index/visitor_login', { device_secret: secret })
    const { data } = await login()
    await createApiClient(server, data.token).post('/user/logout')
    expect((await login()).data.is_new).toBe(true)
  })

  test('a device secret brings a visitor back after a 999, and only a visitor', async () => {
    const secret = newSecret()
    const login = () => createApiClient(server).post('/index/visitor_login', { device_secret: secret })
    const { data: first } = await login()
    await server.db
      .updateTable('sessions')
      .set({ revoked_at: new Date(0) })
      .where('user_id', '=', first.user.id)
      .execute()
    expect((await createApiClient(server, first.token).get('/user/info')).code).toBe(999)
    const { data: restored } = await login()
    expect([restored.user.id, restored.is_new]).toEqual([first.user.id, false])
    await server.db
      .updateTable('users')
      .set({ deleted_at: new Date(0) })
      .where('id', '=', first.user.id)
      .execute()
    expect((await login()).data.user.id).not.toBe(first.user.id)
  })

  test('neither addresses nor codes nor tokens stand in the log or, but for the account, in the database', async () => {
    const email = newAddress()
    const visitor = await signIn(server)
    const account = await signInByMail(server, email, visitor)
    const { data } = await account.post('/user/recovery_code')
    await (await signIn(server)).post('/user/recover', { code: data.code })
    const log = server.logLines.join('')
    const secrets = [email, account.code, account.token ?? '-', visitor.token ?? '-', data.code]
    for (const secret of secrets) expect(log).not.toContain(secret)
    const tables = ['users', 'sessions', 'email_codes', 'account_merges'] as const
    const rows = await Promise.all(tables.map(table => server.db.selectFrom(table).selectAll().execute()))
    const stored = JSON.stringify(rows)
    for (const secret of secrets.slice(2)) expect(stored).not.toContain(secret)
    expect(JSON.stringify(rows[2])).not.toContain(email)
    const codes = rows[2]?.map(row => Object.values(row).join(' ')).join(' ')
    expect(codes).not.toMatch(new RegExp(`\\b${account.code}\\b`))
  })

  test('an episode unlocked before stays unlocked in the account', async () => {
    const visitor = await signIn(server)
    await giveCoins(server, visitor.userId, 60)
    await visitor.post('/drama/unlock', { episode_id: 'e_rain_3', expect_price: 60 }, newKey())
    const account = await signInByMail(server, newAddress(), visitor)
    expect((await account.post('/drama/play', { drama_id: 'd_rain', episode_no: 3 })).code).toBe(200)
  })
})
