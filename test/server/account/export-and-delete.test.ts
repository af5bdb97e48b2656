import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { endpoints } from '../../../contract/index.js'
import { newAddress, newSecret, openAccount, requestCode, signInByMail } from '../support/accounts.js'
import { createApiClient, signIn } from '../support/api-client.js'
import { serveFilm } from '../support/film.js'
import { balanceOf, expectValidLedger, giveCoins, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

const MINUTE = 60_000
const CODE = /^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/

describe.each(engines)('keeping and leaving an account on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  test('a recovery code brings coins to another browser, however it is typed, and what that one had comes along', async () => {
    const owner = await signIn(server)
    await giveCoins(server, owner.userId, 100)
    const { data } = await owner.post('/user/recovery_code')
    expect(data.code).toMatch(CODE)
    expect((await owner.get('/user/info')).data.way_back).toEqual({
      email: false,
      recovery_code: true,
      partner: false
    })
    const other = await signIn(server)
    await giveCoins(server, other.userId, 11)
    const typed = ` ${data.code.toLowerCase().replaceAll('-', ' ')} `
    const recovered = await other.post('/user/recover', { code: typed })
    expect(recovered.data).toMatchObject({ user: { id: owner.userId, kind: 'visitor' }, merged: { coins: 11 } })
    expect(await balanceOf(server.db, owner.userId)).toEqual({ coins: 111, bonus: 0 })
    const again = await other.post('/user/recover', { code: data.code })
    expect([again.code, again.data.merged]).toEqual([200, recovered.data.merged])
    expect((await owner.get('/user/info')).code).toBe(200)
    for (const { userId } of [owner, other]) await expectValidLedger(server.db, userId)
  })

  test('only the newest code opens, the visitor it was merged from has none, and codes differ', async () => {
    const owner = await signIn(server)
    const codes = [await owner.post('/user/recovery_code'), await owner.post('/user/recovery_code')]
    const [old = '', newest = ''] = codes.map(({ data }) => data.code)
    const visitor = await signIn(server)
    const own = (await visitor.post('/user/recovery_code')).data.code
    expect(new Set([old, newest, own]).size).toBe(3)
    expect((await visitor.post('/user/recover', { code: old })).code).toBe(4501)
    const { data } = await visitor.post('/user/recover', { code: newest })
    expect(data.user.id).toBe(owner.userId)
    expect((await (await signIn(server)).post('/user/recover', { code: own })).code).toBe(4501)
  })

  test('the device that recovered is brought back to the visitor it recovered, but to no account', async () => {
    const secret = newSecret()
    const login = () => createApiClient(server).post('/index/visitor_login', { device_secret: secret })
    const owner = await signIn(server)
    const { data } = await owner.post('/user/recovery_code')
    const visitor = createApiClient(server, (await login()).data.token)
    await visitor.post('/user/recover', { code: data.code })
    expect((await login()).data.user.id).toBe(owner.userId)
    await signInByMail(server, newAddress(), owner)
    expect((await login()).data.is_new).toBe(true)
  })

  test('guesses at recovery codes are limited for a caller, and for an address however many callers it makes up', async () => {
    const guesses = (['', 'AAAA-AAAA-AAAA', 'x'.repeat(64), '0'] as const).map(code => ({ code }))
    const visitor = await signIn(server)
    const answers = []
    for (let count = 0; count < 11; count++) {
      answers.push(await visitor.post('/user/recover', guesses[count % guesses.length]))
    }
    expect(answers.map(({ status, code }) => `${status} ${code}`)).toEqual([...Array(10).fill('200 4501'), '429 4502'])
    const others = []
    for (let caller = 0; caller < 12; caller++) {
      const { post } = await signIn(server)
      for (let count = 0; count < 9; count++) others.push((await post('/user/recover', { code: 'A' })).status)
    }
    expect(others.filter(status => status === 429).length).toBeGreaterThan(0)
    server.clock.advance(60 * MINUTE)
  })

  async function openFullAccount() {
    const visitor = await signIn(server, {
      landing_url: 'https://shop.test/?q=private&fbclid=private-click',
      device_secret: newSecret()
    })
    await giveCoins(server, visitor.userId, 120)
    await visitor.post('/drama/unlock', { episode_id: 'e_rain_3', expect_price: 60 }, newKey())
    const { data } = await visitor.post('/drama/play', { drama_id: 'd_rain', episode_no: 1 })
    await serveFilm(server, visitor.userId, data.episode.id)
    await visitor.post('/drama/progress', {
      play_id: data.play_id,
      episode_id: data.episode.id,
      position_s: 2,
      beats: [{ seq: 0, from_s: 0, to_s: 1, played_s: 1 }]
    })
    await visitor.post('/user/favorite', { drama_id: 'd_moon', on: 1 })
    await visitor.post('/user/limits', { daily_coins: 500 })
    await visitor.post('/drama/auto_unlock', { enabled: false, drama_id: 'd_rain' })
    await visitor.post('/feedback/submit', { kind: 'other', text: 'private words' })
    await visitor.post('/user/profile', { nickname: 'Ana Private' })
    await visitor.get('/search/index', { keyword: 'rain' })
    const first = await openAccount(server)
    await first.post('/user/profile', { nickname: 'Ana Account' })
    const account = await signInByMail(server, first.email, visitor)
    return { ...account, email: first.email, visitorId: visitor.userId }
  }

  test('an export holds everything that is kept, at an address that opens nothing else and ends after ten minutes', async () => {
    const account = await openFullAccount()
    const { data } = await account.get('/user/export')
    expect(data.expires_at).toBe(server.clock.now() + 10 * MINUTE)
    const file = await server.fetch(data.url)
    expect(file.headers.get('Content-Disposition')).toBe('attachment; filename="drama.json"')
    expect(file.headers.get('Cache-Control')).toBe('no-store')
    const text = await file.text()
    const exportedData = JSON.parse(text)
    expect(exportedData.users.map((user: { id: string }) => user.id).sort()).toEqual(
      [account.userId, account.visitorId].sort()
    )
    for (const table of [
      'visits',
      'sessions',
      'drama_progress',
      'favorites',
      'unlocks',
      'spending_limits',
      'feedback'
    ]) {
      expect([table, exportedData[table].length > 0]).toEqual([table, true])
    }
    expect(exportedData.ledger_entries.length).toBeGreaterThanOrEqual(6)
    expect(text).toContain(account.email)
    expect(text).not.toMatch(/token_hash|secret_hash|recovery_hash/)
    const ticket = data.url.split('/').at(-2) ?? ''
    expect(text + server.logLines.join('')).not.toContain(ticket)
    expect((await createApiClient(server, ticket).get('/user/info')).code).toBe(999)
    const [payload = '', seal = ''] = ticket.split('.')
    const other = await signIn(server)
    const forged = Buffer.from(JSON.stringify([other.userId, data.expires_at])).toString('base64url')
    const altered = [
      '',
      'x',
      payload,
      `${payload}.`,
      `${payload}.${seal}.x`,
      `${forged}.${seal}`,
      `${payload}.${seal}x`
    ]
    for (const one of altered) {
      expect((await server.fetch(data.url.replace(ticket, one))).status).not.toBe(200)
    }
    server.clock.advance(10 * MINUTE)
    expect((await server.fetch(data.url)).status).toBe(403)
  })

  test('a deleted account leaves its ledger and nothing that names anybody; its address may begin anew', async () => {
    const account = await openFullAccount()
    const { data: exported } = await account.get('/user/export')
    const { data: recovery } = await account.post('/user/recovery_code')
    const userIds = [account.userId, account.visitorId]
    const readFavoriteCount = async () =>
      Number(
        (
          await server.db
            .selectFrom('dramas')
            .select('favorite_count')
            .where('id', '=', 'd_moon')
            .executeTakeFirstOrThrow()
        ).favorite_count
      )
    const countBefore = await readFavoriteCount()
    expect((await account.post('/user/delete', {})).code).toBe(4001)
    expect((await account.post('/user/delete', { confirm: 1 })).data).toEqual({ ok: true })
    expect((await account.get('/user/info')).code).toBe(999)
    expect((await server.fetch(exported.url)).status).toBe(403)
    expect(await readFavoriteCount()).toBe(countBefore - 1)
    const tables = [
      'users',
      'visits',
      'sessions',
      'device_secrets',
      'drama_progress',
      'episode_progress',
      'favorites',
      'search_visits',
      'feedback',
      'watch_beats',
      'spending_limits',
      'drama_auto_unlocks',
      'email_codes',
      'ledger_txns',
      'unlocks',
      'idempotent_answers',
      'account_merges'
    ] as const
    const rows = await Promise.all(
      tables.map(async table => {
        const all: object[] = await server.db.selectFrom(table).selectAll().execute()
        return all.filter(row => userIds.some(id => JSON.stringify(row).includes(id)))
      })
    )
    const left = JSON.stringify(rows)
    for (const name of [account.email, 'Ana', 'private', 'device1', 'shop.test', 'fbclid'])
      expect(left).not.toContain(name)
    expect(tables.filter((_, index) => rows[index]?.length !== 0)).toEqual([
      'users',
      'visits',
      'ledger_txns',
      'unlocks',
      'idempotent_answers',
      'account_merges'
    ])
    for (const userId of userIds) await expectValidLedger(server.db, userId)
    const newcomer = await signIn(server)
    expect((await newcomer.post('/user/recover', { code: recovery.code })).code).toBe(4501)
    const fresh = await signInByMail(server, account.email, newcomer)
    expect([fresh.userId, fresh.merged]).toEqual([newcomer.userId, null])
    expect((await fresh.get('/user/info')).data.balance).toEqual({ coins: 0, bonus: 0 })
  })

  test('what an account had ordered and not paid for is closed with it: its page takes no payment', async () => {
    const account = await openAccount(server)
    const orderBody = { product_id: 'p_brl_300', provider: 'sandbox' }
    const { order_no } = (await account.post('/store/order', orderBody, newKey())).data
    expect((await account.post('/user/delete', { confirm: 1 })).code).toBe(200)
    const decision = { method: 'POST', body: new URLSearchParams({ decision: 'approve' }) }
    await server.fetch(`/pay/sandbox/${order_no}`, decision)
    const order = await server.db.selectFrom('orders').selectAll().where('order_no', '=', order_no).executeTakeFirst()
    expect(order).toMatchObject({ status: 'closed', paid_at: null })
    expect(await balanceOf(server.db, account.userId)).toEqual({ coins: 0, bonus: 0 })
  })

  test('visitors cannot delete, and what is smuggled into a body changes nothing', async () => {
    const visitor = await signIn(server)
    expect((await visitor.post('/user/delete', { confirm: 1 })).code).toBe(999)
    const victim = await openAccount(server)
    const email = newAddress()
    const code = await requestCode(server, email, visitor)
    const smuggled = {
      user_id: victim.userId,
      id: victim.userId,
      into: victim.userId,
      merged_into: victim.userId,
      coins: 1000,
      kind: 'user',
      owner: victim.userId,
      email_verified_at: 1,
      recovery_hash: 'x',
      replacedBy: 'x'
    }
    const { data } = await visitor.post('/user/email_login', { email, code, ...smuggled })
    expect([data.user.id, data.user.email]).toEqual([visitor.userId, email])
    const account = createApiClient(server, data.token)
    for (const path of ['/user/recovery_code', '/user/profile'] as const) {
      await account.post(path, { ...smuggled, nickname: 'Bia', email: victim.email })
    }
    expect((await victim.get('/user/info')).data.user).toMatchObject({ email: victim.email })
    expect((await account.post('/user/delete', { confirm: true, ...smuggled })).code).toBe(200)
    expect((await victim.get('/user/info')).data).toMatchObject({ balance: { coins: 0 }, user: { id: victim.userId } })
  })

  test('what an answer is asked for by an account is its own, never that of another', async () => {
    const [one, other] = [await openFullAccount(), await openAccount(server)]
    for (const { method, path } of endpoints.filter(({ path }) => path.startsWith('/user/'))) {
      if (method !== 'GET') continue
      const { text } = await other.get(path as '/user/info', { user_id: one.userId })
      expect([path, text.includes(one.userId), text.includes(one.email)]).toEqual([path, false, false])
    }
  })
})

test('a recovery code that is replaced while somebody comes with it opens nothing', async () => {
  const server = await openTestServer({ engine: 'postgres' })
  onTestFinished(() => server.close())
  const owner = await signIn(server)
  const { code } = (await owner.post('/user/recovery_code')).data
  const attacker = await signIn(server)
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
    return rows[0]?.count
  }
  const recovered = await server.db.transaction().execute(async trx => {
    await trx.updateTable('users').set({ recovery_hash: 'another' }).where('id', '=', owner.userId).execute()
    const answer = attacker.post('/user/recover', { code })
    await expect.poll(waiting).toBe(1)
    return { answer }
  })
  expect((await recovered.answer).code).toBe(4501)
})
