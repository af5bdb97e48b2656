import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../../server/lib/log.js'
import { createClockGuard, readDatabaseClock } from '../../../server/modules/clock/clock-guard.js'
import { confirmTime } from '../../../server/modules/clock/trusted-time.js'
import { writeOffAllExpiredLots } from '../../../server/modules/ledger/bonus-expiry.js'
import { closeDay } from '../../../server/modules/ledger/daily-roots.js'
import { signIn } from '../support/api-client.js'
import { balanceOf, expectValidLedger, giveBonus, giveCoins, newKey } from '../support/money.js'
import { createTestClock, openTestServer, type TestServer } from '../support/open-test-server.js'
import { parseOperatorCall } from '../support/operator-call.js'
import { OPERATOR_KEY } from '../support/partners.js'
import { engines } from '../support/servers/test-database.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = Date.parse('2026-11-21T12:00:00Z')
const JUMPS = [MINUTE + 1000, HOUR, 25 * HOUR, 49 * HOUR, 31 * DAY].flatMap(jump => [jump, -jump])

/** The database has the right time, or the machine's own if both run on it. */
function openMachine({ db }: Pick<TestServer, 'db'>, options: { hasOwnClock?: boolean; isProduction?: boolean } = {}) {
  const { hasOwnClock = true, isProduction = true } = options
  const lines: string[] = []
  const log = createLog('info', { write: line => lines.push(line) })
  let offsetMs = 0
  let bootedAt = 0
  let elapsedMs = 0
  const wallTime = () => START + elapsedMs + offsetMs
  const clocks = { wallTime, monotonicTime: () => elapsedMs - bootedAt }
  const readDatabaseTime = async () => new Date(hasOwnClock ? START + elapsedMs : wallTime())
  const startGuard = () => {
    bootedAt = elapsedMs
    return createClockGuard({ db, log, isProduction, clocks, readDatabaseTime })
  }
  return {
    startGuard,
    setWall: (ms: number) => {
      offsetMs = ms
    },
    pass: (ms: number) => {
      elapsedMs += ms
    },
    alarms: () => lines.map(line => JSON.parse(line)).map(({ msg, reason }) => [msg, reason])
  }
}

const DISAGREE = 'the clocks disagree: nothing expires'
const AGREE = 'the clocks agree again'

describe.each(engines)('the clock guard on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine, clock: createTestClock(START) })
  })
  afterAll(() => server.close())
  beforeEach(() => resetTrustedTime())

  async function resetTrustedTime() {
    await sql`delete from clock_guard`.execute(server.db)
    await server.db
      .insertInto('clock_guard')
      .values({ trusted_until: new Date(START + MINUTE) })
      .execute()
  }

  const readTrustedUntil = async () =>
    (await server.db.selectFrom('clock_guard').select('trusted_until').executeTakeFirst())?.trusted_until.getTime()

  test('without a trusted time, a ledger from later than now shows that the clock is behind', async () => {
    const viewer = await signIn(server)
    await giveCoins(server, viewer.userId, 1)
    await sql`delete from clock_guard`.execute(server.db)
    const { startGuard, setWall } = openMachine(server, { hasOwnClock: false })
    setWall(-HOUR)
    const guard = startGuard()
    await guard.check()
    expect(guard.isTrusted()).toBe(false)
    setWall(0)
    await guard.check()
    expect(guard.isTrusted()).toBe(true)
  })

  test.each(JUMPS)('a wall clock that jumps by %d ms is not followed, and alarms once', async jump => {
    for (const hasOwnClock of [true, false]) {
      await resetTrustedTime()
      const { startGuard, setWall, pass, alarms } = openMachine(server, { hasOwnClock })
      const guard = startGuard()
      expect(guard.isTrusted()).toBe(false)
      await guard.check()
      expect([guard.isTrusted(), await readTrustedUntil()]).toEqual([true, START + MINUTE])
      setWall(jump)
      for (let no = 0; no < 3; no++) {
        await guard.check()
        expect([guard.isTrusted(), guard.now() - START]).toEqual([false, no * 1000])
        pass(1000)
      }
      expect(await readTrustedUntil()).toBe(START + MINUTE)
      setWall(0)
      await guard.check()
      expect([guard.isTrusted(), guard.now() - START]).toEqual([true, 3000])
      expect(alarms()).toEqual([
        [DISAGREE, hasOwnClock ? 'database' : 'jump'],
        [AGREE, undefined]
      ])
      expect(await readTrustedUntil()).toBe(START + 3000 + MINUTE)
    }
  })

  test('a clock that is set by less than a minute is followed', async () => {
    const { startGuard, setWall, alarms } = openMachine(server)
    const guard = startGuard()
    await guard.check()
    for (const offset of [50_000, 0, -50_000]) {
      setWall(offset)
      await guard.check()
      expect([guard.isTrusted(), guard.now() - START]).toEqual([true, offset])
    }
    expect(alarms()).toEqual([])
  })

  test.each(JUMPS)('bonus and days survive a clock that is %d ms wrong for a minute', async jump => {
    const { startGuard, setWall, pass } = openMachine(server)
    const guard = startGuard()
    await guard.check()
    const viewer = await signIn(server)
    await giveCoins(server, viewer.userId, 100)
    await giveBonus(server, viewer.userId, 40)
    await sql`update bonus_lots set expires_at = ${new Date(START + 2 * MINUTE)} where user_id = ${viewer.userId}`.execute(
      server.db
    )
    await closeDay(server.db, new Date(START - HOUR))
    setWall(jump)
    pass(15_000)
    await guard.check()
    const wrong = new Date(START + 15_000 + jump)
    await writeOffAllExpiredLots(server.db, wrong)
    expect(await closeDay(server.db, wrong)).toBeNull()
    server.clock.advance(jump)
    expect((await viewer.get('/wallet/index')).code).toBe(200)
    expect((await viewer.post('/task/claim', { code: 'home_15s' }, newKey())).code).toBe(4408)
    server.clock.advance(-jump)
    expect(await balanceOf(server.db, viewer.userId)).toEqual({ coins: 100, bonus: 40 })
    setWall(0)
    pass(45_000)
    await guard.check()
    expect(guard.isTrusted()).toBe(true)
    await expectValidLedger(server.db, viewer.userId)
    pass(2 * MINUTE)
    await guard.check()
    await writeOffAllExpiredLots(server.db, new Date(guard.now()))
    expect(await balanceOf(server.db, viewer.userId)).toEqual({ coins: 100, bonus: 0 })
  })

  test('expired bonus is not spent while the clocks disagree, and not written off', async () => {
    const viewer = await signIn(server)
    await giveBonus(server, viewer.userId, 500)
    server.clock.advance(31 * DAY)
    const { data } = await viewer.get('/drama/quote', { drama_id: 'd_rain', to_no: '5' })
    const body = { drama_id: 'd_rain', to_no: 5, expect_price: data.coins_needed }
    expect((await viewer.post('/drama/unlock_to', body, newKey())).code).toBe(4201)
    server.clock.advance(-31 * DAY)
    expect(await balanceOf(server.db, viewer.userId)).toEqual({ coins: 0, bonus: 500 })
    expect((await viewer.post('/drama/unlock_to', body, newKey())).code).toBe(200)
    await expectValidLedger(server.db, viewer.userId)
  })

  test('a start with a clock that is behind, or far ahead of the last trusted time, is noticed', async () => {
    const { startGuard, setWall, pass, alarms } = openMachine(server, { hasOwnClock: false })
    await startGuard().check()
    const cases = [
      [-MINUTE - 1000, 'behind'],
      [-25 * HOUR, 'behind'],
      [-31 * DAY, 'behind'],
      [25 * HOUR, 'standstill'],
      [31 * DAY, 'standstill']
    ] as const
    for (const [jump, reason] of cases) {
      setWall(jump)
      const guard = startGuard()
      await guard.check()
      expect([guard.isTrusted(), alarms().at(-1)]).toEqual([false, [DISAGREE, reason]])
      setWall(0)
      pass(10_000)
      await guard.check()
      expect([guard.isTrusted(), alarms().at(-1)]).toEqual([true, [AGREE, undefined]])
    }
    setWall(23 * HOUR)
    const guard = startGuard()
    await guard.check()
    expect(guard.isTrusted()).toBe(true)
  })

  test('outside production a server may have stood still for any time', async () => {
    const { startGuard, pass } = openMachine(server, { isProduction: false })
    await startGuard().check()
    pass(90 * DAY)
    const guard = startGuard()
    await guard.check()
    expect(guard.isTrusted()).toBe(true)
  })

  test('requests follow a clock that was set and goes on evenly, expiry waits for the operator or another server', async () => {
    const { startGuard, setWall, pass } = openMachine(server, { hasOwnClock: false })
    const guard = startGuard()
    await guard.check()
    setWall(49 * HOUR)
    for (let no = 0; no < 40; no++) {
      await guard.check()
      expect(guard.now() - START).toBe(no * 15_000)
      pass(15_000)
    }
    await guard.check()
    expect([guard.isTrusted(), guard.now() - START]).toEqual([false, 10 * MINUTE + 49 * HOUR])
    expect(await readTrustedUntil()).toBe(START + MINUTE)
    await server.db
      .updateTable('clock_guard')
      .set({ trusted_until: new Date(guard.now() + MINUTE) })
      .execute()
    pass(15_000)
    await guard.check()
    expect(guard.isTrusted()).toBe(true)
  })
})

describe.each(engines)('the operator’s word about the clock on %s', engine => {
  let server: TestServer
  let call: (line: string) => Promise<{ code: number; data: Record<string, unknown> }>
  beforeAll(async () => {
    server = await openTestServer({ engine, config: { operatorKey: OPERATOR_KEY } })
    call = async line => {
      const { method, path, fields } = await parseOperatorCall(line)
      const headers = { Authorization: `Bearer ${OPERATOR_KEY}`, 'Content-Type': 'application/json' }
      const body = method === 'GET' ? {} : { body: JSON.stringify(fields) }
      return (await server.fetch(`/operator/${path}`, { method, headers, ...body })).json()
    }
  })
  afterAll(() => server.close())

  test('is taken if it is the database’s time, and a guard then trusts its clock', async () => {
    const { start, startGuard } = await openStoppedMachine(server)
    const guard = startGuard()
    await guard.check()
    expect(guard.isTrusted()).toBe(false)
    expect(await call(`clock confirm ${new Date(start - DAY).toISOString()}`)).toMatchObject({
      code: 4001,
      data: { fields: ['time'], reason: 'not_database_time' }
    })
    expect((await call('clock confirm yesterday')).code).toBe(4001)
    expect((await call(`clock confirm ${new Date(start).toISOString()}`)).code).toBe(200)
    await guard.check()
    expect(guard.isTrusted()).toBe(true)
    expect((await call('clock show')).data).toMatchObject({ is_trusted: true, trusted_until: expect.any(String) })
  })
})

/** Its database, with the real clock, was last trusted 90 days ago. */
async function openStoppedMachine({ db }: TestServer) {
  const start = (await readDatabaseClock(db)).getTime()
  await confirmTime(db, new Date(start - 90 * DAY))
  const log = createLog('silent')
  return { start, startGuard: () => createClockGuard({ db, log, isProduction: true }) }
}
