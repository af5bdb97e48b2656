import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '../support/api-client.js'
import { giveBonus, giveCoins, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

const DAY = 86_400_000
const NO_HASH = '0'.repeat(64)

describe.each(engines)('the wallet on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  async function openViewer() {
    const visitor = await signIn(server)
    const unlockTo = (to_no: number, expect_price: number) =>
      visitor.post('/drama/unlock_to', { drama_id: 'd_rain', to_no, expect_price }, newKey())
    const records = async (type: string, more: Record<string, string> = {}) =>
      (await visitor.get('/wallet/records', { type, ...more })).data
    return { ...visitor, unlockTo, records }
  }

  test('a new viewer has nothing, and nothing is wrong with it', async () => {
    const viewer = await openViewer()
    expect((await viewer.get('/wallet/index')).data).toEqual({
      coins: 0,
      bonus: 0,
      debt: 0,
      lots: [],
      vip: { active: false, until: null },
      expiring_soon: null,
      server_time: server.clock.now()
    })
    for (const type of ['topup', 'unlock', 'bonus']) {
      expect(await viewer.records(type)).toEqual({ list: [], next_cursor: null, has_more: false })
    }
    expect((await viewer.get('/wallet/verify')).data).toEqual({
      ok: true,
      head_hash: NO_HASH,
      entries: 0,
      broken_at: null,
      proof: null
    })
    expect((await viewer.get('/wallet/statement')).data).toMatchObject({ list: [], csv: null, has_more: false })
  })

  test('coins, bonus by the day it ends, what ends within three days, and the pass', async () => {
    const viewer = await openViewer()
    await giveCoins(server, viewer.userId, 300, 30)
    server.clock.advance(2 * DAY)
    await giveBonus(server, viewer.userId, 20)
    const { data } = await viewer.get('/wallet/index')
    expect(data).toMatchObject({ coins: 300, bonus: 50, expiring_soon: null })
    expect(data.lots.map(({ id, source, granted, remaining }) => [id, source, granted, remaining])).toEqual([
      ['2', 'topup_bonus', 30, 30],
      ['3', 'gift', 20, 20]
    ])
    const end = data.lots[0]?.expires_at ?? 0
    expect(new Date(end).toISOString()).toMatch(/T02:59:59.000Z$/)
    const until = server.clock.now() + 60 * DAY
    const times = { starts_at: new Date(0), ends_at: new Date(until) }
    await server.db
      .insertInto('passes')
      .values({ user_id: viewer.userId, id: 'p', kind: 'weekly', ...times })
      .execute()
    expect((await viewer.get('/wallet/index')).data.vip).toEqual({ active: true, until })
    server.clock.advance(end - 3 * DAY - server.clock.now() - 1)
    expect((await viewer.get('/wallet/index')).data.expiring_soon).toBeNull()
    server.clock.advance(1)
    expect((await viewer.get('/wallet/index')).data.expiring_soon).toEqual({ bonus: 30, expires_at: end })
    server.clock.advance(2 * DAY)
    expect((await viewer.get('/wallet/index')).data.expiring_soon).toEqual({ bonus: 50, expires_at: end })
    server.clock.advance(DAY)
    expect((await viewer.get('/wallet/index')).data).toMatchObject({ coins: 300, bonus: 20, lots: [{ id: '3' }] })
  })

  test('the records of each tab say what moved, in the language of the request', async () => {
    const viewer = await openViewer()
    await giveCoins(server, viewer.userId, 300, 30)
    expect((await viewer.unlockTo(3, 60)).code).toBe(200)
    expect((await viewer.unlockTo(6, 153)).code).toBe(200)
    await giveBonus(server, viewer.userId, 20)
    server.clock.advance(40 * DAY)
    const seen = async (type: string, lang: string) =>
      (await viewer.records(type, { lang })).list.map(({ title, coins, bonus, status }) => [
        title,
        coins,
        bonus,
        status
      ])
    const titles = await server.db
      .selectFrom('dramas')
      .select('title')
      .where('id', '=', 'd_rain')
      .executeTakeFirstOrThrow()
    expect(await seen('topup', 'en')).toEqual([['Top-up', 300, 30, 'paid']])
    expect(await seen('unlock', 'pt')).toEqual([
      [`${titles.title.pt} · Episódios 4–6`, -153, 0, 'spent'],
      [`${titles.title.pt} · Episódio 3`, -30, -30, 'spent']
    ])
    expect(await seen('bonus', 'zh-cn')).toEqual([
      ['赠币过期', 0, -20, 'expired'],
      ['赠送', 0, 20, 'granted'],
      [`${titles.title['zh-cn']} · 第3集`, -30, -30, 'spent'],
      ['充值赠送', 0, 30, 'granted']
    ])
    const [order] = (await viewer.records('topup')).list
    expect(order).toMatchObject({ id: '1', kind: 'topup', order_no: expect.stringMatching(/^o_/), amount: 100 })
    expect((await viewer.get('/wallet/records', { type: 'all' })).code).toBe(4001)
  })

  test('records come page by page, each once, also while new ones are made', async () => {
    const viewer = await openViewer()
    for (let count = 0; count < 7; count++) await giveCoins(server, viewer.userId, 10, 1)
    const first = await viewer.records('topup', { page_size: '3' })
    expect([first.list.map(({ id }) => id), first.has_more]).toEqual([['13', '11', '9'], true])
    await giveCoins(server, viewer.userId, 10)
    const second = await viewer.records('topup', { page_size: '3', cursor: first.next_cursor ?? '' })
    const third = await viewer.records('topup', { page_size: '3', cursor: second.next_cursor ?? '' })
    expect([...second.list, ...third.list].map(({ id }) => id)).toEqual(['7', '5', '3', '1'])
    expect([third.has_more, third.next_cursor]).toEqual([false, null])
    const foreign = await viewer.records('bonus', { page_size: '3', cursor: first.next_cursor ?? '' })
    expect(foreign.list.map(({ id }) => id)).toEqual(['14', '12', '10'])
  })

  test('a statement can be added up and sealed again by the rule of docs/reference/api.md', async () => {
    const viewer = await openViewer()
    await giveCoins(server, viewer.userId, 300, 30)
    await viewer.unlockTo(5, 180)
    const { data } = await viewer.get('/wallet/statement')
    let before = NO_HASH
    for (const txn of data.list) {
      const { prev_hash, id, kind, ref_type, ref_id, key, coins, bonus, coins_after, bonus_after, created_at } = txn
      const lines = txn.entries.map(({ account, amount }) => [account, amount])
      const head = [prev_hash, viewer.userId, Number(id), kind, ref_type, ref_id, key, coins, bonus]
      const text = JSON.stringify([...head, coins_after, bonus_after, created_at, lines])
      expect([prev_hash, createHash('sha256').update(text).digest('hex')]).toEqual([before, txn.hash])
      expect(txn.entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
      before = txn.hash
    }
    expect(data.list.at(-1)).toMatchObject({ kind: 'unlock', ref_id: 'd_rain:3-5', coins_after: 150, bonus_after: 0 })
    expect((await viewer.get('/wallet/verify')).data).toEqual({
      ok: true,
      head_hash: before,
      entries: 7,
      broken_at: null,
      proof: null
    })
  })

  test('a statement is of a time, in pages, and as CSV has a line for every entry', async () => {
    const viewer = await openViewer()
    const start = server.clock.now()
    for (const bonus of [1, 2, 3]) {
      await giveBonus(server, viewer.userId, bonus)
      server.clock.advance(1000)
    }
    const read = async (query: Record<string, string>) => (await viewer.get('/wallet/statement', query)).data
    const middle = await read({ from: `${start + 1000}`, to: `${start + 2000}` })
    expect(middle.list.map(({ bonus }) => bonus)).toEqual([2])
    const first = await read({ format: 'csv', page_size: '2' })
    const last = await read({ format: 'csv', page_size: '2', cursor: first.next_cursor ?? '' })
    expect([first.list, first.has_more, last.has_more]).toEqual([[], true, false])
    const lines = `${first.csv}${last.csv}`.trimEnd().split('\r\n')
    expect(lines).toHaveLength(1 + 6)
    expect(lines[0]).toBe('"id","time","kind","reference","account","amount","coins_after","bonus_after","hash"')
    expect(lines[1]).toContain(`"1","${new Date(start).toISOString()}","gift"`)
    expect(lines[2]).toContain('"sys:rewards","-1","0","1"')
    expect((await viewer.get('/wallet/statement', { from: 'x' })).code).toBe(4001)
    expect((await viewer.get('/wallet/statement', { format: 'pdf' })).code).toBe(4001)
  })

  test('what was tampered with is told, with the place', async () => {
    const viewer = await openViewer()
    await giveCoins(server, viewer.userId, 300)
    await giveCoins(server, viewer.userId, 300)
    await sql`alter table ledger_txns disable trigger all`.execute(server.db)
    await sql`update ledger_txns set ref_id = 'o_mine' where user_id = ${viewer.userId} and seq = 2`.execute(server.db)
    await sql`alter table ledger_txns enable trigger all`.execute(server.db)
    expect((await viewer.get('/wallet/verify')).data).toMatchObject({ ok: false, broken_at: '2', entries: 2 })
  })

  test('everybody sees their own money only', async () => {
    const viewer = await openViewer()
    const other = await openViewer()
    await giveCoins(server, viewer.userId, 300, 30)
    expect((await other.get('/wallet/index')).data).toMatchObject({ coins: 0, bonus: 0, lots: [] })
    expect((await other.records('topup')).list).toEqual([])
    expect((await other.get('/wallet/statement')).data.list).toEqual([])
  })

  test('who has the ledger read too often is told to wait: 429', async () => {
    const viewer = await openViewer()
    const answers = await Promise.all(Array.from({ length: 31 }, () => viewer.get('/wallet/verify')))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})
