import { Migrator, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { migrate, migrations } from '../../../server/db/migrate.js'
import { countReturns } from '../../../server/modules/report/returns.js'
import { rollUpFacts } from '../../../server/modules/report/rollup.js'
import { newAddress, signInByMail } from '../support/accounts.js'
import { createApiClient } from '../support/api-client.js'
import { refundByHand } from '../support/buyer.js'
import { serveFilm } from '../support/film.js'
import { newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { OPERATOR_KEY, openCampaign, openPartner } from '../support/partners.js'
import { engines, openEmptyDatabase } from '../support/servers/test-database.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ZONE = 'America/Sao_Paulo'

type Row = Record<string, unknown>
interface ReportAnswer {
  from: string
  to: string
  timezone: string
  list: Row[]
  totals: Row
  reconciliation: object
}

describe.each(engines)('sources of the report on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    const config = { operatorKey: OPERATOR_KEY, trustedProxies: 1, countryHeader: 'cf-ipcountry' }
    server = await openTestServer({ engine, config })
  })
  afterAll(() => server.close())

  type Partner = Awaited<ReturnType<typeof openPartner>>
  const reportOf = async (partner: Partner, query: Record<string, string>) => {
    const { data }: { data: ReportAnswer } = await partner.get('report', query)
    return data
  }
  const countAllReturns = async () => {
    while ((await countReturns(server.db, { now: new Date(server.clock.now()), defaultZone: ZONE })) > 0);
  }
  const rollUpAll = async () => {
    while ((await rollUpFacts(server.db)) > 0);
  }

  /** A visitor who came by an advertisement. `lands` is their next visit. */
  async function openViewer(lpid: string | undefined, source = '', country = '', more: object = {}) {
    const toBody = (at: string | undefined, utm: string) => ({
      ...(at === undefined ? {} : { lpid: at }),
      landing_url: `https://shop.test/?q=1${utm === '' ? '' : `&utm_source=${encodeURIComponent(utm)}`}`
    })
    const own: Record<string, string> = country === '' ? {} : { 'CF-IPCountry': country }
    const { data } = await createApiClient(server, null, 'device1', own).post('/index/visitor_login', {
      ...toBody(lpid, source),
      ...more
    })
    const client = createApiClient(server, data.token, 'device1', own)
    return {
      ...client,
      userId: data.user.id,
      lands: (at: string | undefined, utm = '') => client.post('/index/visit', toBody(at, utm)),
      buy: async (product_id: string, { isReal = true } = {}) => {
        const order = await client.post('/store/order', { product_id, provider: 'sandbox' }, newKey())
        const { order_no } = order.data
        if (isReal) await markAsReal(order_no)
        await server.fetch(`/pay/sandbox/${order_no}`, {
          method: 'POST',
          body: new URLSearchParams({ decision: 'approve' })
        })
        return order_no
      }
    }
  }

  /** Orders of the sandbox are tests. */
  async function markAsReal(order_no: string) {
    await sql`alter table orders disable trigger orders_go_forward`.execute(server.db)
    await sql`update orders set is_test = false where order_no = ${order_no}`.execute(server.db)
    await sql`alter table orders enable trigger orders_go_forward`.execute(server.db)
    await sql`update report_facts set is_test = false where kind = 'checkout' and id = (select max(id) from report_facts)`.execute(
      server.db
    )
  }

  test('a marketer reads yesterday’s purchases by campaign and utm source, and how many came back', async () => {
    const lpids = [await openCampaign(server, { timezone: ZONE }), await openCampaign(server, { timezone: ZONE })]
    const [summer = '', winter = ''] = lpids.sort()
    const partner = await openPartner(server, [summer, winter])
    const ana = await openViewer(summer, ' Facebook ', 'BR')
    const bia = await openViewer(summer, 'facebook', 'br')
    const caio = await openViewer(summer, 'google', 'PT')
    const davi = await openViewer(winter, 'facebook', 'BR')
    await openViewer(summer, '', 'T1')
    await ana.buy('p_brl_300')
    await ana.buy('p_brl_600')
    await bia.buy('p_brl_600', { isReal: false })
    const back = await caio.buy('p_brl_300')
    await refundByHand(server, back)
    await davi.buy('p_brl_300')

    // The next day in the campaign's zone.
    server.clock.advance(DAY)
    await ana.lands(undefined)
    await bia.lands(summer, 'tiktok')
    await bia.buy('p_brl_300')
    await davi.lands(winter)
    const brl = (revenue: number, refunded: number, payers: number, arppu: number | null) => [
      { currency: 'BRL', revenue, refunded, payers, arppu }
    ]
    const readYesterday = (group_by: string) => reportOf(partner, { from: 'yesterday', to: 'yesterday', group_by })
    for (const isRolled of [false, true]) {
      if (isRolled) await rollUpAll()
      const { list, from, to, timezone, totals, reconciliation } = await readYesterday('lpid,utm_source')
      expect([from, to, timezone]).toEqual(['2026-11-21', '2026-11-21', ZONE])
      const names = ['lpid', 'utm_source', 'visits', 'purchases', 'payers', 'd1', 'money'] as const
      expect(list.map(row => names.map(name => row[name]))).toEqual([
        [summer, '', 1, 0, 0, null, []],
        [summer, 'facebook', 2, 2, 1, null, brl(2980, 0, 1, 2980)],
        [summer, 'google', 1, 1, 1, null, brl(990, 990, 1, 990)],
        [winter, 'facebook', 1, 1, 1, null, brl(990, 0, 1, 990)]
      ])
      expect(list.map(row => row.name)).toEqual([
        ...Array(3).fill(`=Campaign ${summer.slice(5)}`),
        `=Campaign ${winter.slice(5)}`
      ])
      expect(list[1]?.test).toMatchObject({ purchases: 1, money: [{ currency: 'BRL', revenue: 1990, refunded: 0 }] })
      expect(totals).toMatchObject({ visits: 5, purchases: 4, payers: 3, money: brl(4960, 990, 3, 1653) })
      expect(reconciliation).toMatchObject({
        revenue: [{ currency: 'BRL', report: 4960, orders: 4960, difference: 0 }],
        refunded: [{ currency: 'BRL', difference: 0 }],
        coins: { difference: 0 }
      })
      const countries = await readYesterday('country')
      expect(countries.list.map(row => [row.country, row.visits, row.purchases, row.payers])).toEqual([
        ['', 1, 0, 0],
        ['BR', 3, 3, 2],
        ['PT', 1, 1, 1]
      ])
    }
    const today = await reportOf(partner, { from: 'today', to: 'today', group_by: 'utm_source' })
    expect(today.list.map(row => [row.utm_source, row.visits, row.purchases, row.payers])).toEqual([
      ['', 1, 0, 0],
      ['tiktok', 1, 1, 1]
    ])
    const both = await reportOf(partner, { from: 'yesterday', to: 'today', lpid: summer, group_by: 'lpid' })
    expect([both.totals.payers, both.totals.purchases]).toEqual([3, 4])

    server.clock.advance(DAY)
    const returned = async () => {
      const { list, totals } = await reportOf(partner, {
        from: '2026-11-21',
        to: '2026-11-21',
        group_by: 'lpid,utm_source'
      })
      return [totals.d1, totals.d7, ...list.map(row => [row.d1, row.d7])]
    }
    expect(await returned()).toEqual([null, null, [null, null], [null, null], [null, null], [null, null]])
    await countAllReturns()
    expect(await returned()).toEqual([0.6, null, [0, null], [1, null], [0, null], [1, null]])
    const days = await reportOf(partner, { from: '2026-11-21', group_by: 'day' })
    expect(days.list.map(row => row.d1)).toEqual([0.6, null, null])
    const { list: dramas } = await reportOf(partner, { from: '2026-11-21', group_by: 'drama' })
    expect(dramas.map(row => [row.drama_id, row.payers, row.d1, row.d7])).toEqual([['', 4, null, null]])
    server.clock.advance(5 * DAY)
    await caio.lands(winter)
    server.clock.advance(DAY)
    await countAllReturns()
    expect(await returned()).toEqual([0.6, 0.2, [0, 0], [1, 0], [0, 1], [1, 0]])
  })

  test('an order counts for the visit that is credited: the latest one in the window, then the first one', async () => {
    const lpid = await openCampaign(server, { timezone: ZONE })
    const partner = await openPartner(server, [lpid])
    const viewer = await openViewer(lpid, 'first', 'BR')
    server.clock.advance(DAY)
    await viewer.lands(lpid, 'second')
    server.clock.advance(6 * DAY)
    await viewer.buy('p_brl_300')
    await viewer.post('/event/collect', {
      events: [{ event: 'view_content', event_id: 'ev_second', at: server.clock.now(), props: { drama_id: 'd_rain' } }]
    })
    server.clock.advance(2 * DAY)
    const late = await viewer.buy('p_brl_600')
    const { data } = await viewer.post('/drama/play', { drama_id: 'd_rain', episode_no: 1 })
    await serveFilm(server, viewer.userId, data.episode.id)
    server.clock.advance(1000)
    const beats = [{ seq: 0, from_s: 0, to_s: 1, played_s: 1 }]
    const about = { play_id: data.play_id, episode_id: data.episode.id, position_s: 1 }
    await viewer.post('/drama/progress', { ...about, beats })
    await viewer.post('/drama/unlock', { episode_id: 'e_rain_3', expect_price: 60 }, newKey())
    // A visit after the order does not change what it counts for.
    await viewer.lands(lpid, 'third')
    await refundByHand(server, late)
    for (const isRolled of [false, true]) {
      if (isRolled) await rollUpAll()
      const { list } = await reportOf(partner, { from: '2026-11-20', group_by: 'utm_source' })
      const names = ['utm_source', 'visits', 'views', 'starts', 'unlocks', 'purchases', 'refunds'] as const
      expect(list.map(row => names.map(name => row[name]))).toEqual([
        ['first', 1, 0, 1, 1, 1, 1],
        ['second', 1, 1, 0, 0, 1, 0],
        ['third', 1, 0, 0, 0, 0, 0]
      ])
    }
  })

  test('merged persons count once, from their first visit, and what they watched before is a return', async () => {
    const lpid = await openCampaign(server, { timezone: ZONE })
    const partner = await openPartner(server, [lpid])
    const start = new Date(server.clock.now()).toISOString().slice(0, 10)
    const email = newAddress()
    const first = await openViewer(lpid, 'facebook')
    await signInByMail(server, email, first)
    server.clock.advance(DAY)
    const second = await openViewer(lpid, 'google')
    await second.buy('p_brl_300')
    const { data } = await second.post('/drama/play', { drama_id: 'd_rain', episode_no: 1 })
    await serveFilm(server, second.userId, data.episode.id)
    server.clock.advance(2000)
    const about = { play_id: data.play_id, episode_id: data.episode.id, position_s: 2 }
    await second.post('/drama/progress', { ...about, beats: [{ seq: 0, from_s: 0, to_s: 2, played_s: 2 }] })
    server.clock.advance(2 * DAY)
    await countAllReturns()
    const read = async () => {
      const { list, totals } = await reportOf(partner, { from: start, group_by: 'utm_source' })
      return [totals.payers, totals.d1, ...list.map(row => [row.utm_source, row.payers, row.d1])]
    }
    expect(await read()).toEqual([1, 0, ['facebook', 0, 0], ['google', 1, 0]])
    const account = await signInByMail(server, email, second)
    expect(account.merged).not.toBeNull()
    const { rows } = await sql<object>`select user_id, utm_source, returned_1 from campaign_newcomers
      where lpid = ${lpid}`.execute(server.db)
    expect(rows).toEqual([{ user_id: account.userId, utm_source: 'facebook', returned_1: null }])
    await sql`update visits set created_at = created_at - interval '3 days' where user_id = ${account.userId}
      and utm_source = 'google'`.execute(server.db)
    await countAllReturns()
    // The beats are still the merged visitor's.
    expect(await read()).toEqual([1, 1, ['facebook', 0, 1], ['google', 1, null]])
  })

  test('without consent a visit has no source; a late yes names it once, a no forgets it and changes no sum', async () => {
    const lpid = await openCampaign(server, { timezone: ZONE })
    const partner = await openPartner(server, [lpid])
    const from = new Date(server.clock.now()).toISOString().slice(0, 10)
    const landing = { lpid, landing_url: 'https://shop.test/?utm_source=google' }
    const viewer = await openViewer(lpid, 'google', 'BR', { consent: 'unknown' })
    const answer = (consent: string) => viewer.post('/index/visitor_login', { ...landing, consent })
    const read = async () => {
      const { list } = await reportOf(partner, { from, group_by: 'utm_source,country' })
      const names = ['utm_source', 'country', 'visits', 'new_visitors', 'purchases', 'payers'] as const
      return list.map(row => names.map(name => row[name]))
    }
    expect(await read()).toEqual([['', '', 1, 1, 0, 0]])
    await rollUpAll()
    await answer('granted')
    expect(await read()).toEqual([['google', 'BR', 1, 1, 0, 0]])
    await rollUpAll()
    expect(await read()).toEqual([['google', 'BR', 1, 1, 0, 0]])
    await viewer.buy('p_brl_300')
    expect(await read()).toEqual([['google', 'BR', 1, 1, 1, 1]])
    await answer('denied')
    for (const table of ['visits', 'orders', 'campaign_newcomers'] as const) {
      const stored = await server.db
        .selectFrom(table)
        .select(['utm_source', 'country'])
        .where('user_id', '=', viewer.userId)
        .execute()
      expect([table, stored]).toEqual([table, [{ utm_source: '', country: '' }]])
    }
    await answer('granted')
    await rollUpAll()
    expect(await read()).toEqual([['google', 'BR', 1, 1, 1, 0]])
  })

  test('a landing page cannot add names without end: 100 new ones a day, 1,000 in a month, and known ones remain', async () => {
    const lpid = await openCampaign(server, { timezone: ZONE })
    let visits = 0
    const land = async (names: string[], day: string) => {
      const rows = names.map(utm_source => {
        visits += 1
        return {
          user_id: `u_${visits}`,
          id: `v_${lpid}_${visits}`,
          lpid,
          known: true,
          device_id: '',
          click_ids: '{}',
          ...{
            utm_source,
            user_agent: '',
            landing_url: null,
            referrer_host: null,
            created_at: new Date(`${day}T12:00:00Z`)
          }
        }
      })
      const stored = await server.db.insertInto('visits').values(rows).returning('utm_source').execute()
      return stored.map(row => row.utm_source)
    }
    const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`)
    expect(await land(['good', ...names('a', 99)], '2026-10-01')).toEqual(['good', ...names('a', 99)])
    expect(await land(['new', 'good', 'a7', '(other)'], '2026-10-01')).toEqual(['(other)', 'good', 'a7', '(other)'])
    for (let day = 2; day <= 10; day++) {
      const date = `2026-10-${`${day}`.padStart(2, '0')}`
      expect(await land(names(`d${day}_`, 100), date)).not.toContain('(other)')
      expect(await land(['good', 'x'], date)).toEqual(['good', '(other)'])
    }
    expect(await land(['eleventh', 'good'], '2026-10-11')).toEqual(['(other)', 'good'])
    // The names of the first day are a month old, the good one is not.
    expect(await land(['eleventh', 'good', 'a7'], '2026-10-31')).toEqual(['eleventh', 'good', 'a7'])
  })

  test('a source is at most 64 characters in lower case, and a country only what a trusted proxy says', async () => {
    const lpid = await openCampaign(server)
    const stored = async (userId: string) =>
      (
        await server.db.selectFrom('visits').select(['utm_source', 'country']).where('user_id', '=', userId).execute()
      )[0]
    const cases: [source: string, country: string, expected: object][] = [
      [`${'É'.repeat(70)}`, 'br', { utm_source: 'é'.repeat(64), country: 'BR' }],
      ['😀'.repeat(70), 'XX', { utm_source: '😀'.repeat(64), country: '' }],
      ['\t A \n', 'T1', { utm_source: 'a', country: '' }],
      ['   ', 'BRA', { utm_source: '', country: '' }],
      ["'; drop table visits; --", 'EU', { utm_source: "'; drop table visits; --", country: '' }],
      ['a\0b', 'ZZ', { utm_source: 'ab', country: '' }],
      ['x', 'QQ', { utm_source: 'x', country: '' }],
      ['x', 'TW', { utm_source: 'x', country: 'TW' }]
    ]
    for (const [source, country, expected] of cases) {
      expect(await stored((await openViewer(lpid, source, country)).userId)).toEqual(expected)
    }
    const untrusting = await openTestServer({
      engine,
      db: server.db,
      config: { countryHeader: 'cf-ipcountry', trustedProxies: 0 }
    })
    onTestFinished(() => untrusting.close())
    const client = createApiClient(untrusting, null, 'device1', { 'CF-IPCountry': 'BR' })
    const { data } = await client.post('/index/visitor_login', { lpid })
    expect(await stored(data.user.id)).toEqual({ utm_source: '', country: '' })
  })

  test('titles are in the asked language; what cannot be grouped is named with what can', async () => {
    const lpid = await openCampaign(server)
    const partner = await openPartner(server, [lpid])
    await server.db
      .insertInto('report_facts')
      .values({ lpid, at: new Date(server.clock.now()), kind: 'start', drama_id: 'd_rain', episode_no: 1 })
      .execute()
    const titles: [lang: string | undefined, title: string][] = [
      [undefined, 'rain pt'],
      ['pt', 'rain pt'],
      ['en', 'rain en'],
      ['es', 'rain es'],
      ['zh-cn', 'rain zh-cn'],
      ['zh-tw', 'rain zh-tw'],
      ['xx', 'rain pt']
    ]
    for (const [lang, title] of titles) {
      const { list } = await reportOf(partner, { group_by: 'day,drama', ...(lang === undefined ? {} : { lang }) })
      expect([lang, list.map(row => row.title)]).toEqual([lang, [title]])
    }
    const wrong = [
      ['user', 'not_a_dimension'],
      ['', 'not_a_dimension'],
      ['day,', 'not_a_dimension'],
      ['day,utm_medium', 'not_a_dimension'],
      ['day,day', 'same_dimension'],
      ['day,lpid,country', 'too_many_dimensions']
    ] as const
    for (const [group_by, reason] of wrong) {
      const { code, data } = await partner.get('report', { group_by })
      expect([group_by, code, data]).toEqual([
        group_by,
        4001,
        {
          fields: ['group_by'],
          reason,
          allowed: ['day', 'hour', 'lpid', 'drama', 'episode', 'utm_source', 'country'],
          most: 2
        }
      ])
    }
    for (const group_by of ['day,drama', 'episode,day', 'hour,country']) {
      const { data } = await partner.get('report', { group_by, from: '2026-10-01', to: '2026-11-05' })
      expect(data.reason).toBe('too_long')
    }
    const csv = await (await partner.raw('report', { group_by: 'utm_source,day', format: 'csv' })).text()
    const [head = '', row = ''] = csv.split('\r\n')
    expect(head.split(',').slice(0, 4)).toEqual(['utm_source', 'day', 'starts_at', 'visits'])
    expect(head).toContain(',payers,d1,d7')
    expect(head).toMatch(/,revenue_decimal_BRL,refunded_decimal_BRL,starts_at_iso$/)
    expect(row).toMatch(/,\d+\.\d\d,\d+\.\d\d,\d{4}-\d\d-\d\dT00:00:00-03:00$/)
    expect(row.split(',')).toHaveLength(head.split(',').length)
  })

  test('what was rolled up before there were sources keeps its sums, and gets the sources that are known', async () => {
    const old = await openEmptyDatabase(engine)
    onTestFinished(() => old.close())
    const known = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0026'))
    await new Migrator({ db: old.db, provider: { getMigrations: async () => known } }).migrateToLatest()
    const at = new Date('2026-11-20T12:00:00Z')
    await sql`insert into campaigns (lpid, name, status, timezone, created_at)
      values ('old', 'Old', 'active', 'America/Sao_Paulo', ${at})`.execute(old.db)
    const visits = [
      ['u_1', 'v_1', JSON.stringify({ source: ' Facebook' }), 'https://shop.test/', 0],
      ['u_1', 'v_2', '{}', 'https://shop.test/?utm_source=Google&x=1', DAY],
      ['u_2', 'v_3', '{}', null, 0]
    ] as const
    for (const [user, id, utm, url, later] of visits) {
      await sql`insert into visits (user_id, id, lpid, known, device_id, click_ids, user_agent, utm, landing_url, created_at)
        values (${user}, ${id}, 'old', true, '', '{}', '', ${utm}::jsonb, ${url}, ${new Date(at.getTime() + later)})`.execute(
        old.db
      )
    }
    for (const [index, user] of ['u_1', 'u_2'].entries()) {
      await sql`insert into orders (order_no, event_id, user_id, product_id, kind, coins, bonus, amount, currency, status,
          provider, is_test, lang, lpid, created_at, expires_at)
        values (${`o_${index}`}, ${`p_o_${index}`}, ${user}, 'p_x', 'coins', 300, 0, 990, 'BRL', 'created', 'sandbox', false,
          'pt', 'old', ${new Date(at.getTime() + HOUR)}, ${new Date(at.getTime() + 2 * HOUR)})`.execute(old.db)
    }
    // As the version before did it.
    await sql`insert into report_rollups (grain, lpid, bucket, drama_id, episode_no, currency, is_test, visits, new_visitors,
        checkouts)
      select grain, lpid, floor(extract(epoch from at) / 900)::integer / slots, '', 0, currency, false,
        count(*) filter (where kind in ('visit', 'first_visit')), count(*) filter (where kind = 'first_visit'),
        count(*) filter (where kind = 'checkout')
      from report_facts cross join (values ('campaign', 1), ('hour', 4), ('episode', 1), ('day', 96), ('span', 768))
        as grains (grain, slots)
      group by 1, 2, 3, currency`.execute(old.db)
    await sql`delete from report_facts`.execute(old.db)
    await migrate(old.db)
    const upgraded = await openTestServer({ engine, db: old.db, config: { operatorKey: OPERATOR_KEY } })
    onTestFinished(() => upgraded.close())
    const partner = await openPartner(upgraded, ['old'])
    for (const isRolled of [false, true]) {
      if (isRolled) while ((await rollUpFacts(old.db)) > 0);
      for (const group_by of [
        'utm_source',
        'lpid,utm_source',
        'drama,utm_source',
        'utm_source,country',
        'day,utm_source'
      ]) {
        const { list, totals } = await reportOf(partner, { group_by, from: '2026-11-20', to: '2026-11-21' })
        const sumUp = (name: string, source: string) =>
          list.filter(row => row.utm_source === source).reduce((sum, row) => sum + Number(row[name]), 0)
        const numbers = ['', 'facebook', 'google'].map(source =>
          ['visits', 'new_visitors', 'checkouts'].map(name => sumUp(name, source))
        )
        expect([group_by, numbers]).toEqual([
          group_by,
          [
            [1, 1, 1],
            [1, 1, 1],
            [1, 0, 0]
          ]
        ])
        expect(totals).toMatchObject({ visits: 3, new_visitors: 2, checkouts: 2 })
      }
    }
    const newcomers = await old.db
      .selectFrom('campaign_newcomers')
      .select(['user_id', 'utm_source'])
      .orderBy('user_id')
      .execute()
    expect(newcomers).toEqual([
      { user_id: 'u_1', utm_source: 'facebook' },
      { user_id: 'u_2', utm_source: '' }
    ])
    await countReturns(old.db, { now: new Date('2026-11-25T12:00:00Z'), defaultZone: 'Asia/Taipei' })
    const { totals } = await reportOf(partner, { from: '2026-11-20', to: '2026-11-20' })
    expect(totals.d1).toBe(0.5)
  })
})
