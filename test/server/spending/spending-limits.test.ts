import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeLimit, resolveLimit, type SpendingLimit } from '../../../server/modules/spending/limit-change.js'
import { readSpendingLimitsInForce } from '../../../server/modules/spending/queries.js'
import { signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

const DAY = 86_400_000

describe.each(engines)('spending limits on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  async function openViewer() {
    const visitor = await signIn(server)
    return {
      ...visitor,
      set: (limits: object) => visitor.post('/user/limits', limits),
      limits: async () => (await visitor.get('/user/info')).data.limits,
      inForce: () => readSpendingLimitsInForce(server.db, visitor.userId, new Date(server.clock.now()))
    }
  }

  const nothingPending = { daily_coins: null, weekly_coins: null }

  test('a new viewer has no limits', async () => {
    const viewer = await openViewer()
    expect(await viewer.limits()).toEqual({ daily_coins: null, weekly_coins: null, pending: nothingPending })
    expect(await viewer.inForce()).toEqual({ dailyCoins: null, weeklyCoins: null })
  })

  test('the first limit, and every lower one, holds at once; what is not named stays', async () => {
    const viewer = await openViewer()
    const now = server.clock.now()
    expect((await viewer.set({ daily_coins: 300 })).data).toEqual({
      limits: { daily_coins: 300, weekly_coins: null, pending: nothingPending },
      effective_at: now,
      server_time: now
    })
    expect((await viewer.set({ weekly_coins: 1000 })).data.limits).toMatchObject({
      daily_coins: 300,
      weekly_coins: 1000
    })
    expect((await viewer.set({ daily_coins: 100 })).data).toMatchObject({
      limits: { daily_coins: 100 },
      effective_at: now
    })
    expect(await viewer.inForce()).toEqual({ dailyCoins: 100, weeklyCoins: 1000 })
    expect((await viewer.set({ daily_coins: 0, weekly_coins: 0 })).data.effective_at).toBe(now)
    expect(await viewer.inForce()).toEqual({ dailyCoins: 0, weeklyCoins: 0 })
  })

  test.each([
    ['a higher limit', 600],
    ['no limit', null]
  ])('%s holds after exactly 24 hours and not a millisecond sooner', async (_what, wanted) => {
    const viewer = await openViewer()
    await viewer.set({ daily_coins: 300 })
    const at = server.clock.now() + DAY
    const pending = { daily_coins: { coins: wanted, effective_at: at }, weekly_coins: null }
    const { data } = await viewer.set({ daily_coins: wanted })
    expect(data).toMatchObject({ limits: { daily_coins: 300, pending }, effective_at: at })
    expect(await viewer.limits()).toMatchObject({ daily_coins: 300, pending })
    server.clock.advance(DAY - 1)
    expect(await viewer.limits()).toMatchObject({ daily_coins: 300, pending })
    expect((await viewer.inForce()).dailyCoins).toBe(300)
    server.clock.advance(1)
    expect(await viewer.limits()).toMatchObject({ daily_coins: wanted, pending: nothingPending })
    expect((await viewer.inForce()).dailyCoins).toBe(wanted)
  })

  test('what has come to hold is what the next change is measured by', async () => {
    const viewer = await openViewer()
    await viewer.set({ daily_coins: 300 })
    await viewer.set({ daily_coins: 600 })
    server.clock.advance(DAY)
    expect((await viewer.set({ daily_coins: 500 })).data).toMatchObject({
      limits: { daily_coins: 500, pending: nothingPending },
      effective_at: server.clock.now()
    })
  })

  test('of several higher wishes the last counts, and waits from its own time', async () => {
    const viewer = await openViewer()
    await viewer.set({ daily_coins: 300 })
    await viewer.set({ daily_coins: 1200 })
    server.clock.advance(DAY / 2)
    const at = server.clock.now() + DAY
    expect((await viewer.set({ daily_coins: 600 })).data.limits).toMatchObject({
      daily_coins: 300,
      pending: { daily_coins: { coins: 600, effective_at: at } }
    })
    server.clock.advance(DAY / 2)
    expect((await viewer.limits()).daily_coins).toBe(300)
    server.clock.advance(DAY / 2)
    expect((await viewer.limits()).daily_coins).toBe(600)
  })

  test('the same wish again, as by a repeated request, does not wait longer', async () => {
    const viewer = await openViewer()
    await viewer.set({ weekly_coins: 300 })
    const first = await viewer.set({ weekly_coins: null })
    server.clock.advance(3_600_000)
    const again = await viewer.set({ weekly_coins: null })
    expect([again.data.effective_at, again.data.limits]).toEqual([first.data.effective_at, first.data.limits])
  })

  test.each([
    ['a lower limit', 100],
    ['the limit that holds', 300]
  ])('%s calls off a higher one that waits', async (_what, wanted) => {
    const viewer = await openViewer()
    await viewer.set({ daily_coins: 300 })
    await viewer.set({ daily_coins: 600 })
    expect((await viewer.set({ daily_coins: wanted })).data.limits).toMatchObject({
      daily_coins: wanted,
      pending: nothingPending
    })
    server.clock.advance(2 * DAY)
    expect((await viewer.inForce()).dailyCoins).toBe(wanted)
  })

  test('each limit waits for itself; the answer says when all that was asked for holds', async () => {
    const viewer = await openViewer()
    await viewer.set({ daily_coins: 300, weekly_coins: 1000 })
    const now = server.clock.now()
    const { data } = await viewer.set({ daily_coins: 100, weekly_coins: 2000 })
    expect(data.effective_at).toBe(now + DAY)
    expect(data.limits).toMatchObject({ daily_coins: 100, weekly_coins: 1000, pending: { daily_coins: null } })
    expect((await viewer.set({ daily_coins: 50 })).data.effective_at).toBe(now)
    expect((await viewer.limits()).pending.weekly_coins).toEqual({ coins: 2000, effective_at: now + DAY })
  })

  test('a weekly limit below the daily one is taken: both hold', async () => {
    const viewer = await openViewer()
    expect((await viewer.set({ daily_coins: 600, weekly_coins: 100 })).code).toBe(200)
    expect(await viewer.inForce()).toEqual({ dailyCoins: 600, weeklyCoins: 100 })
  })

  test('the limits of one viewer are nobody else own', async () => {
    const [viewer, other] = [await openViewer(), await openViewer()]
    await viewer.set({ daily_coins: 100 })
    expect((await other.limits()).daily_coins).toBeNull()
  })

  test('a lower limit holds however many higher ones are asked for at the same moment', async () => {
    const viewers = await Promise.all(Array.from({ length: 12 }, openViewer))
    await Promise.all(viewers.map(viewer => viewer.set({ daily_coins: 300, weekly_coins: 300 })))
    for (const viewer of viewers) {
      const changes = [600, null, 900, 100, null, 1200].map(coins => ({ daily_coins: coins, weekly_coins: coins }))
      const answers = await Promise.all(changes.map(viewer.set))
      expect(answers.map(({ code }) => code)).toEqual(changes.map(() => 200))
      expect(await viewer.inForce()).toEqual({ dailyCoins: 100, weeklyCoins: 100 })
      const { daily_coins: waiting } = (await viewer.limits()).pending
      expect(waiting?.effective_at ?? server.clock.now() + DAY).toBe(server.clock.now() + DAY)
    }
  })

  test('many first limits at once leave one of them', async () => {
    const viewer = await openViewer()
    await Promise.all([500, 400, 300, 200, 100].map(coins => viewer.set({ daily_coins: coins })))
    expect((await viewer.inForce()).dailyCoins).toBe(100)
  })

  const wrong = [-1, 1.5, 1_000_001, Number.MAX_SAFE_INTEGER, '300', '', true, [300], {}, 1e300]
  test.each(wrong)('a limit may not be %j', async coins => {
    const viewer = await openViewer()
    for (const name of ['daily_coins', 'weekly_coins']) {
      expect(await viewer.set({ [name]: coins })).toMatchObject({ code: 4001, data: { fields: [name] } })
    }
    expect(await viewer.limits()).toEqual({ daily_coins: null, weekly_coins: null, pending: nothingPending })
  })

  test('one wrong limit leaves both as they were, and nothing at all is no wish', async () => {
    const viewer = await openViewer()
    await viewer.set({ daily_coins: 300 })
    expect((await viewer.set({ daily_coins: 100, weekly_coins: -5 })).code).toBe(4001)
    expect((await viewer.set({})).code).toBe(4001)
    expect((await viewer.set({ coins: 5 })).code).toBe(4001)
    expect((await viewer.inForce()).dailyCoins).toBe(300)
  })

  test('the database refuses a limit that makes no sense', async () => {
    const { userId: user_id } = await openViewer()
    const row = { user_id, period: 'daily' as const }
    const next_at = new Date(server.clock.now())
    const rows = [
      { ...row, coins: -1 },
      { ...row, coins: 300, next_coins: 600 },
      { ...row, coins: 300, next_coins: 200, next_at },
      { ...row, coins: null, next_coins: 200, next_at }
    ]
    for (const values of rows)
      await expect(server.db.insertInto('spending_limits').values(values).execute()).rejects.toThrow(/check/)
  })
})

const HOUR = 3_600_000
const coins = fc.option(fc.integer({ min: 0, max: 5 }))
const changes = fc.array(fc.record({ wanted: coins, hoursLater: fc.integer({ min: 0, max: 60 }) }), { maxLength: 20 })
const orEndless = (limit: number | null) => limit ?? Number.POSITIVE_INFINITY

test('whatever is wished for and when: less holds at once, and more only after it was the only wish for a day', () => {
  fc.assert(
    fc.property(changes, list => {
      let limit: SpendingLimit = { coins: null, next: null }
      let held: number | null = null
      let last: { wanted: number | null; since: number } = { wanted: null, since: 0 }
      let now = 0
      for (const { wanted, hoursLater } of list) {
        now += hoursLater * HOUR
        const before = resolveLimit(limit, new Date(now)).coins
        const hasWaited = now - last.since >= DAY
        expect(before).toBe(hasWaited || orEndless(last.wanted) <= orEndless(held) ? last.wanted : held)
        limit = changeLimit(limit, wanted, new Date(now))
        held = resolveLimit(limit, new Date(now)).coins
        expect(orEndless(held)).toBe(Math.min(orEndless(before), orEndless(wanted)))
        if (wanted !== last.wanted) last = { wanted, since: now }
      }
    }),
    { numRuns: 1000 }
  )
})
