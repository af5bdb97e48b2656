import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../server/lib/log.js'
import { createPlaybackMeasures } from '../../../server/modules/playback/playback-measures.js'
import { storePlaybackCounts } from '../../../server/modules/playback/playback-rollup-job.js'
import { rollUpFacts } from '../../../server/modules/report/rollup.js'
import { createTodayFeed, type TodayMessage } from '../../../server/modules/today/today-feed.js'
import { signIn } from '../support/api-client.js'
import { notify, openBuyer } from '../support/buyer.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { OPERATOR_KEY, openCampaign } from '../support/partners.js'
import { engines } from '../support/servers/test-database.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe.each(engines)('today on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine, config: { operatorKey: OPERATOR_KEY }, checkAnswers: true })
  })
  afterAll(() => server.close())

  async function ask(path: string, query: Record<string, string> = {}) {
    const headers = { Authorization: OPERATOR_KEY }
    return (await server.fetch(`/operator/${path}?${new URLSearchParams(query)}`, { headers })).json()
  }
  const readTotals = async (query: Record<string, string> = {}) => (await ask('today', query)).data.current.totals

  async function rollUpAll() {
    while ((await rollUpFacts(server.db)) > 0);
  }

  test('counts viewers with and without a campaign, before and after the roll-up', async () => {
    const lpid = await openCampaign(server)
    const buyer = await openBuyer(server, { lpid })
    const other = await openBuyer(server)
    await buyer.buy('p_brl_300')
    await other.order('p_brl_300')
    const events = (name: string) => [
      { event: 'view_content', event_id: `viewed_${name}`, at: server.clock.now(), props: { drama_id: 'd_rain' } }
    ]
    await buyer.post('/event/collect', { events: events('of_buyer') })
    await other.post('/event/collect', { events: events('of_other') })
    const expected = { visits: 2, new_visitors: 2, views: 2, purchases: 0, checkouts: 0 }
    expect(await readTotals()).toMatchObject({
      ...expected,
      test: { purchases: 1, money: [{ currency: 'BRL', revenue: 990, refunded: 0 }] }
    })
    await rollUpAll()
    expect(await readTotals()).toMatchObject({ ...expected, test: { purchases: 1 } })
  })

  test('the days before count until the same minute, with their whole hours beside', async () => {
    const zone = 'America/Sao_Paulo'
    const at = (text: string) => new Date(`2026-11-${text}-03:00`)
    server.clock.advance(at('24T10:07:30').getTime() - server.clock.now())
    const facts = [
      ['24T09:59:59', 1],
      ['24T10:03:00', 2],
      ['23T10:06:00', 8],
      ['23T10:16:00', 100],
      ['17T09:10:00', 16],
      ['17T23:59:00', 200]
    ] as const
    for (const [time, count] of facts) {
      await sql`insert into report_facts (lpid, at, kind, currency, amount)
        select '(none)', ${at(time)}::timestamptz, kind, 'BRL', 500
          from generate_series(1, ${count}::integer), unnest(array['purchase', 'unlock']) as kind`.execute(server.db)
    }
    await rollUpAll()
    const { data } = await ask('today', { zone })
    expect(data).toMatchObject({ day: '2026-11-24', timezone: zone, is_over: false })
    expect(Date.parse(data.yesterday.until)).toBe(at('23T10:07:30').getTime())
    const read = ({ totals, hours }: { totals: Record<string, number>; hours: Record<string, number>[] }) => [
      totals.purchases,
      totals.unlocks,
      hours.map(({ purchases }) => purchases).reduce((sum = 0, count = 0) => sum + count, 0)
    ]
    // The quarter of an hour that runs is half over. Payments count as a whole, so that their sum is one of prices.
    expect(read(data.yesterday)).toEqual([8, 4, 108])
    expect(data.yesterday.totals.money).toMatchObject([{ currency: 'BRL', revenue: 4000 }])
    expect(read(data.last_week)).toEqual([16, 16, 216])
    expect(read(data.current)[0]).toBe(3)
    expect(data.current.hours[9]).toMatchObject({ hour: 9, purchases: 1, money: [{ currency: 'BRL', revenue: 500 }] })
    const past = (await ask('today', { zone, day: '2026-11-23' })).data
    expect([past.is_over, past.current.totals.purchases]).toEqual([true, 108])
  })

  test('hours that a clock change repeats or skips are there once each', async () => {
    const hours = async (day: string) =>
      (await ask('today', { zone: 'Europe/Berlin', day })).data.current.hours.map(({ hour }: { hour: number }) => hour)
    expect((await hours('2026-10-25')).slice(0, 5)).toEqual([0, 1, 2, 2, 3])
    expect((await hours('2026-03-29')).slice(0, 4)).toEqual([0, 1, 3, 4])
  })

  test('a zone or a day that is none is named where it is', async () => {
    const reasons = async (query: Record<string, string>) => {
      const { code, data } = await ask('today', query)
      return [code, data.fields, data.reason]
    }
    expect(await reasons({ zone: 'Mars/Olympus' })).toEqual([4001, ['zone'], 'unknown_zone'])
    expect(await reasons({ day: '2026-02-30' })).toEqual([4001, ['day'], 'not_a_day'])
    expect(await reasons({ day: '<b>' })).toEqual([4001, ['day'], 'not_a_day'])
    expect(await reasons({ day: '2999-01-01' })).toEqual([4001, ['day'], 'in_the_future'])
  })

  test('what browsers measured gives percentiles that add up over servers and survive a restart', async () => {
    const viewer = await signIn(server)
    const collect = (more: object, id: string) =>
      viewer.post('/event/collect', {
        events: [{ event: 'search', event_id: `measured_${id}`, at: server.clock.now(), props: {} }],
        ...more
      })
    await collect({ first_frames_ms: [100, 110, 120, 130, 2000], rebuffer_ratios: [0, 0, 0.1, 0.3] }, 'a')
    await collect({ exits_before_start: 2, error_kinds: ['network', 'playback:decode', 'made_up', 'another'] }, 'b')
    const check = async () => {
      const { first_frame: frame, ...totals } = await readTotals()
      expect(frame.count).toBe(5)
      expect(Math.abs(frame.p50 - 120)).toBeLessThan(7)
      expect(Math.abs(frame.p95 - 2000)).toBeLessThan(100)
      expect(totals).toMatchObject({ early_exits: 2, rebuffering: { plays: 4, stalled: 2, share: 0.1 } })
      expect(totals.errors).toEqual([
        { kind: 'other', count: 2 },
        { kind: 'network', count: 1 },
        { kind: 'playback:decode', count: 1 }
      ])
    }
    await check()
    await storePlaybackCounts(server.db, server.metrics.playback)
    expect(server.metrics.playback.list()).toEqual([])
    await check()
    const secondServer = createPlaybackMeasures()
    const samples = { firstFramesMs: [100, 110, 120, 130, 2000], rebufferRatios: [], earlyExits: 0, errorKinds: [] }
    secondServer.add(samples, new Date(server.clock.now()))
    await storePlaybackCounts(server.db, secondServer)
    expect((await readTotals()).first_frame.count).toBe(10)
  })

  test('a measurement that cannot be stored waits for the next time', async () => {
    const measures = createPlaybackMeasures()
    measures.add({ firstFramesMs: [5], rebufferRatios: [], earlyExits: 1, errorKinds: [] }, new Date(0))
    const failing = {
      getExecutor: () => {
        throw new Error('no database')
      }
    }
    await expect(storePlaybackCounts(failing as never, measures)).rejects.toThrow()
    expect(measures.list().map(({ measure, count }) => [measure, count])).toEqual([
      ['first_frame', 1],
      ['early_exit', 1]
    ])
  })

  test('what needs a person is listed with its age, until somebody has done it', async () => {
    const lpid = await openCampaign(server)
    const buyer = await openBuyer(server, { lpid })
    const order_no = await buyer.buy('p_brl_300')
    await notify(server, { order_no, outcome: 'disputed', dispute: 'dp' })
    await buyer.post('/feedback/submit', { kind: 'bug', text: '<img src=x onerror=alert(1)>' })
    const failedAt = new Date(server.clock.now() - HOUR)
    await sql`insert into event_outbox (event, event_id, postback_id, user_id, lpid, payload, status, next_at, created_at,
        last_response)
      select 'purchase', 'failed_' || n, 'pb_x', ${buyer.userId}, ${lpid}, '{}', 'failed', ${failedAt}, ${failedAt},
        case when n = 1 then 'not sent: the postback was removed' else '500' end from generate_series(1, 3) n`.execute(
      server.db
    )
    const request = { user_id: buyer.userId, kind: 'coins', coins: 5000, reason: 'Sorry', key: 'attention-0123456789' }
    await server.fetch('/operator/coins_adjust', {
      method: 'POST',
      body: JSON.stringify(request),
      headers: { Authorization: OPERATOR_KEY }
    })
    const { data } = await ask('attention')
    const byKind = new Map(data.list.map((item: { kind: string }) => [item.kind, item]))
    expect(byKind.get('disputes')).toMatchObject({ count: 1, target: 'orders' })
    expect(byKind.get('feedback')).toMatchObject({
      count: 1,
      oldest_at: new Date(server.clock.now()).toISOString()
    })
    expect(byKind.get('coin_requests')).toMatchObject({ count: 1, target: 'coin_requests', overdue: 0 })
    expect(byKind.get('failed_postbacks')).toMatchObject({
      count: 2,
      oldest_at: failedAt.toISOString(),
      campaigns: [{ lpid, partner_id: null, count: 2 }]
    })
    server.clock.advance(DAY + MINUTE)
    const kinds = (await ask('attention')).data.list.map(({ kind }: { kind: string }) => kind)
    expect(kinds).not.toContain('failed_postbacks')
    expect(kinds).toContain('disputes')
  })

  test('health names no secret, and says what the last backup became', async () => {
    const { data } = await ask('health')
    expect(data).toMatchObject({ clock: { is_trusted: true }, backup: null, database: { kind: expect.any(String) } })
    expect(data.queues.map(({ name }: { name: string }) => name)).toContain('report_facts')
    const { mediaSecrets, accountSecret } = server.config
    for (const secret of [...mediaSecrets, accountSecret, OPERATOR_KEY])
      expect(JSON.stringify(data)).not.toContain(secret)
    const started = new Date(server.clock.now())
    const entry = { operator: 'ana', action: 'backup', subject: 'database', detail: '{}', created_at: started }
    await server.db
      .insertInto('operator_log')
      .values({ id: 'l_1', ...entry })
      .execute()
    expect((await ask('health')).data.backup).toMatchObject({ operator: 'ana', is_done: null })
    await server.db
      .insertInto('operator_results')
      .values({ entry_id: 'l_1', code: 200, reason: null, created_at: started })
      .execute()
    expect((await ask('health')).data.backup).toMatchObject({ started_at: started.toISOString(), is_done: true })
  })

  test('listeners share one reading, hear only of changes, and nothing is read without them', async () => {
    let reads = 0
    const clock = {
      now: () => {
        reads++
        return server.clock.now()
      }
    }
    const { db, config, metrics } = server
    const feed = createTodayFeed(
      { db, config, metrics, clock, isClockTrusted: () => true, log: createLog('silent') },
      10
    )
    expect(reads).toBe(0)
    const heard: [TodayMessage[], TodayMessage[]] = [[], []]
    const stops = heard.map(list => feed.subscribe(message => list.push(message)))
    onTestFinished(() => {
      for (const stop of stops) stop()
    })
    await expect.poll(() => heard.map(list => list.length)).toEqual([2, 2])
    const readsBefore = reads
    await expect.poll(() => reads).toBeGreaterThan(readsBefore + 2)
    expect(heard.map(list => list.map(({ type }) => type))).toEqual([
      ['today', 'attention'],
      ['today', 'attention']
    ])
    await signIn(server)
    await expect.poll(() => heard[0].length).toBe(3)
    const [first, , last] = heard[0]
    const visitsOf = (message: TodayMessage | undefined) =>
      message?.type === 'today' ? message.data.current.totals.visits : Number.NaN
    expect(visitsOf(last)).toBe(visitsOf(first) + 1)
    for (const stop of stops) stop()
    await expect
      .poll(async () => {
        const before = reads
        await new Promise(resolve => setTimeout(resolve, 50))
        return reads - before
      })
      .toBe(0)
  })
})
