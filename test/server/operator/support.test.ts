import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccount, signInByMail } from '../support/accounts.js'
import { signIn } from '../support/api-client.js'
import { notify, openBuyer, refundByHand } from '../support/buyer.js'
import { signInMember } from '../support/console-client.js'
import { auditLedger } from '../support/ledger-audit.js'
import { giveBonus, giveCoins, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { writeDrama } from '../support/package-fixture.js'
import { OPERATOR_KEY } from '../support/partners.js'
import { keepNewImage, submit } from '../support/rewards.js'
import { engines } from '../support/servers/test-database.js'

let keys = 0
const nextKey = () => {
  keys += 1
  return `support-test-${String(keys).padStart(6, '0')}`
}

describe.each(engines)('support on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine, config: { operatorKey: OPERATOR_KEY }, checkAnswers: true })
    writeDrama(server.catalogueDir, { slug: 'long', episodes: 40, free: 1, price: 60 })
    await server.loader.scan()
  })
  afterAll(() => server.close())

  const headersOf = (name: string) => ({ Authorization: OPERATOR_KEY, 'X-Operator': encodeURIComponent(name) })
  const get = async (path: string, query: Record<string, string>, name = 'ana') => {
    server.clock.advance(1000)
    const url = `/operator/${path}?${new URLSearchParams(query)}`
    return (await server.fetch(url, { headers: headersOf(name) })).json()
  }
  const post = async (path: string, body: object, name = 'ana') => {
    server.clock.advance(1000)
    const init = { method: 'POST', body: JSON.stringify(body), headers: headersOf(name) }
    return (await server.fetch(`/operator/${path}`, init)).json()
  }
  const adjust = (user_id: string, coins: number, more: object = {}, name = 'ana') =>
    post('coins_adjust', { user_id, kind: 'coins', coins, reason: 'Sorry', key: nextKey(), ...more }, name)
  const readWallet = async (userId: string) => {
    const { wallet } = (await get('viewer_show', { user_id: userId })).data
    return [wallet.coins, wallet.bonus, wallet.debt]
  }
  const expectValidBooks = async () => expect((await auditLedger(server.db)).faults).toEqual([])
  const readLastLog = async (action: string) => {
    const { data } = await get('log', {})
    return data.list.find((entry: { action: string }) => entry.action === action)
  }

  describe('search', () => {
    test('finds an order by its number, its start, the end that lists show, and references of the provider', async () => {
      const buyer = await openBuyer(server)
      const order_no = await buyer.buy('p_brl_600')
      await server.db
        .updateTable('orders')
        .set({ provider_ref: `cs_${order_no}`, payment_ref: `pi_${order_no}` })
        .where('order_no', '=', order_no)
        .execute()
      const end = order_no.slice(-8)
      const ends = [end, `o_…${end}`, `…${end.toLowerCase()}`, `o_...${end.toUpperCase()}`]
      const starts = [order_no, ` ${order_no} `, order_no.slice(0, 10)]
      for (const text of [...starts, ...ends, `cs_${order_no}`, `pi_${order_no}`]) {
        const { orders, viewers } = (await get('search', { text })).data
        expect(orders).toMatchObject([{ order_no, user_id: buyer.userId, amount: 1990, status: 'paid' }])
        expect(viewers).toEqual([])
      }
      for (const text of [
        'o_',
        'o_0',
        `${order_no}x`,
        'o_%',
        'o____',
        "' or 1=1 --",
        '<b>',
        '\\',
        '\u{1f600}',
        '\ud800'
      ])
        expect((await get('search', { text })).data).toEqual({ orders: [], viewers: [] })
      for (const text of ['', '  ', 'x'.repeat(255), 'a\0'])
        expect(await get('search', { text })).toMatchObject({ code: 4001, data: { fields: ['text'] } })
    })

    test('finds a viewer by id, its eight signs, e-mail and recovery code, and an account by its merged visitors', async () => {
      const visitor = await signIn(server)
      const account = await openAccount(server)
      await giveCoins(server, visitor.userId, 10)
      await signInByMail(server, account.email, visitor)
      const { code } = (await account.post('/user/recovery_code', {})).data
      const texts = [
        account.userId,
        account.userId.slice(-8).toLowerCase(),
        account.email.toUpperCase(),
        visitor.userId,
        code,
        code.toLowerCase().replaceAll('-', ' ')
      ]
      for (const text of texts) {
        const { viewers } = (await get('search', { text })).data
        expect(viewers, text).toMatchObject([{ user_id: account.userId, email: account.email, kind: 'user' }])
      }
      expect((await get('search', { text: 'ABCD-EFGH-JKLM' })).data.viewers).toEqual([])
      expect(server.logLines.join()).not.toContain(code)
    })

    test('answers from indexes', async () => {
      const explain = async (query: ReturnType<typeof sql>) =>
        server.db.transaction().execute(async trx => {
          await sql`set local enable_seqscan = off`.execute(trx)
          const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx)
          return rows.map(row => row['QUERY PLAN']).join('\n')
        })
      const orders = await explain(sql`select 1 from orders where provider_ref = 'x' or payment_ref = 'x'
        or (order_no collate "C" >= 'o_ab' and order_no collate "C" < 'o_ab~')`)
      for (const index of ['orders_by_provider_ref', 'orders_payment', 'orders_by_number'])
        expect(orders).toContain(index)
      expect(orders).not.toContain('Seq Scan')
      const persons = await explain(sql`select id from users
        where id = 'x' or upper(right(id, 8)) = upper('x') or email = lower('x') or recovery_hash = 'x'`)
      for (const index of ['users_short_id', 'users_email', 'users_recovery']) expect(persons).toContain(index)
    })

    test('does not lead to the wallet of a partner', async () => {
      const { data } = await post('partner_create', { name: 'Ads' })
      await post('partner_coins', { id: data.id, coins: 1000, reference: 'first' })
      const wallet = `purse_${data.id}`
      expect((await get('search', { text: wallet })).data.viewers).toEqual([])
      const refusal = { code: 4001, data: { fields: ['user_id'], reason: 'unknown_user' } }
      expect(await get('viewer_show', { user_id: wallet })).toMatchObject(refusal)
      expect(await get('viewer_ledger', { user_id: wallet, merged: '1' })).toMatchObject(refusal)
      expect(await adjust(wallet, 5)).toMatchObject(refusal)
    })
  })

  test('all orders are listed by status, also those whose refund did not reach the buyer', async () => {
    const buyer = await openBuyer(server)
    const numbers: string[] = []
    for (const _ of [1, 2, 3]) {
      server.clock.advance(1000)
      numbers.push(await buyer.buy('p_brl_300'))
    }
    const [refunded = '', disputed = '', paid = ''] = numbers
    await refundByHand(server, refunded)
    const list = async (query: Record<string, string>) => {
      const { data } = await get('order_list', query)
      return data.list.map(({ order_no }: { order_no: string }) => order_no)
    }
    expect((await list({ status: 'refund_failed' })).includes(refunded)).toBe(false)
    const failed = { outcome: 'refund_failed', refund: `refund:${refunded}:1` } as const
    await notify(server, { order_no: refunded, amount: 990, back_amount: 990, ...failed })
    await notify(server, { order_no: disputed, amount: 990, outcome: 'disputed', back_amount: 990, dispute: 'dp_list' })
    expect((await list({})).slice(0, 3)).toEqual([paid, disputed, refunded])
    expect((await list({ status: 'disputed' }))[0]).toBe(disputed)
    expect(await list({ status: 'disputed' })).not.toContain(paid)
    expect((await list({ status: 'refund_failed' }))[0]).toBe(refunded)
    expect(await list({ status: 'refund_failed', user: (await signIn(server)).userId })).toEqual([])
    const { data: first } = await get('order_list', { status: 'paid', page_size: '1' })
    expect(first).toMatchObject({ has_more: true, list: [{ order_no: paid }] })
    const more = await list({ status: 'paid', page_size: '1', cursor: first.next_cursor })
    expect(more).toEqual([expect.not.stringContaining(paid)])
    expect(await get('order_list', { status: 'lost' })).toMatchObject({ code: 4001, data: { fields: ['status'] } })
  })

  test('lists of orders are read from indexes', async () => {
    const explain = (query: ReturnType<typeof sql>) =>
      server.db.transaction().execute(async trx => {
        await sql`set local enable_seqscan = off`.execute(trx)
        await sql`set local enable_sort = off`.execute(trx)
        const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx)
        return rows.map(row => row['QUERY PLAN']).join('\n')
      })
    const newest = sql`order by created_at desc, order_no desc limit 51`
    const all = await explain(sql`select order_no from orders where (created_at, order_no) < (now(), 'o') ${newest}`)
    expect(all).toContain('orders_by_time')
    const one = await explain(sql`select order_no from orders where status = 'disputed'
      and (created_at, order_no) < (now(), 'o') ${newest}`)
    expect(one).toContain('orders_by_status')
    expect(one).not.toContain('Sort')
  })

  test('the history of an order has what the provider, the ledger, operators and the viewer did, and no secrets', async () => {
    const buyer = await openBuyer(server)
    const order_no = await buyer.buy('p_brl_600')
    server.clock.advance(1000)
    const text = '<b>Where are my coins?</b>'
    await buyer.post('/feedback/submit', { kind: 'payment', text, order_no })
    const { data } = await get('feedback_list', {})
    const message = data.list.find((row: { order_no: string }) => row.order_no === order_no)
    await post('feedback_answer', { id: message.id, text: 'There' })
    server.clock.advance(1000)
    await post('order_refund', { order_no, amount: 995, reason: 'half' })
    await notify(server, {
      order_no,
      amount: 1990,
      outcome: 'refunded',
      back_amount: 995,
      refund: `refund:${order_no}:1`
    })
    server.clock.advance(1000)
    await notify(server, { order_no, amount: 1990, outcome: 'disputed', back_amount: 995, dispute: 'dp_1' })
    await buyer.buy('p_brl_300')
    const answer = await get('order_history', { order_no })
    const steps: Record<string, unknown>[] = answer.data.list
    expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).toSorted())
    const shortened = steps.map(({ source, type, kind, outcome, action }) =>
      [source, type, kind, outcome, action].filter(part => part !== undefined).join(' ')
    )
    for (const step of [
      'order created',
      'order paid',
      'ledger topup',
      'ledger topup_bonus',
      'ledger gift',
      'operator order_refund',
      'refund requested',
      'refund money_back',
      'ledger order_refund',
      'provider refunded',
      'provider disputed',
      'feedback received',
      'feedback answered'
    ])
      expect(shortened).toContain(step)
    expect(steps.find(({ source }) => source === 'refund')).toMatchObject({
      operator: 'ana',
      amount: 995,
      reason: 'half'
    })
    const bought = steps.filter(({ kind }) => ['topup', 'topup_bonus', 'gift'].includes(String(kind)))
    expect(bought.map(({ kind, bonus_after }) => [kind, bonus_after])).toEqual([
      ['topup', 0],
      ['topup_bonus', 30],
      ['gift', 130]
    ])
    expect(steps.find(({ kind }) => kind === 'topup')).toMatchObject({ coins: 600, coins_after: 600 })
    const { pay_url } = await server.db
      .selectFrom('orders')
      .select('pay_url')
      .where('order_no', '=', order_no)
      .executeTakeFirstOrThrow()
    expect(pay_url).toContain('/pay/')
    expect(JSON.stringify(answer)).not.toContain('/pay/')
    expect(await get('order_history', { order_no: 'o_none' })).toMatchObject({ code: 4301 })
  })

  describe('a viewer', () => {
    test('is shown with balance, limits, passes, sessions without tokens, and merged visitors', async () => {
      const visitor = await signIn(server)
      const account = await openAccount(server)
      await giveBonus(server, visitor.userId, 20)
      await signInByMail(server, account.email, visitor)
      await account.post('/user/limits', { daily_coins: 300 })
      const { data } = await get('viewer_show', { user_id: visitor.userId })
      expect(data.viewer).toMatchObject({
        user_id: account.userId,
        email: account.email,
        can_return: true,
        kind: 'user'
      })
      expect(data.wallet).toMatchObject({ coins: 0, bonus: 20, debt: 0, lots: [{ remaining: 20 }] })
      expect(data.limits).toEqual({ daily: { coins: 300, next: null }, weekly: { coins: null, next: null } })
      expect(data.merged).toMatchObject([{ from_user_id: visitor.userId, user_id: account.userId }])
      expect(data.sessions.length).toBeGreaterThan(1)
      for (const secret of ['token', 'hash', 'secret', 'subject']) expect(JSON.stringify(data)).not.toContain(secret)
      const lone = await signIn(server)
      expect((await get('viewer_show', { user_id: lone.userId })).data.viewer).toMatchObject({
        kind: 'visitor',
        email: null,
        can_return: false
      })
      for (const user_id of ['u_none', "'", '<b>', '%'])
        expect(await get('viewer_show', { user_id })).toMatchObject({ data: { reason: 'unknown_user' } })
    })

    test('has lists that page without gaps while rows are added', async () => {
      const buyer = await openBuyer(server)
      await giveCoins(server, buyer.userId, 5000)
      for (let no = 2; no < 9; no++) {
        server.clock.advance(no % 2 === 0 ? 0 : 1000)
        await buyer.post('/drama/unlock', { episode_id: `e_long_${no}`, expect_price: 60 }, newKey())
      }
      const readAll = async (path: string, nameOf: (row: Record<string, unknown>) => unknown) => {
        const names: unknown[] = []
        let cursor = ''
        do {
          const page = (
            await get(path, { user_id: buyer.userId, page_size: '3', ...(cursor === '' ? {} : { cursor }) })
          ).data
          names.push(...page.list.map(nameOf))
          cursor = page.next_cursor ?? ''
          await giveBonus(server, buyer.userId, 1)
        } while (cursor !== '')
        return names
      }
      const unlocks = await readAll('viewer_unlocks', row => row.episode_no)
      expect(unlocks.toSorted((one, other) => Number(one) - Number(other))).toEqual([2, 3, 4, 5, 6, 7, 8])
      const { list } = (await get('viewer_unlocks', { user_id: buyer.userId })).data
      expect(list[0]).toMatchObject({ drama_id: 'd_long', price: 60, coins_paid: 60 })
      expect(list[0].title).toHaveProperty('en')
      const seqs = await readAll('viewer_ledger', row => row.id)
      expect(seqs).toEqual([...seqs].sort((one, other) => Number(other) - Number(one)))
      expect(new Set(seqs).size).toBe(seqs.length)
      expect((await get('viewer_ledger', { user_id: buyer.userId, cursor: 'nonsense' })).data.list).toHaveLength(
        seqs.length + Math.ceil(seqs.length / 3)
      )
    })

    test('has submissions', async () => {
      const viewer = await signIn(server)
      await submit(viewer, 'whatsapp', { image_id: await keepNewImage(server, viewer.userId) })
      expect((await get('viewer_submissions', { user_id: viewer.userId })).data.list).toMatchObject([
        { user_id: viewer.userId, channel: 'whatsapp', status: 0 }
      ])
    })

    test('is signed out on all devices, and no device secret signs in again', async () => {
      const account = await openAccount(server)
      const other = await signInByMail(server, account.email, await signIn(server))
      expect(await post('viewer_sessions_end', { user_id: account.userId })).toMatchObject({
        code: 4001,
        data: { fields: ['reason'] }
      })
      const { data } = await post('viewer_sessions_end', { user_id: account.userId, reason: 'phone stolen' })
      expect(data).toEqual({ user_id: account.userId, ended: expect.any(Number) })
      expect(data.ended).toBeGreaterThan(1)
      for (const client of [account, other]) expect((await client.get('/user/info')).code).toBe(999)
      const entry = await readLastLog('viewer_sessions_end')
      expect([JSON.parse(entry.state_before).sessions, JSON.parse(entry.state_after).sessions]).toEqual([data.ended, 0])
      expect(entry.detail).toContain('phone stolen')
      expect((await post('viewer_sessions_end', { user_id: account.userId, reason: 'again' })).data.ended).toBe(0)
    })

    test('gets a file of everything by a link, and is deleted for good, once', async () => {
      const account = await openAccount(server)
      await giveCoins(server, account.userId, 50)
      const { data } = await post('viewer_export', { user_id: account.userId, reason: 'asked by mail' })
      const file = await server.fetch(data.url)
      expect(file.status).toBe(200)
      expect(await file.text()).toContain(account.email)
      expect(Date.parse(data.expires_at) - server.clock.now()).toBe(86_400_000)
      const deleted = await post('viewer_delete', { user_id: account.userId, reason: 'asked by mail' })
      expect(deleted.data.user_id).toBe(account.userId)
      expect((await server.fetch(data.url)).status).toBe(403)
      expect((await account.get('/user/info')).code).toBe(999)
      const again = await post('viewer_delete', { user_id: account.userId, reason: 'again' })
      expect(again.data).toEqual(deleted.data)
      const shown = (await get('viewer_show', { user_id: account.userId })).data.viewer
      expect(shown).toMatchObject({ email: null, nickname: '', deleted_at: deleted.data.deleted_at })
      for (const path of ['viewer_export', 'viewer_sessions_end'])
        expect(await post(path, { user_id: account.userId, reason: 'x' })).toMatchObject({
          data: { reason: 'deleted' }
        })
      expect(await adjust(account.userId, 5)).toMatchObject({ data: { fields: ['user_id'], reason: 'deleted' } })
      const entry = await readLastLog('viewer_delete')
      expect(JSON.stringify(entry)).not.toContain(account.email)
    })
  })

  describe('coins', () => {
    test('are given and taken once for a key, through the ledger, and the viewer sees them', async () => {
      const viewer = await signIn(server)
      const key = nextKey()
      const first = await adjust(viewer.userId, 300, { key })
      expect(first.data.adjustment).toMatchObject({ status: 'done', needs_approval: false, requested_by: 'ana' })
      const repeats = await Promise.all(Array.from({ length: 5 }, () => adjust(viewer.userId, 300, { key })))
      for (const repeat of repeats) expect(repeat).toEqual(first)
      expect(await readWallet(viewer.userId)).toEqual([300, 0, 0])
      expect(await adjust(viewer.userId, 200, { key })).toMatchObject({ data: { fields: ['key'], reason: 'key_used' } })
      const other = await signIn(server)
      expect(await adjust(other.userId, 300, { key })).toMatchObject({ data: { fields: ['key'], reason: 'key_used' } })
      await adjust(viewer.userId, 50, { kind: 'bonus' })
      await adjust(viewer.userId, -100)
      await adjust(viewer.userId, -20, { kind: 'bonus' })
      expect(await readWallet(viewer.userId)).toEqual([200, 30, 0])
      expect((await viewer.get('/wallet/records', { type: 'topup', lang: 'en' })).data.list).toMatchObject([
        { kind: 'adjust', title: 'Adjustment', coins: -100, status: 'spent' },
        { kind: 'adjust', title: 'Adjustment', coins: 300, status: 'granted' }
      ])
      expect((await viewer.get('/wallet/records', { type: 'bonus', lang: 'pt' })).data.list).toMatchObject([
        { kind: 'adjust', title: 'Ajuste', bonus: -20, status: 'spent' },
        { kind: 'adjust', title: 'Ajuste', bonus: 50, status: 'granted' }
      ])
      expect((await viewer.get('/wallet/verify')).data.ok).toBe(true)
      const entry = await readLastLog('coins_adjust')
      expect(JSON.parse(entry.state_before)).toEqual({ coins: 200, bonus: 50, debt: 0 })
      expect(JSON.parse(entry.state_after)).toEqual({ coins: 200, bonus: 30, debt: 0 })
      await expectValidBooks()
    })

    test('concurrent requests with one key move coins once, and for two viewers one is refused', async () => {
      const viewer = await signIn(server)
      const other = await signIn(server)
      const key = nextKey()
      const users = [viewer, other, viewer, other, viewer, viewer].map(({ userId }) => userId)
      const answers = await Promise.all(users.map(userId => adjust(userId, 40, { key })))
      const [sum, otherSum] = [await readWallet(viewer.userId), await readWallet(other.userId)].map(([coins]) => coins)
      expect((sum ?? 0) + (otherSum ?? 0)).toBe(40)
      expect(answers.filter(({ code }) => code === 200).length).toBeGreaterThan(0)
      for (const answer of answers.filter(({ code }) => code !== 200)) expect(answer.data.reason).toBe('key_used')
      await expectValidBooks()
    })

    test('cannot be taken below zero, and wrong requests say which field', async () => {
      const viewer = await signIn(server)
      await giveCoins(server, viewer.userId, 30, 10)
      expect(await adjust(viewer.userId, -31)).toMatchObject({
        code: 4001,
        data: { fields: ['coins'], reason: 'not_enough', available: 30 }
      })
      expect(await adjust(viewer.userId, -11, { kind: 'bonus' })).toMatchObject({
        data: { fields: ['coins'], reason: 'not_enough', available: 10 }
      })
      for (const coins of [0, 0.5, 1_000_001, -1_000_001, '5', null])
        expect(await adjust(viewer.userId, 1, { coins })).toMatchObject({ data: { fields: ['coins'] } })
      for (const reason of ['', ' ', 'x'.repeat(501), 'a\0', undefined])
        expect(await adjust(viewer.userId, 1, { reason })).toMatchObject({ data: { fields: ['reason'] } })
      for (const key of ['', 'short', 'ö'.repeat(20), undefined])
        expect(await adjust(viewer.userId, 1, { key })).toMatchObject({ data: { fields: ['key'] } })
      expect(await adjust(viewer.userId, 1, { kind: 'debt' })).toMatchObject({ data: { fields: ['kind'] } })
      expect(await readWallet(viewer.userId)).toEqual([30, 10, 0])
      const hostile = '<script>alert(1)</script>\u202e'
      expect((await adjust(viewer.userId, 1, { reason: hostile })).data.adjustment.reason).toBe(hostile)
    })

    test('repay debt first', async () => {
      const buyer = await openBuyer(server)
      const order_no = await buyer.buy('p_brl_300')
      await buyer.post('/drama/unlock_to', { drama_id: 'd_long', to_no: 4, expect_price: 180 }, newKey())
      await refundByHand(server, order_no, { spent: 'debt' })
      const [, , debt = 0] = await readWallet(buyer.userId)
      expect(debt).toBeGreaterThan(0)
      await adjust(buyer.userId, 100, { kind: 'bonus' })
      expect(await readWallet(buyer.userId)).toEqual([0, 100, debt])
      const next = { drama_id: 'd_long', to_no: 5, expect_price: 60 }
      expect(await buyer.post('/drama/unlock_to', next, newKey())).toMatchObject({ code: 4201, data: { debt } })
      const requests = await get('coins_request_list', { user_id: buyer.userId, status: 'all' })
      expect(requests.data.list).toMatchObject([{ kind: 'bonus', coins: 100, debt }])
      expect((await get('viewer_show', { user_id: buyer.userId })).data.adjustment_limit).toBe(500)
      await adjust(buyer.userId, debt + 25)
      expect(await readWallet(buyer.userId)).toEqual([25, 100, 0])
      await expectValidBooks()
    })

    test('above the limit wait for another operator, also in small steps, and are decided once', async () => {
      const viewer = await signIn(server)
      expect((await adjust(viewer.userId, 500)).data.adjustment.status).toBe('done')
      const { adjustment } = (await adjust(viewer.userId, 1)).data
      expect(adjustment).toMatchObject({ status: 'waiting', needs_approval: true, can_decide: false })
      expect(await readWallet(viewer.userId)).toEqual([500, 0, 0])
      const listFor = async (name: string) =>
        (await get('coins_request_list', { user_id: viewer.userId }, name)).data.list
      expect(await listFor('ana')).toMatchObject([{ id: adjustment.id, can_decide: false }])
      expect(await listFor('bea')).toMatchObject([{ id: adjustment.id, can_decide: true }])
      const decide = (ok: boolean, name: string) => post('coins_request_decide', { id: adjustment.id, ok }, name)
      for (const name of ['ana', 'ANA'])
        expect(await decide(true, name)).toMatchObject({ code: 4001, data: { fields: ['id'], reason: 'same_person' } })
      const answers = await Promise.all([
        decide(true, 'bea'),
        decide(false, 'carla'),
        decide(true, 'dora'),
        decide(true, 'bea')
      ])
      const done = answers.filter(({ code }) => code === 200)
      const names = new Set(done.map(({ data }) => data.adjustment.decided_by))
      expect(names.size).toBe(1)
      for (const answer of answers.filter(({ code }) => code !== 200)) expect(answer.data.reason).toBe('decided')
      const isApproved = done[0]?.data.adjustment.status === 'done'
      expect(await readWallet(viewer.userId)).toEqual([isApproved ? 501 : 500, 0, 0])
      expect(await listFor('bea')).toEqual([])
      server.clock.advance(86_400_000)
      expect((await adjust(viewer.userId, 500)).data.adjustment.status).toBe('done')
      await expectValidBooks()
    })

    test('that wait can be declined; those to take wait too, and need the balance when they are approved', async () => {
      const viewer = await signIn(server)
      await giveCoins(server, viewer.userId, 700)
      const ask = async (coins: number) => (await adjust(viewer.userId, coins)).data.adjustment.id
      const declined = await ask(-600)
      expect(
        (await post('coins_request_decide', { id: declined, ok: false, note: 'No' }, 'bea')).data.adjustment
      ).toMatchObject({ status: 'declined', decided_by: 'bea', note: 'No' })
      expect(await post('coins_request_decide', { id: declined, ok: true }, 'carla')).toMatchObject({
        data: { reason: 'decided' }
      })
      const taken = await ask(-600)
      await adjust(viewer.userId, -200)
      expect(await post('coins_request_decide', { id: taken, ok: true }, 'bea')).toMatchObject({
        data: { fields: ['id'], reason: 'not_enough', available: 500 }
      })
      await adjust(viewer.userId, 100)
      const before = await readWallet(viewer.userId)
      expect((await post('coins_request_decide', { id: taken, ok: true }, 'bea')).data.adjustment.status).toBe('done')
      expect(await readWallet(viewer.userId)).toEqual([(before[0] ?? 0) - 600, 0, 0])
      const entry = await readLastLog('coins_request_decide')
      expect([JSON.parse(entry.state_before).status, JSON.parse(entry.state_after).status]).toEqual(['waiting', 'done'])
      expect(await post('coins_request_decide', { id: 'a_none', ok: true })).toMatchObject({
        data: { reason: 'unknown_request' }
      })
      await expectValidBooks()
    })

    test('reach the account if the visitor was merged while they waited', async () => {
      const visitor = await signIn(server)
      const { adjustment } = (await adjust(visitor.userId, 900)).data
      const account = await openAccount(server)
      await signInByMail(server, account.email, visitor)
      expect((await post('coins_request_decide', { id: adjustment.id, ok: true }, 'bea')).code).toBe(200)
      expect(await readWallet(account.userId)).toEqual([900, 0, 0])
      expect((await get('coins_request_list', { user_id: account.userId, status: 'all' })).data.list).toHaveLength(1)
      await expectValidBooks()
    })

    test('do not move past the database’s own rules', async () => {
      const viewer = await signIn(server)
      const waiting = (await adjust(viewer.userId, 900)).data.adjustment.id
      const change = (set: object) =>
        server.db.updateTable('coin_adjustments').set(set).where('id', '=', waiting).execute()
      const decided_at = new Date(server.clock.now())
      await expect(change({ status: 'done', decided_by: 'Ana', decided_at })).rejects.toThrow('two_people')
      await expect(change({ status: 'done', decided_by: 'bea', decided_at })).rejects.toThrow('moves coins once')
      await expect(change({ coins: 5 })).rejects.toThrow('decided once')
      await expect(server.db.deleteFrom('coin_adjustments').execute()).rejects.toThrow('kept')
    })
  })

  test('a limit of a role covers all refunds of an order, and no other currency', async () => {
    const buyer = await openBuyer(server)
    const order_no = await buyer.buy('p_brl_600')
    const limit = { amount: 1000, currency: 'BRL' }
    const refusal = { type: 'refused', reason: 'above_limit', limit: 1000, currency: 'BRL' }
    expect(await refundByHand(server, order_no, { limit })).toEqual(refusal)
    expect(await refundByHand(server, order_no, { amount: 1001, limit })).toEqual(refusal)
    expect(await refundByHand(server, order_no, { amount: 600, limit })).toMatchObject({ type: 'refunded' })
    expect(await refundByHand(server, order_no, { amount: 401, limit })).toEqual(refusal)
    expect(await refundByHand(server, order_no, { amount: 400, limit })).toMatchObject({ type: 'refunded' })
    const foreign = { amount: 1_000_000, currency: 'USD' }
    expect(await refundByHand(server, order_no, { amount: 1, limit: foreign })).toMatchObject({ reason: 'above_limit' })
    expect(await refundByHand(server, order_no)).toMatchObject({ type: 'refunded' })
  })

  describe('members of the console', () => {
    test('with the role support refund up to the limit, an owner more, and nobody else refunds', async () => {
      const support = await signInMember(server, { role: 'support' })
      const owner = await signInMember(server, { role: 'owner' })
      const buyer = await openBuyer(server)
      const order_no = await buyer.buy('p_brl_600')
      server.config.support = { ...server.config.support, refundLimit: 500 }
      const refused = { code: 4001, data: { fields: ['amount'], reason: 'above_limit', limit: 500, currency: 'BRL' } }
      expect(await support.client.post('operator/order_refund', { order_no })).toMatchObject(refused)
      expect(await support.client.post('operator/order_refund', { order_no, amount: 501 })).toMatchObject(refused)
      expect((await support.client.post('operator/order_refund', { order_no, amount: 300 })).data.left).toBe(1690)
      server.clock.advance(1000)
      expect(await support.client.post('operator/order_refund', { order_no, amount: 201 })).toMatchObject(refused)
      server.clock.advance(1000)
      expect((await owner.client.post('operator/order_refund', { order_no })).data).toMatchObject({ left: 0 })
      for (const role of ['editor', 'reviewer', 'analyst'] as const) {
        const { client } = await signInMember(server, { role })
        expect((await client.post('operator/order_refund', { order_no })).status).toBe(403)
        expect((await client.get('operator/search?text=o_abcd')).status).toBe(role === 'analyst' ? 200 : 403)
      }
      expect((await readLastLog('order_refund')).operator).toBe(owner.email)
    })

    test('do not approve their own requests, by no other name either', async () => {
      const first = await signInMember(server, { role: 'support' })
      const second = await signInMember(server, { role: 'support' })
      const analyst = await signInMember(server, { role: 'analyst' })
      const viewer = await signIn(server)
      const request = { user_id: viewer.userId, kind: 'bonus', coins: 900, reason: 'x', key: nextKey() }
      expect((await analyst.client.post('operator/coins_adjust', request)).status).toBe(403)
      const { id } = (await first.client.post('operator/coins_adjust', request)).data.adjustment
      const decision = { id, ok: true }
      expect((await analyst.client.post('operator/coins_request_decide', decision)).status).toBe(403)
      await server.db.updateTable('members').set({ email: 'renamed@console.test' }).where('id', '=', first.id).execute()
      expect(await first.client.post('operator/coins_request_decide', decision)).toMatchObject({
        data: { reason: 'same_person' }
      })
      expect((await second.client.post('operator/coins_request_decide', decision)).data.adjustment.status).toBe('done')
      expect(await readWallet(viewer.userId)).toEqual([0, 900, 0])
      await expectValidBooks()
    })
  })
})
