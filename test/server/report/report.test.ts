import fc from 'fast-check'
import { Migrator, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { migrate, migrations } from '../../../server/db/migrate.js'
import { formatCell } from '../../../server/modules/report/csv.js'
import { rollUpFacts } from '../../../server/modules/report/rollup.js'
import { computeNextBatch, deleteOldEvents } from '../../../server/modules/report/rollup-job.js'
import { createApiClient } from '../support/api-client.js'
import { notify, openBuyer, refundByHand } from '../support/buyer.js'
import { serveFilm } from '../support/film.js'
import { expectValidLedger, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { OPERATOR_KEY, openCampaign, openPartner } from '../support/partners.js'
import { engines, openEmptyDatabase } from '../support/servers/test-database.js'

const DAY = 86_400_000
const HOUR = 3_600_000
const packs = { p_brl_300: 990, p_brl_600: 1990, p_brl_weekly: 2990 } as const

describe.each(engines)('the report on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine, config: { operatorKey: OPERATOR_KEY }, checkAnswers: true })
  })
  afterAll(() => server.close())

  type Partner = Awaited<ReturnType<typeof openPartner>>
  const reportOf = async (partner: Partner, query: Record<string, string> = {}) =>
    (await partner.get('report', query)).data

  async function factsLeft() {
    const { rows } = await sql<{ count: string }>`select count(*) as count from report_facts`.execute(server.db)
    return Number(rows[0]?.count)
  }

  /** Marks all orders as real because sandbox orders are tests, which reports exclude. */
  async function markOrdersAsReal() {
    await sql`alter table orders disable trigger orders_go_forward`.execute(server.db)
    await sql`update orders set is_test = false`.execute(server.db)
    await sql`alter table orders enable trigger orders_go_forward`.execute(server.db)
    await sql`update report_facts set is_test = false`.execute(server.db)
  }

  const steps = fc.array(
    fc.record({
      buyer: fc.nat(2),
      product: fc.constantFrom(...(Object.keys(packs) as (keyof typeof packs)[])),
      after: fc.constantFrom('kept', 'part', 'refund', 'dispute', 'won', 'unpaid'),
      roll: fc.nat(4),
      hours: fc.nat(30)
    }),
    { minLength: 6, maxLength: 8 }
  )

  test('after any purchases, refunds and disputes it says what orders and ledger say, in every grouping', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async plan => {
        const lpid = await openCampaign(server)
        const partner = await openPartner(server, [lpid])
        const from = new Date(server.clock.now()).toISOString().slice(0, 10)
        const buyers = await Promise.all([0, 1, 2].map(() => openBuyer(server, { lpid })))
        for (const { buyer, product, after, roll, hours } of plan) {
          const { order, buy, userId } = buyers[buyer] ?? (buyers[0] as (typeof buyers)[0])
          const amount = packs[product]
          if (after === 'unpaid') await order(product)
          else {
            const order_no = await buy(product)
            await markOrdersAsReal()
            server.clock.advance(hours * HOUR)
            const sendNotice = (outcome: 'refunded' | 'disputed' | 'dispute_won', back_amount?: number) =>
              notify(server, { order_no, amount, outcome, dispute: 'dp', ...(back_amount ? { back_amount } : {}) })
            if (after === 'part') await sendNotice('refunded', 333)
            if (after === 'refund') await refundByHand(server, order_no)
            if (after === 'dispute' || after === 'won') await sendNotice('disputed')
            if (after === 'won') await sendNotice('dispute_won')
          }
          await markOrdersAsReal()
          if (roll > 1) await rollUpFacts(server.db, roll)
          await expectValidLedger(server.db, userId)
        }
        const period = { lpid, from, page_size: '1000' }
        const whole = await reportOf(partner, period)
        const { rows } = await sql<{ paid: string; back: string }>`select
          coalesce(sum(amount) filter (where paid_at is not null), 0) as paid,
          (select coalesce(sum(order_returns.amount), 0) from order_returns join orders using (order_no)
            where lpid = ${lpid}) as back from orders where lpid = ${lpid}`.execute(server.db)
        expect(whole.reconciliation).toMatchObject({
          revenue: [{ currency: 'BRL', report: Number(rows[0]?.paid), difference: 0 }],
          refunded: [{ currency: 'BRL', report: Number(rows[0]?.back), difference: 0 }],
          coins: { difference: 0 }
        })
        expect((await partner.get('reconciliation', { lpid, from })).data).toMatchObject({ ...whole.reconciliation })
        const sooner = await reportOf(partner, { ...period, reconcile: 'no' })
        expect(sooner).toEqual({ ...whole, reconciliation: null, server_time: sooner.server_time })
        expect(whole.totals).toMatchObject({ checkouts: plan.length, visits: 3, new_visitors: 3 })
        for (const group_by of ['day', 'hour', 'lpid', 'drama', 'episode']) {
          const { list, totals } = await reportOf(partner, { ...period, group_by })
          const sums = (name: string) =>
            list.reduce((sum: number, row: Record<string, number>) => sum + (row[name] ?? 0), 0)
          const money = list.flatMap((row: { money: { revenue: number; refunded: number }[] }) => row.money)
          const moneySum = (name: 'revenue' | 'refunded') =>
            money.reduce((sum: number, one: { revenue: number; refunded: number }) => sum + one[name], 0)
          expect([
            sums('purchases'),
            sums('visits'),
            sums('refunds'),
            moneySum('revenue'),
            moneySum('refunded')
          ]).toEqual([totals.purchases, totals.visits, totals.refunds, Number(rows[0]?.paid), Number(rows[0]?.back)])
        }
      }),
      { numRuns: 1, ...(process.env.FC_SEED === undefined ? {} : { seed: Number(process.env.FC_SEED) }) }
    )
  }, 120_000)

  test('rolled up by several at once, one of which dies in the middle, every fact counts once, and is seen at all times', async () => {
    const lpid = await openCampaign(server)
    const partner = await openPartner(server, [lpid])
    const at = new Date(server.clock.now())
    await sql`insert into report_facts (lpid, at, kind, drama_id, episode_no)
      select ${lpid}::text, ${at}::timestamptz - make_interval(mins => n % 3000), 'start', 'd_rain', 1 + n % 7
      from generate_series(1, 3000) as n`.execute(server.db)
    const before = await reportOf(partner)
    expect(before.totals.starts).toBe(3000)
    const dying = server.db.transaction().execute(async trx => {
      const inside = { transaction: () => ({ execute: (work: (one: typeof trx) => unknown) => work(trx) }) }
      expect(await rollUpFacts(inside as never, 700)).toBe(700)
      if (engine === 'pglite') throw new Error('killed')
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await sql`select pg_terminate_backend(${rows[0]?.pid}::integer)`.execute(server.db)
      await sql`select 1`.execute(trx)
    })
    const rolling = async () => {
      while ((await rollUpFacts(server.db, 97)) > 0);
    }
    const watching = async () => {
      const seen = new Set<number>()
      for (let turn = 0; turn < 6; turn++) seen.add((await reportOf(partner)).totals.starts)
      return [...seen]
    }
    const [, , , seen] = await Promise.all([
      expect(dying).rejects.toThrow(/killed|terminat|connection|ECONNRESET/i),
      rolling(),
      rolling(),
      watching()
    ])
    expect(seen).toEqual([3000])
    await rolling()
    expect(await factsLeft()).toBe(0)
    expect((await reportOf(partner)).totals.starts).toBe(3000)
    for (const grain of ['campaign', 'hour', 'episode', 'day', 'span']) {
      const { rows } = await sql<{ starts: string }>`select sum(starts) as starts from report_rollups
        where lpid = ${lpid} and grain = ${grain}`.execute(server.db)
      expect(Number(rows[0]?.starts)).toBe(3000)
    }
    const episodes = await reportOf(partner, { group_by: 'episode', page_size: '4' })
    const rest = await reportOf(partner, { group_by: 'episode', page_size: '4', cursor: episodes.next_cursor })
    expect([...episodes.list, ...rest.list].map(row => [row.drama_id, row.episode_no, row.title !== ''])).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map(no => ['d_rain', no, true])
    )
    expect([rest.has_more, rest.next_cursor]).toEqual([false, null])
  })

  test('days and hours are the campaign’s: of half an hour, 23 and 25 hours too, and both ends belong to a period', async () => {
    const write = (lpid: string, times: string[]) =>
      server.db
        .insertInto('report_facts')
        .values(times.map(time => ({ lpid, at: new Date(time), kind: 'view' as const })))
        .execute()
    const kolkata = await openCampaign(server, { timezone: 'Asia/Kolkata' })
    const berlin = await openCampaign(server, { timezone: 'Europe/Berlin' })
    const partner = await openPartner(server, [kolkata, berlin])
    await write(kolkata, [
      '2026-11-19T18:29:59.999Z',
      '2026-11-19T18:30:00Z',
      '2026-11-20T18:29:59Z',
      '2026-11-20T18:30:00Z'
    ])
    await write(berlin, [
      '2026-10-24T21:59:59Z',
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
      '2026-10-25T22:59:59Z'
    ])
    const views = async (query: Record<string, string>) => {
      const { list, timezone, totals } = await reportOf(partner, query)
      const seen = list.filter((row: { views: number }) => row.views > 0)
      return {
        timezone,
        total: totals.views,
        seen: seen.map((row: Record<string, number>) => [row.day ?? row.hour, row.views])
      }
    }
    for (const isRolled of [false, true]) {
      if (isRolled) while ((await rollUpFacts(server.db)) > 0);
      expect(await views({ lpid: kolkata, from: '2026-11-20', to: '2026-11-20', group_by: 'hour' })).toEqual({
        timezone: 'Asia/Kolkata',
        total: 2,
        seen: [
          ['2026-11-20T00', 1],
          ['2026-11-20T23', 1]
        ]
      })
      expect(await views({ lpid: berlin, from: '2026-10-25', to: '2026-10-25', group_by: 'day' })).toEqual({
        timezone: 'Europe/Berlin',
        total: 3,
        seen: [['2026-10-25', 3]]
      })
      expect(
        (await views({ lpid: berlin, from: '2026-10-25T02', to: '2026-10-25T02', group_by: 'hour' })).seen
      ).toEqual([
        ['2026-10-25T02', 1],
        ['2026-10-25T02', 1]
      ])
      const both = await reportOf(partner, { from: '2026-10-20', to: '2026-11-30', group_by: 'lpid' })
      expect([both.timezone, ...both.list.map((row: { views: number }) => row.views)]).toEqual([
        'America/Sao_Paulo',
        4,
        4
      ])
    }
    const wrong: [query: Record<string, string>, reason?: string][] = [
      [{ from: '2026-02-30' }, 'not_a_day'],
      [{ from: '22/11/2026' }, 'not_a_day'],
      [{ from: "2026-11-21'" }, 'not_a_day'],
      [{ to: '2026-11-21T24' }, 'not_a_day'],
      [{ from: '2026-11-22', to: '2026-11-21' }, 'ends_before_it_begins'],
      [{ from: '2020-01-01' }, 'too_long'],
      [{ from: '2026-09-01', group_by: 'hour' }, 'too_long'],
      [{ group_by: 'user' }, 'not_a_dimension'],
      [{ page_size: '1001' }],
      [{ form: 'yesterday', to: 'yesterday' }, 'unknown_parameter']
    ]
    for (const [query, reason] of wrong) {
      const { code, data } = await partner.get('report', query)
      expect([query, code, data.reason]).toEqual([query, 4001, reason])
    }
    expect((await partner.get('report', { from: 'yestrday', to: 'today' })).data).toMatchObject({
      fields: ['from'],
      allowed: expect.arrayContaining(['yesterday'])
    })
    expect((await partner.get('report', { utm_source: 'a', place: 'b' })).data.fields).toEqual(['utm_source', 'place'])
  })

  test('visits, plays that the server saw, paywalls and unlocks are counted; orders of tests stand apart', async () => {
    const lpid = await openCampaign(server)
    const partner = await openPartner(server, [lpid])
    const buyer = await openBuyer(server, { lpid })
    const paywall = { event: 'paywall', event_id: 'ev_paywall1', at: server.clock.now() }
    await buyer.post('/event/collect', { events: [{ ...paywall, props: { drama_id: 'd_rain', episode_no: 3 } }] })
    server.clock.advance(1000)
    await buyer.buy('p_brl_600')
    await buyer.post('/drama/unlock_to', { drama_id: 'd_rain', to_no: 3, expect_price: 60 }, newKey())
    const { data } = await buyer.post('/drama/play', { drama_id: 'd_rain', episode_no: 1 })
    await serveFilm(server, buyer.userId, data.episode.id)
    const watch = async (from_s: number, to_s: number, seq: number, seconds: number) => {
      server.clock.advance(seconds * 1000)
      const beats = [{ seq, from_s, to_s, played_s: 60 }]
      const about = { play_id: data.play_id, episode_id: data.episode.id, position_s: to_s }
      await buyer.post('/drama/progress', { ...about, beats })
    }
    const length = data.episode.duration_s
    await watch(0, length * 0.6, 0, length * 0.6)
    // Skipped seconds, and seconds reported faster than they can be played, are not watched.
    await watch(length * 0.6, length, 1, 0)
    await watch(length * 0.6, length * 0.8, 2, 0.3)
    const { totals } = await reportOf(partner)
    expect(totals).toMatchObject({
      visits: 1,
      starts: 1,
      q25: 1,
      q50: 1,
      q75: 0,
      completes: 0,
      paywalls: 1,
      unlocks: 1,
      unlock_coins: 60,
      checkouts: 0,
      purchases: 0,
      coins_sold: 0,
      money: [],
      test: {
        checkouts: 1,
        purchases: 1,
        coins_sold: 600,
        refunds: 0,
        money: [{ currency: 'BRL', revenue: 1990, refunded: 0 }]
      }
    })
    const { list } = await reportOf(partner, { group_by: 'episode' })
    expect(
      list.map((row: { drama_id: string; episode_no: number; test: { purchases: number } }) => [
        row.drama_id,
        row.episode_no,
        row.test.purchases
      ])
    ).toEqual([
      ['', 0, 0],
      ['d_rain', 1, 0],
      ['d_rain', 3, 1]
    ])
  })

  test('what browsers told is forgotten in time, what was counted stays', async () => {
    const lpid = await openCampaign(server)
    const partner = await openPartner(server, [lpid])
    const buyer = await openBuyer(server, { lpid })
    const view = { event: 'view_content', event_id: 'ev_forgotten', at: 0, props: { drama_id: 'd_rain' } }
    await buyer.post('/event/collect', { events: [view] })
    const readCollected = () =>
      server.db.selectFrom('collected_events').select('at').where('event_id', '=', 'ev_forgotten').execute()
    const now = server.clock.now()
    expect(await readCollected()).toEqual([{ at: new Date(now - DAY) }])
    await deleteOldEvents(server.db, new Date(now))
    expect(await readCollected()).toHaveLength(1)
    await deleteOldEvents(server.db, new Date(now + 1))
    expect(await readCollected()).toEqual([])
    expect((await reportOf(partner)).totals.views).toBe(1)
    expect([
      computeNextBatch(2000, 100),
      computeNextBatch(20_000, 1),
      computeNextBatch(2000, 900),
      computeNextBatch(60, 900)
    ]).toEqual([3000, 20_000, 1000, 50])
  })

  test('what was in the books before there was a report is in it, and nobody is told of the past', async () => {
    const old = await openEmptyDatabase(engine)
    onTestFinished(() => old.close())
    const known = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0017'))
    await new Migrator({ db: old.db, provider: { getMigrations: async () => known } }).migrateToLatest()
    const at = new Date('2026-11-20T12:00:00Z')
    await sql`insert into visits (user_id, id, lpid, known, device_id, click_ids, user_agent, created_at)
      select 'u_' || n % 2, 'v_' || n, case when n < 4 then 'old' end, true, '', '{}', '', ${at}::timestamptz
      from generate_series(1, 5) n`.execute(old.db)
    await sql`insert into orders (order_no, event_id, user_id, product_id, kind, coins, bonus, amount, currency, status,
        provider, is_test, lang, lpid, created_at, expires_at)
      values ('o_1', 'p_o_1', 'u_1', 'p_x', 'coins', 300, 0, 990, 'BRL', 'created', 'sandbox', true, 'pt', 'old',
        ${at}, ${new Date(at.getTime() + HOUR)})`.execute(old.db)
    await sql`insert into event_outbox (event, event_id, user_id, lpid, payload, status, next_at, created_at)
      values ('purchase', 'p_o_1', 'u_1', 'old', '{}', 'waiting', ${at}, ${at})`.execute(old.db)
    await migrate(old.db)
    const { rows } = await sql<{ kind: string; count: number }>`select kind, count(*)::integer as count
      from report_facts where lpid = 'old' group by kind order by kind`.execute(old.db)
    expect(rows).toEqual([
      { kind: 'checkout', count: 1 },
      { kind: 'first_visit', count: 2 },
      { kind: 'visit', count: 1 }
    ])
    const outbox = await old.db.selectFrom('event_outbox').select(['status', 'postback_id']).execute()
    expect(outbox).toEqual([{ status: 'spread', postback_id: '' }])
    // With two visits that have no campaign.
    expect(await rollUpFacts(old.db)).toBe(6)
  })

  test('as a spreadsheet nothing is a formula, and every row has every column', async () => {
    const lpid = await openCampaign(server)
    const partner = await openPartner(server, [lpid])
    await openBuyer(server, { lpid }).then(buyer => buyer.buy('p_brl_300'))
    const answer = await partner.raw('report', { group_by: 'lpid', format: 'csv' })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head = '', row = '', ...rest] = (await answer.text()).split('\r\n')
    expect(rest).toEqual([''])
    const quiet = { group_by: 'lpid,utm_source', from: 'yesterday', to: 'yesterday', format: 'csv' }
    const columns = (await (await partner.raw('report', quiet)).text()).split('\r\n')
    expect(columns).toEqual([head.replace('name,', 'name,utm_source,'), ''])
    expect(head.split(',').slice(0, 3)).toEqual(['lpid', 'name', 'visits'])
    expect(head.split(',')).toEqual(expect.arrayContaining(['revenue_BRL', 'refunded_BRL', 'test_revenue_BRL']))
    expect(row).toMatch(new RegExp(`^${lpid},"'=Campaign \\d+",1,1,`))
    expect(row.split(',')).toHaveLength(head.split(',').length)
    expect(head).toMatch(/,revenue_decimal_BRL,refunded_decimal_BRL$/)
    // Orders of the sandbox are tests.
    expect(row).toMatch(/,0\.00,0\.00$/)
    const cells = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '|cmd', 'a,b', 'a"b', 'a\nb', '', 'plain', -5]
    expect(cells.map(formatCell)).toEqual([
      `"'=1+1"`,
      `"'+1"`,
      `"'-1"`,
      `"'@SUM(A1)"`,
      `"'\t=1"`,
      `"'\r=1"`,
      `"'|cmd"`,
      '"a,b"',
      '"a""b"',
      '"a\nb"',
      '',
      'plain',
      '-5'
    ])
  })

  test('a partner sees nothing of another’s, and a foreign campaign is as unknown as none', async () => {
    const ownCampaign = await openCampaign(server)
    const theirs = await openCampaign(server)
    const [me, them] = [await openPartner(server, [ownCampaign]), await openPartner(server, [theirs])]
    await openBuyer(server, { lpid: ownCampaign })
    const nothing = await openPartner(server, [])
    const ways = [
      (lpid: string) => me.get('report', { lpid }),
      (lpid: string) => me.get('postbacks', { lpid }),
      (lpid: string) => me.post('selftest', { lpid })
    ]
    for (const way of ways) {
      const [foreign, unknown, own] = [await way(theirs), await way('nobody'), await way(ownCampaign)]
      expect(foreign).toEqual(unknown)
      expect([foreign.code, own.code]).toEqual([4001, 200])
    }
    expect((await me.get('report')).data.totals.visits).toBe(1)
    expect((await them.get('report')).data.totals.visits).toBe(0)
    expect((await them.get('report', { group_by: 'lpid' })).data.list.map((row: { lpid: string }) => row.lpid)).toEqual(
      [theirs]
    )
    for (const group_by of ['day', 'lpid', 'episode']) {
      expect((await nothing.get('report', { group_by })).data.totals.visits).toBe(0)
    }
    expect((await nothing.get('postbacks')).data.list).toEqual([])
    const visitor = createApiClient(server)
    expect((await visitor.post('/index/visitor_login', { lpid: ownCampaign })).code).toBe(200)
    server.clock.advance(DAY)
  })
})
