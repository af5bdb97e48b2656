import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemRandom } from '../../../server/lib/random.js'
import { formatDate, toLocalDate } from '../../../server/lib/time-zone.js'
import { renewArchive } from '../../../server/modules/report/archive/archive-state.js'
import { openFactArchive } from '../../../server/modules/report/archive/fact-archive.js'
import { writeQueuedFacts } from '../../../server/modules/report/archive/write-facts.js'
import { rollUpFacts } from '../../../server/modules/report/rollup.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { asPartner, OPERATOR_KEY, openCampaign, openPartner } from '../support/partners.js'
import { engines } from '../support/servers/test-database.js'

const MINUTE = 60_000
const DAY = 86_400_000
const dimensions = ['day', 'hour', 'lpid', 'drama', 'episode', 'utm_source', 'country'] as const
type Dimension = (typeof dimensions)[number]
const groupings: Dimension[][] = dimensions.flatMap((first, index) => [
  [first],
  ...dimensions.slice(index + 1).map(second => (index % 2 === 0 ? [first, second] : [second, first]))
])
const kinds = ['visit', 'first_visit', 'view', 'start', 'q25', 'complete', 'paywall', 'unlock', 'checkout'] as const

interface Fact {
  campaign: number
  minute: number
  kind: string
  drama_id: string
  episode_no: number
  currency: string
  is_test: boolean
  coins: number
  amount: number
  utm_source: string
  country: string
  /** The source came after the fact. */
  isLate: boolean
}

const source = {
  campaign: fc.nat(1),
  minute: fc.nat(5 * 24 * 60 - 1),
  utm_source: fc.constantFrom('', 'facebook', 'google', 'ação', '(other)'),
  country: fc.constantFrom('', 'BR', 'PT'),
  isLate: fc.boolean()
}
const place = { drama_id: fc.constantFrom('', 'd_rain', 'd_night'), episode_no: fc.constantFrom(0, 1, 2) }
const plain = fc.record({
  ...source,
  ...place,
  kind: fc.constantFrom(...kinds),
  currency: fc.constant(''),
  is_test: fc.constantFrom(false, false, true),
  coins: fc.nat(90),
  amount: fc.constant(0)
})
const money = {
  ...source,
  ...place,
  currency: fc.constantFrom('BRL', 'USD'),
  is_test: fc.constantFrom(false, false, true),
  coins: fc.integer({ min: 1, max: 900 }),
  amount: fc.integer({ min: 1, max: 5000 })
}
/** The database refuses a refund of 0. */
const refundAmount = fc.integer({ min: -500, max: 5000 }).filter(amount => amount !== 0)
const refund = fc.record({ ...money, kind: fc.constant('refund'), amount: refundAmount })
const order = fc.record({ ...money, user: fc.nat(4) })
const newcomer = fc.record({
  ...source,
  user: fc.nat(200),
  returned_1: fc.constantFrom(true, false, null),
  returned_7: fc.constantFrom(true, false, null)
})

const world = fc.record({
  period: fc.constantFrom(
    ['2026-10-24', '2026-10-26'],
    ['2026-10-24T05', '2026-10-26T13'],
    ['2026-10-25T02', '2026-10-25T02'],
    ['2026-10-23T22', '2026-10-24T01'],
    ['2026-10-14', '2026-11-04']
  ),
  zone: fc.constantFrom('America/Sao_Paulo', 'Asia/Kolkata', 'Europe/Berlin', 'Asia/Taipei'),
  facts: fc.array(plain, { minLength: 60, maxLength: 120 }),
  refunds: fc.array(refund, { maxLength: 10 }),
  orders: fc.array(order, { minLength: 8, maxLength: 16 }),
  newcomers: fc.uniqueArray(newcomer, { selector: ({ user }) => user, minLength: 8, maxLength: 20 }),
  pageSize: fc.constantFrom(5, 1000)
})

const FACTS_PER_FILE = 40

/** 23 October: clocks in Berlin are set back on the 25th. */
const WORLD_START = Date.parse('2026-10-23T00:00:00Z')

const orderCounts = ['checkouts', 'purchases', 'refunds']
const countKinds: Record<string, string[]> = {
  visits: ['visit', 'first_visit'],
  new_visitors: ['first_visit'],
  views: ['view'],
  starts: ['start'],
  q25: ['q25'],
  q50: [],
  q75: [],
  completes: ['complete'],
  paywalls: ['paywall'],
  unlocks: ['unlock']
}

describe.each(engines)('groups of the report on %s', engine => {
  let server: TestServer
  /** The same database, read from files of facts. */
  let archiveServer: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine, config: { operatorKey: OPERATOR_KEY } })
    const { db, clock } = server
    archiveServer = await openTestServer({ engine, db, clock, config: { reportArchive: 'read' } })
    await renewArchive(db, new Date(0))
  })
  afterAll(async () => {
    await archiveServer.close()
    await server.close()
  })

  /** Writes orders and newcomers without what they cause, because the facts are written as well. */
  async function writeWorld(lpids: readonly string[], { facts, orders, newcomers }: WorldRows) {
    const timeOf = (minute: number) => new Date(WORLD_START + minute * MINUTE + 1)
    const rows = facts.flatMap(({ campaign, minute, isLate, ...fact }) => {
      const row = { ...fact, lpid: lpids[campaign] ?? '', at: timeOf(minute) }
      const isSourced = row.utm_source !== '' || row.country !== ''
      if (!isLate || !isSourced) return [row]
      return [
        { ...row, utm_source: '', country: '' },
        { ...row, kind: `late_${row.kind}` }
      ]
    })
    const insert = (half: typeof rows) =>
      server.db
        .insertInto('report_facts')
        .values(half as never)
        .execute()
    // Most facts are rolled up, some wait: also sources of facts that were rolled up without.
    const isWaiting = (index: number) => index % 5 === 0
    await insert(rows.filter((_, index) => !isWaiting(index)))
    await rollUpFacts(server.db)
    const writing = { db: server.db, archive: openFactArchive(archiveServer.config), random: systemRandom }
    while ((await writeQueuedFacts(writing, FACTS_PER_FILE)) > 0);
    await insert(rows.filter((_, index) => isWaiting(index)))
    await server.db.transaction().execute(async trx => {
      await sql`set local session_replication_role = replica`.execute(trx)
      for (const [index, { campaign, minute, user, isLate: _, ...bought }] of orders.entries()) {
        const at = timeOf(minute)
        await trx
          .insertInto('orders')
          .values({
            ...bought,
            order_no: `o_${lpids[campaign]}_${index}`,
            event_id: `p_o_${lpids[campaign]}_${index}`,
            user_id: `u_${user}`,
            lpid: lpids[campaign] ?? '',
            product_id: 'p_x',
            kind: 'coins',
            bonus: 0,
            days: null,
            status: 'paid',
            provider: 'sandbox',
            lang: 'pt',
            created_at: at,
            expires_at: new Date(at.getTime() + MINUTE),
            paid_at: at
          })
          .execute()
      }
      for (const { campaign, minute, user, isLate: _, ...rest } of newcomers) {
        const { returned_1, returned_7, utm_source, country } = rest
        await sql`insert into campaign_newcomers (user_id, lpid, first_at, utm_source, country, returned_1, returned_7)
          values (${`u_${user}`}, ${lpids[campaign]}, ${timeOf(minute)}, ${utm_source}, ${country}, ${returned_1}, ${returned_7})`.execute(
          trx
        )
      }
    })
  }

  async function readAll(partner: ReturnType<typeof asPartner>, query: Record<string, string>) {
    const rows: Row[] = []
    let totals: Row | undefined
    for (let cursor: string | null = ''; cursor !== null; ) {
      server.clock.advance(1000)
      const { code, data } = await partner.get('report', { ...query, ...(cursor === '' ? {} : { cursor }) })
      expect([query.group_by, code]).toEqual([query.group_by, 200])
      rows.push(...data.list)
      totals = data.totals
      cursor = data.next_cursor
    }
    if (totals === undefined) throw new Error('no totals')
    return { rows, totals }
  }

  test('of one or two dimensions, every row is what a naive sum says, and the rows add up to the totals, from rollups and from files', async () => {
    await fc.assert(
      fc.asyncProperty(world, async plan => {
        const lpids = [
          await openCampaign(server, { timezone: plan.zone }),
          await openCampaign(server, { timezone: plan.zone })
        ].sort()
        const partner = await openPartner(server, lpids)
        const bought = plan.orders.map(({ user: _, ...row }) => ({ ...row, kind: 'purchase' }))
        const came = plan.newcomers.map(({ user: _, returned_1: _1, returned_7: _7, ...row }) => ({
          ...row,
          kind: 'first_visit',
          drama_id: '',
          episode_no: 0,
          currency: '',
          is_test: false,
          coins: 0,
          amount: 0
        }))
        const facts: Fact[] = [...plan.facts, ...plan.refunds, ...bought, ...came]
        await writeWorld(lpids, { ...plan, facts })
        for (const reader of [partner, asPartner(archiveServer, partner.key)]) {
          for (const grouping of groupings) {
            const [from = '', to = ''] = plan.period
            const query = {
              from,
              to,
              group_by: grouping.join(','),
              page_size: `${to === '2026-11-04' ? 1000 : plan.pageSize}`
            }
            const { rows, totals } = await readAll(reader, query)
            const expected = countNaively(plan, facts, lpids, grouping)
            const actual = rows.filter(hasNumbers)
            expect([grouping, toObject(actual, grouping)]).toEqual([grouping, expected])
            expect(new Set(rows.map(row => nameRow(row, grouping))).size).toBe(rows.length)
            expect([grouping, toNumbers(totals)]).toEqual([
              grouping,
              countNaively(plan, facts, lpids, [])['[]'] ?? emptyNumbers
            ])
          }
          // So that the next reader finds nothing in them.
          await sql`truncate report_rollups, report_source_rollups`.execute(server.db)
        }
      }),
      {
        numRuns: 2,
        endOnFailure: true,
        ...(process.env.FC_SEED === undefined ? {} : { seed: Number(process.env.FC_SEED) })
      }
    )
  }, 240_000)
})

type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never
type WorldRows = Pick<World, 'orders' | 'newcomers'> & { facts: Fact[] }
interface Money {
  currency: string
  revenue: number
  refunded: number
}
type Numbers = Record<string, number> & { money: Money[] }
type Row = Numbers & { test: Numbers }

const hasNumbers = (row: Row) =>
  [...Object.keys(countKinds), ...orderCounts].some(name => Number(row[name]) > 0 || Number(row.test[name]) > 0) ||
  [...row.money, ...row.test.money].some(hasMoney)
const hasMoney = ({ revenue, refunded }: Money) => revenue !== 0 || refunded !== 0

const keyNames: Record<Dimension, string[]> = {
  day: ['day'],
  hour: ['hour', 'starts_at'],
  lpid: ['lpid'],
  drama: ['drama_id'],
  episode: ['drama_id', 'episode_no'],
  utm_source: ['utm_source'],
  country: ['country']
}
const nameRow = (row: Row, grouping: Dimension[]) =>
  JSON.stringify(grouping.flatMap(name => keyNames[name]).map(name => row[name]))

function toNumbers(row: Row) {
  const { payers, d1, d7, money, test, checkouts, purchases, coins_sold, refunds, unlock_coins } = row
  const counts = Object.fromEntries(Object.keys(countKinds).map(name => [name, row[name]]))
  return {
    ...counts,
    payers,
    d1,
    d7,
    checkouts,
    purchases,
    coins_sold,
    refunds,
    unlock_coins,
    money: money.filter(hasMoney),
    test: { ...test, money: test.money.filter(hasMoney) }
  }
}

const toObject = (rows: Row[], grouping: Dimension[]) =>
  Object.fromEntries(rows.map(row => [nameRow(row, grouping), toNumbers(row)]))

const noCounts = {
  ...Object.fromEntries([...Object.keys(countKinds), ...orderCounts].map(name => [name, 0])),
  coins_sold: 0,
  unlock_coins: 0
}
const emptyNumbers = {
  ...noCounts,
  payers: 0,
  d1: null,
  d7: null,
  money: [],
  test: { ...noCounts, money: [] }
}

interface Placed {
  minute: number
  campaign: number
  drama_id?: string
  episode_no?: number
  utm_source: string
  country: string
}

function countNaively(plan: World, facts: Fact[], lpids: string[], grouping: Dimension[]) {
  const timeOf = (minute: number) => WORLD_START + minute * MINUTE + 1
  const dayOf = (minute: number) => formatDate(toLocalDate(new Date(timeOf(minute)), plan.zone))
  const hour = new Intl.DateTimeFormat('en', { hour: '2-digit', hourCycle: 'h23', timeZone: plan.zone })
  const minutes = new Intl.DateTimeFormat('en', { minute: 'numeric', timeZone: plan.zone })
  const valuesOf = (row: Placed): Record<Dimension, (string | number)[]> => ({
    day: [dayOf(row.minute)],
    hour: [
      `${dayOf(row.minute)}T${hour.format(timeOf(row.minute)).padStart(2, '0')}`,
      timeOf(row.minute) - 1 - Number(minutes.format(timeOf(row.minute))) * MINUTE
    ],
    lpid: [lpids[row.campaign] ?? ''],
    drama: [row.drama_id ?? ''],
    episode: [row.drama_id ?? '', row.episode_no ?? 0],
    utm_source: [row.utm_source],
    country: [row.country]
  })
  const keyOf = (row: Placed) => JSON.stringify(grouping.flatMap(name => valuesOf(row)[name]))
  const [from = '', to = ''] = plan.period
  const labelOf = (row: Placed) => `${valuesOf(row).hour[0]}`
  const isInside = (row: Placed) => labelOf(row) >= from && labelOf(row) <= (to.length > 10 ? to : `${to}T23`)
  const inside = facts.filter(isInside)
  const keys = [...new Set(inside.map(keyOf))]
  const hasRetention = grouping.every(name => ['day', 'lpid', 'utm_source', 'country'].includes(name))
  const now = Date.parse('2026-11-21T12:00:00Z')
  return Object.fromEntries(
    keys.map(key => {
      const own = inside.filter(fact => keyOf(fact) === key)
      const orders = plan.orders.filter(one => isInside(one) && keyOf(one) === key && !one.is_test)
      const newcomers = plan.newcomers.filter(one => isInside(one) && keyOf(one) === key)
      const shareOf = (day: 1 | 7) => {
        const flags = newcomers.map(one => one[`returned_${day}`])
        const known = flags.filter(flag => flag !== null)
        if (!hasRetention || known.length === 0) return null
        // All days of this world are over.
        if (known.length < flags.length && now - WORLD_START > 10 * DAY) return null
        return Math.round((known.filter(Boolean).length / known.length) * 10_000) / 10_000
      }
      const payersOf = (list: typeof orders) => new Set(list.map(({ user }) => user)).size
      const real = own.filter(({ is_test }) => !is_test)
      const moneyOf = (list: Fact[], isReal: boolean) =>
        ['BRL', 'USD'].flatMap(currency => {
          const revenue = sum(list, 'amount', 'purchase', currency)
          const refunded = sum(list, 'amount', 'refund', currency)
          const payers = payersOf(orders.filter(one => one.currency === currency))
          const arppu = payers === 0 ? null : Math.round(revenue / payers)
          const entry = { currency, revenue, refunded }
          return hasMoney(entry) ? [isReal ? { ...entry, payers, arppu } : entry] : []
        })
      const countsOf = (list: Fact[]) => ({
        ...Object.fromEntries(
          Object.entries(countKinds).map(
            ([name, counted]) => [name, list.filter(({ kind }) => counted.includes(kind)).length] as const
          )
        ),
        unlock_coins: sum(list, 'coins', 'unlock'),
        checkouts: list.filter(({ kind }) => kind === 'checkout').length,
        purchases: list.filter(({ kind }) => kind === 'purchase').length,
        coins_sold: sum(list, 'coins', 'purchase'),
        refunds: list.filter(({ kind, amount }) => kind === 'refund' && amount > 0).length
      })
      const tests = own.filter(({ is_test }) => is_test)
      const numbers = {
        ...countsOf(real),
        payers: payersOf(orders),
        d1: shareOf(1),
        d7: shareOf(7),
        money: moneyOf(real, true),
        test: { ...countsOf(tests), money: moneyOf(tests, false) }
      }
      return [key, numbers]
    })
  )
}

const sum = (facts: Fact[], column: 'coins' | 'amount', kind: string, currency?: string) =>
  facts
    .filter(fact => fact.kind === kind && (currency === undefined || fact.currency === currency))
    .reduce((total, fact) => total + fact[column], 0)
