import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccount, signInByMail } from '../support/accounts.js'
import { createApiClient, signIn } from '../support/api-client.js'
import { openBuyer, refundByHand } from '../support/buyer.js'
import { serveFilm } from '../support/film.js'
import { expectValidLedger, giveCoins, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { episodeIdOf, fixtures, writeCatalogue, writeDrama } from '../support/package-fixture.js'
import { OPERATOR_KEY, openCampaign, openPartner, operate } from '../support/partners.js'
import { engines, openTestDatabase } from '../support/servers/test-database.js'

const MINUTE = 60_000
const DAY = 1440 * MINUTE

const variant = (name: string, change: object = {}) => ({ name, share: 50, ...change })
const draft = (lpid: string, change: object = {}) => ({
  lpid,
  name: 'First episodes',
  goal: 'purchase_rate',
  variants: [
    variant('As it is'),
    variant('Ten free', {
      start_drama_id: 'd_long',
      start_episode_no: 2,
      free_episodes_override: 10,
      offer_id: 'p_brl_1200',
      theme: { accent: '#00aa88', accent_strong: '#005544' }
    })
  ],
  ...change
})

describe.each(engines)('experiments on %s', engine => {
  let server: TestServer
  let database: Awaited<ReturnType<typeof openTestDatabase>>
  let statements = 0
  const countStatements: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1
      return result
    }
  }
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    const db = database.db.withPlugin(countStatements)
    server = await openTestServer({
      engine,
      db,
      config: { operatorKey: OPERATOR_KEY, publicUrl: 'https://drama.test' }
    })
    writeDrama(server.catalogueDir, { slug: 'long', episodes: 20, free: 2, sort: 9 })
    writeCatalogue(server.catalogueDir, fixtures)
    await server.loader.scan()
    // Payments of the sandbox are tests, which no report counts.
    await sql`create function make_order_real() returns trigger language plpgsql as $$
      begin new.is_test := false; return new; end $$`.execute(server.db)
    await sql`create trigger a_real_order before insert on orders for each row execute function make_order_real()`.execute(
      server.db
    )
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })

  type Partner = Awaited<ReturnType<typeof openPartner>>

  async function open() {
    const lpid = await openCampaign(server)
    const partner = await openPartner(server, [lpid])
    return { lpid, partner }
  }
  async function start(partner: Partner, change: object): Promise<string> {
    const { data } = await partner.post('experiment_save', change)
    expect(await partner.post('experiment_start', { id: data.id })).toMatchObject({
      code: 200,
      data: { status: 'running' }
    })
    return data.id
  }
  const show = async (partner: Partner, id: string) => (await partner.get('experiment_show', { id })).data
  const assignmentOf = (userId: string) =>
    server.db.selectFrom('experiment_assignments').selectAll().where('user_id', '=', userId).executeTakeFirst()

  /** Visitors until each variant has one, by the number of the variant. */
  async function visitAll(lpid: string, body: object = {}) {
    const found = new Map<number, Awaited<ReturnType<typeof openBuyer>> & { visit: VisitAnswer }>()
    while (found.size < 2) {
      const { data: visit } = await createApiClient(server).post('/index/visitor_login', {
        lpid,
        want: 'start',
        ...body
      })
      const no = (await assignmentOf(visit.user.id))?.variant_no ?? 0
      const buyer = await openBuyer(server)
      found.set(no, { ...buyer, ...createApiClient(server, visit.token), userId: visit.user.id, visit })
    }
    const [one, two] = [found.get(1), found.get(2)]
    if (one === undefined || two === undefined) throw new Error('no such variant')
    return { one, two }
  }
  type VisitAnswer = Awaited<ReturnType<typeof visitOf>>
  const visitOf = async (body: object) => (await createApiClient(server).post('/index/visitor_login', body)).data

  test('each viewer sees one variant everywhere: start, colours, offer, and what is free in lists, quote, play and unlock', async () => {
    const { lpid, partner } = await open()
    await operate(server, 'campaign_save', {
      lpid,
      mode: 'set',
      start_drama_id: 'd_rain',
      free_episodes_override: 4,
      offer_id: 'p_brl_600',
      theme: { accent: '#ff0000', radius: '4px' }
    })
    await start(partner, draft(lpid))
    const { one, two } = await visitAll(lpid)
    expect(one.visit.campaign).toMatchObject({
      start_drama_id: 'd_rain',
      start_episode_no: 1,
      offer: { product_id: 'p_brl_600' },
      theme: { accent: '#ff0000', radius: '4px' }
    })
    expect(two.visit.campaign).toMatchObject({
      start_drama_id: 'd_long',
      start_episode_no: 2,
      offer: { product_id: 'p_brl_1200' },
      theme: { accent: '#00aa88', accent_strong: '#005544', radius: '4px' }
    })
    expect(one.visit.first).toMatchObject({ drama_id: 'd_rain', episode: { no: 1 } })
    expect(two.visit.first).toMatchObject({ drama_id: 'd_long', episode: { no: 2 }, next: { no: 3, state: 'free' } })
    for (const [viewer, free, offer] of [
      [one, 4, 'p_brl_600'],
      [two, 10, 'p_brl_1200']
    ] as const) {
      const { list } = (await viewer.get('/drama/episodes', { drama_id: 'd_long' })).data
      expect(list.filter(({ state }) => state === 'free')).toHaveLength(free)
      expect((await viewer.get('/drama/detail', { drama_id: 'd_long' })).data.drama.free_count).toBe(free)
      expect((await viewer.get('/drama/quote', { drama_id: 'd_long', to_no: '20' })).data.remaining).toBe(20 - free)
      const codes = [free, free + 1].map(async episode_no =>
        viewer.post('/drama/play', { drama_id: 'd_long', episode_no }).then(({ code }) => code)
      )
      expect(await Promise.all(codes)).toEqual([200, 4201])
      const first = await server.fetch(`/m/opening/d_long/${free}`, {
        method: 'POST',
        headers: { 'Content-Type': 'text/plain' },
        body: JSON.stringify({ token: viewer.token })
      })
      expect(first.status).toBe(200)
      expect((await viewer.get('/store/index')).data.products[0]).toMatchObject({ id: offer, badge: 'offer' })
      await giveCoins(server, viewer.userId, 500)
      const unlock = (no: number) =>
        viewer.post(
          '/drama/unlock',
          { episode_id: episodeIdOf('long', no), expect_price: 60, source: 'coins' },
          newKey()
        )
      expect((await unlock(free)).code).toBe(4205)
      expect((await unlock(free + 1)).code).toBe(200)
      await expectValidLedger(server.db, viewer.userId)
    }
    const { data } = await createApiClient(server).get('/index/config', { lpid })
    expect(data.campaign).toMatchObject({ start_drama_id: 'd_rain', offer: { product_id: 'p_brl_600' } })
  })

  test('a viewer stays in the variant on every device and visit; an ended experiment gives everybody the campaign', async () => {
    const { lpid, partner } = await open()
    const id = await start(partner, draft(lpid))
    const { two } = await visitAll(lpid)
    const again = await createApiClient(server, two.token, 'device2').post('/index/visit', { lpid })
    expect(again.data.campaign.start_drama_id).toBe('d_long')
    expect(
      await server.db.selectFrom('experiment_assignments').selectAll().where('user_id', '=', two.userId).execute()
    ).toHaveLength(1)
    expect((await partner.post('experiment_end', { id })).data.status).toBe('ended')
    expect((await two.post('/index/visit', { lpid })).data.campaign.start_drama_id).toBeNull()
    expect((await two.post('/drama/play', { drama_id: 'd_long', episode_no: 3 })).code).toBe(4201)
    const late = await signIn(server, { lpid })
    expect(await assignmentOf(late.userId)).toBeUndefined()
  })

  test('a visit takes no more statements while nothing is tried, and new visitors not even then', async () => {
    const { lpid, partner } = await open()
    // The fewest of some visits, because now and then one also reads the catalogue anew.
    const count = async (visitOnce: () => Promise<unknown>) => {
      const counts: number[] = []
      while (counts.length < 4) {
        statements = 0
        await visitOnce()
        counts.push(statements)
      }
      return Math.min(...counts)
    }
    const known = await signIn(server, { lpid })
    const newcomer = () => createApiClient(server).post('/index/visitor_login', { lpid })
    const revisit = () => known.post('/index/visit', { lpid })
    await newcomer()
    await revisit()
    const before = { newcomer: await count(newcomer), revisit: await count(revisit) }
    await start(partner, draft(lpid))
    await newcomer()
    await revisit()
    expect(await count(newcomer)).toBe(before.newcomer)
    expect(await count(revisit)).toBe(before.revisit + 1)
    const play = () => known.post('/drama/play', { drama_id: 'd_long', episode_no: 1 })
    await play()
    const assigned = await count(play)
    const other = await signIn(server)
    expect(await count(() => other.post('/drama/play', { drama_id: 'd_long', episode_no: 1 }))).toBe(assigned)
  })

  test('the numbers of all variants together are those of the campaign’s report, without tests', async () => {
    const { lpid, partner } = await open()
    server.clock.advance(DAY)
    const id = await start(partner, draft(lpid))
    const buyers = await Promise.all(Array.from({ length: 8 }, () => openBuyer(server, { lpid })))
    await openBuyer(server, { lpid, is_test: true })
    for (const [index, buyer] of buyers.entries()) {
      const { data } = await buyer.post('/drama/play', { drama_id: 'd_rain', episode_no: 1 })
      await serveFilm(server, buyer.userId, data.episode.id)
      server.clock.advance(2000)
      if (index < 6) {
        const beats = [{ seq: 0, from_s: 0, to_s: 1, played_s: 1 }]
        await buyer.post('/drama/progress', {
          play_id: data.play_id,
          episode_id: data.episode.id,
          position_s: 1,
          beats
        })
      }
      const paywall = { event: 'paywall', at: server.clock.now(), props: { drama_id: 'd_rain', episode_no: 3 } }
      const events = [0, 1].map(no => ({ ...paywall, event_id: `ev_wall_${id}_${index}_${no}` }))
      if (index < 5) await buyer.post('/event/collect', { events })
      if (index < 4) await buyer.order('p_brl_300')
      const orders: string[] = []
      if (index < 3) orders.push(await buyer.buy('p_brl_600'), await buyer.buy('p_brl_300'))
      if (index === 0) await refundByHand(server, orders[0] ?? '')
    }
    const { variants, sample_ratio_p, currency } = await show(partner, id)
    expect(variants).toHaveLength(2)
    const sum = (name: string) =>
      variants.reduce((total: number, one: Record<string, number>) => total + (one[name] ?? 0), 0)
    const { totals } = (await partner.get('report', { lpid })).data
    expect({ visits: sum('visitors'), starts: sum('starts'), paywalls: sum('paywalls') }).toEqual({
      visits: totals.new_visitors,
      starts: totals.starts,
      paywalls: totals.paywalls
    })
    expect([sum('checkouts'), sum('purchases'), sum('buyers')]).toEqual([
      totals.checkouts,
      totals.purchases,
      totals.payers
    ])
    expect([
      sum('visitors'),
      sum('starters'),
      sum('paywall_visitors'),
      sum('checkout_visitors'),
      sum('buyers')
    ]).toEqual([8, 6, 5, 4, 3])
    const money = variants.flatMap(
      (one: { money: { revenue: number; refunded: number; refunds: number }[] }) => one.money
    )
    const moneySum = (name: 'revenue' | 'refunded' | 'refunds') =>
      money.reduce((total: number, entry: Record<typeof name, number>) => total + entry[name], 0)
    expect([moneySum('revenue'), moneySum('refunded'), moneySum('refunds')]).toEqual([
      totals.money[0].revenue,
      totals.money[0].refunded,
      1
    ])
    expect(moneySum('revenue')).toBe(3 * (1990 + 990))
    expect([currency, sample_ratio_p > 0.001]).toEqual(['BRL', true])
    expect(variants[1].comparison).toEqual({ verdict: 'too_few', difference: null, more_visitors: null })
    const csv = await (await partner.raw('experiment_show', { id, format: 'csv' })).text()
    expect(csv.split('\r\n')[0]).toContain('no,name,share,visitors')
    expect(csv.trim().split('\r\n')).toHaveLength(3)
    // After the end nothing counts.
    await partner.post('experiment_end', { id })
    await buyers[7]?.buy('p_brl_600')
    expect((await show(partner, id)).variants).toMatchObject(
      variants.map(({ purchases, buyers: persons }: { purchases: number; buyers: number }) => ({
        purchases,
        buyers: persons
      }))
    )
  })

  test('a real visit replaces the assignment of a test; accounts that merge count once, in the earlier variant', async () => {
    const { lpid, partner } = await open()
    const id = await start(partner, draft(lpid))
    const tester = await signIn(server, { lpid, is_test: true })
    expect(await assignmentOf(tester.userId)).toMatchObject({ is_test: true })
    const visitors = async () => {
      const { variants } = await show(partner, id)
      return variants.map((one: { visitors: number }) => one.visitors).reduce((a: number, b: number) => a + b, 0)
    }
    expect(await visitors()).toBe(0)
    await tester.post('/index/visit', { lpid })
    expect(await visitors()).toBe(1)
    await tester.post('/index/visit', { lpid, is_test: true })
    expect(await visitors()).toBe(1)

    const account = await openAccount(server)
    const accountVisit = async () => {
      server.clock.advance(MINUTE)
      return account.post('/index/visit', { lpid })
    }
    const { one, two } = await visitAll(lpid)
    server.clock.advance(MINUTE)
    await accountVisit()
    const own = (await assignmentOf(account.userId))?.variant_no
    const earlier = own === 1 ? two : one
    const buyer = { ...(await openBuyer(server)), ...earlier }
    const order = await buyer.post('/store/order', { product_id: 'p_brl_600', provider: 'sandbox' }, newKey())
    await server.fetch(`/pay/sandbox/${order.data.order_no}`, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'approve' })
    })
    const before = await visitors()
    await signInByMail(server, account.email, earlier)
    expect(await visitors()).toBe(before - 1)
    expect(await assignmentOf(account.userId)).toMatchObject({ variant_no: own === 1 ? 2 : 1, purchases: 1 })
    const money = await server.db
      .selectFrom('experiment_money')
      .select(['variant_no', 'revenue'])
      .where('user_id', '=', account.userId)
      .execute()
    expect(money).toEqual([{ variant_no: own === 1 ? 2 : 1, revenue: '1990' }])
    const free = await account.post('/drama/play', { drama_id: 'd_long', episode_no: 10 })
    expect(free.code).toBe(own === 1 ? 200 : 4203)
  })

  test('a preview link shows a variant of a draft or a running experiment for half an hour and counts nothing', async () => {
    const { lpid, partner } = await open()
    const { data } = await partner.post('experiment_save', draft(lpid))
    const { variants } = await show(partner, data.id)
    const url = new URL(variants[1].preview_url)
    expect(url.origin).toBe('https://drama.test')
    expect([...url.searchParams.keys()]).toEqual(['lpid', 'drama', 'ep', 'lps'])
    const lps = url.searchParams.get('lps') ?? ''
    const viewer = await visitOf({ lpid, lps, want: 'start' })
    expect(viewer.campaign).toMatchObject({ start_drama_id: 'd_long', theme: { accent: '#00aa88' } })
    expect(viewer.warnings).toEqual([])
    const client = createApiClient(server, viewer.token)
    const play = async () => (await client.post('/drama/play', { drama_id: 'd_long', episode_no: 10 })).code
    expect(await play()).toBe(200)
    expect(await assignmentOf(viewer.user.id)).toBeUndefined()
    const visit = await server.db.selectFrom('visits').select('is_test').where('user_id', '=', viewer.user.id).execute()
    expect(visit).toEqual([{ is_test: true }])
    server.clock.advance(31 * MINUTE)
    expect(await play()).toBe(4203)
    await partner.post('experiment_start', { id: data.id })
    const { one } = await visitAll(lpid)
    expect((await one.post('/index/visit', { lpid, lps })).data.campaign.start_drama_id).toBe('d_long')
    expect((await one.post('/drama/play', { drama_id: 'd_long', episode_no: 10 })).code).toBe(200)
    expect(await assignmentOf(one.userId)).toMatchObject({ variant_no: 1, is_test: false })
    for (const wrong of [
      lps.replace('.2.', '.1.'),
      `${lps}x`,
      'preview.x_0000000000000000.1.zzzz.aaaaaaaaaaaaaaaaaaaaaa'
    ])
      expect((await visitOf({ lpid, lps: wrong })).warnings).toEqual(['lps'])
    server.clock.advance(8 * DAY)
    expect((await visitOf({ lpid, lps })).warnings).toEqual(['lps'])
  })

  test('an experiment whose variants show the same does not start', async () => {
    const { lpid, partner } = await open()
    await operate(server, 'campaign_save', {
      lpid,
      mode: 'set',
      start_drama_id: 'd_long',
      offer_id: 'p_brl_600',
      theme: { accent: '#00aa88' }
    })
    const startWith = async (...changes: readonly object[]) => {
      const shares = changes.map((_, index) => (index === 0 ? 100 - (changes.length - 1) * 20 : 20))
      const variants = changes.map((change, index) => variant(`${index}`, { share: shares[index], ...change }))
      const { data } = await partner.post('experiment_save', draft(lpid, { variants }))
      return partner.post('experiment_start', { id: data.id })
    }
    const refusedAt = (no: number, sameAs: number) => ({
      code: 4001,
      data: { fields: [`variants.${no - 1}`], reason: 'same_variant', same_as: sameAs }
    })
    const ten = { free_episodes_override: 10 }
    const rain = { start_drama_id: 'd_rain', theme: { accent: '#0088aa', accent_strong: '#005544' } }
    const sameRain = {
      start_drama_id: 'd_rain',
      start_episode_no: 1,
      theme: { accent_strong: '#005544', accent: '#0088AA' }
    }
    expect(await startWith({}, {})).toMatchObject(refusedAt(2, 1))
    expect(await startWith({}, ten, ten)).toMatchObject(refusedAt(3, 2))
    expect(await startWith(rain, {}, sameRain)).toMatchObject(refusedAt(3, 1))
    // What the campaign has already.
    for (const own of [{ start_drama_id: 'd_long' }, { offer_id: 'p_brl_600' }, { theme: { accent: '#00aa88' } }])
      expect(await startWith({}, own)).toMatchObject(refusedAt(2, 1))
    expect(await startWith({}, ten, rain)).toMatchObject({ code: 200 })
  })

  test('what is wrong is named where it is; after the start nothing changes, and one runs at a time', async () => {
    const { lpid, partner } = await open()
    const save = (change: object) => partner.post('experiment_save', draft(lpid, change))
    const withVariant = (change: object) => save({ variants: [variant('A'), variant('B', change)] })
    const refused = (field: string, reason?: string) => ({
      code: 4001,
      data: { fields: [field], ...(reason !== undefined && { reason }) }
    })
    expect(await withVariant({ share: 40 })).toMatchObject(refused('variants', 'shares_not_100'))
    expect(await withVariant({ start_drama_id: 'd_nothing' })).toMatchObject(
      refused('variants.1.start_drama_id', 'no_episode')
    )
    expect(await withVariant({ start_drama_id: 'd_long', start_episode_no: 99 })).toMatchObject(
      refused('variants.1.start_episode_no', 'no_episode')
    )
    expect(await withVariant({ start_episode_no: 2 })).toMatchObject(
      refused('variants.1.start_episode_no', 'no_start_drama')
    )
    expect(await withVariant({ offer_id: 'p_none' })).toMatchObject(refused('variants.1.offer_id', 'not_on_sale'))
    expect(await withVariant({ theme: { accent_strong: '#ffff00' } })).toMatchObject(
      refused('variants.1.theme.accent_strong')
    )
    expect(await save({ variants: [variant('A', { share: 99 })] })).toMatchObject(refused('variants'))
    expect(await save({ lpid: 'other' })).toMatchObject(refused('lpid', 'unknown_campaign'))

    const { data } = await save({})
    const first = await show(partner, data.id)
    const changed = await partner.post('experiment_save', {
      ...draft(lpid),
      name: '<b>B</b>',
      id: data.id,
      version: first.version
    })
    expect(changed.code).toBe(200)
    expect(
      await partner.post('experiment_save', { ...draft(lpid), id: data.id, version: first.version })
    ).toMatchObject(refused('version', 'changed_meanwhile'))
    const stranger = await openPartner(server, [await openCampaign(server)])
    for (const call of ['experiment_start', 'experiment_end', 'experiment_delete'])
      expect(await stranger.post(call, { id: data.id })).toMatchObject(refused('id', 'unknown_experiment'))
    expect(await stranger.get('experiment_show', { id: data.id })).toMatchObject(refused('id', 'unknown_experiment'))
    expect((await stranger.get('experiment_list')).data.list).toEqual([])
    expect(await partner.post('experiment_end', { id: data.id })).toMatchObject(refused('id', 'not_started'))
    await partner.post('experiment_start', { id: data.id })
    const other = await save({ name: 'Other' })
    expect(await partner.post('experiment_start', { id: other.data.id })).toMatchObject(refused('id', 'other_running'))
    for (const [call, request] of [
      ['experiment_save', { ...draft(lpid), id: data.id }],
      ['experiment_start', { id: data.id }],
      ['experiment_delete', { id: data.id }]
    ] as const)
      expect(await partner.post(call, request)).toMatchObject(refused('id', 'already_started'))
    for (const statement of [
      sql`update experiment_variants set share = 10 where experiment_id = ${data.id}`,
      sql`delete from experiment_variants where experiment_id = ${data.id}`,
      sql`update experiments set goal = 'start_rate' where id = ${data.id}`,
      sql`delete from experiments where id = ${data.id}`,
      sql`update experiments set status = 'running', started_at = now() where id = ${other.data.id}`
    ])
      await expect(statement.execute(server.db)).rejects.toThrow()
    expect((await partner.post('experiment_delete', { id: other.data.id })).data.deleted).toBe(true)
    const { list } = (await partner.get('experiment_list')).data
    expect(list).toMatchObject([
      { id: data.id, name: '<b>B</b>', status: 'running', campaign_name: expect.any(String) }
    ])
  })

  test('the chosen variant becomes the campaign, at the end or later, once', async () => {
    const { lpid, partner } = await open()
    await operate(server, 'campaign_save', { lpid, mode: 'set', theme: { radius: '4px' }, free_episodes_override: 5 })
    const id = await start(
      partner,
      draft(lpid, {
        variants: [variant('A'), variant('B', { start_drama_id: 'd_rain', theme: { accent: '#00aa88' } })]
      })
    )
    expect((await partner.post('experiment_end', { id, use_variant: 3 })).data).toMatchObject({
      fields: ['use_variant'],
      reason: 'no_variant'
    })
    expect((await partner.post('experiment_end', { id })).code).toBe(200)
    expect((await partner.post('experiment_end', { id })).data.reason).toBe('already_ended')
    expect((await partner.post('experiment_end', { id, use_variant: 2 })).code).toBe(200)
    expect((await partner.post('experiment_end', { id, use_variant: 1 })).data.reason).toBe('already_ended')
    const campaign = await server.db.selectFrom('campaigns').selectAll().where('lpid', '=', lpid).executeTakeFirst()
    expect(campaign).toMatchObject({
      start_drama_id: 'd_rain',
      start_episode_no: null,
      free_episodes_override: 5,
      theme: { radius: '4px', accent: '#00aa88' }
    })
    expect(await show(partner, id)).toMatchObject({ status: 'ended', chosen_variant: 2 })
  })
})
