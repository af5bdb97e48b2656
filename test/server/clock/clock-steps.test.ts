import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RateLimitError } from '../../../server/http/business-error.js'
import { addDays, startOfDate, startOfWeek, toLocalDate } from '../../../server/lib/time-zone.js'
import { secondsUntilResend, storeCode } from '../../../server/modules/account/email-code.js'
import { computeBonusEnd } from '../../../server/modules/ledger/grants.js'
import { toRewardDay } from '../../../server/modules/reward/reward-day.js'
import { computeChannelStatus } from '../../../server/modules/reward/submission-rules.js'
import { changeLimit, NO_SPENDING_LIMIT } from '../../../server/modules/spending/limit-change.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const steps = [MINUTE, HOUR, 25 * HOUR, 49 * HOUR].flatMap(step => [step, -step])

const changes = [
  ['America/New_York', '2026-03-08', 23],
  ['America/New_York', '2026-11-01', 25],
  ['Europe/Lisbon', '2026-03-29', 23],
  ['Europe/Lisbon', '2026-10-25', 25]
] as const

const wallTime = (instant: Date, zone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(instant)

describe.each(changes)('daylight saving in %s on %s', (zone, changedDay, hours) => {
  const noon = Date.parse(`${changedDay}T12:00:00Z`)
  const halfHours = Array.from({ length: 6 * 48 }, (_, no) => new Date(noon - 3 * DAY + no * 30 * MINUTE))

  test('reward days and windows follow each other without a gap, and the day of the change has its length', () => {
    for (const now of halfHours) {
      const { day, startsAt, endsAt, window, tomorrow } = toRewardDay(zone, now)
      expect(startsAt <= now && now < endsAt, `${now.toISOString()}`).toBe(true)
      expect(wallTime(startsAt, zone)).toBe(`${day} 00:00:00`)
      expect((endsAt.getTime() - startsAt.getTime()) / HOUR).toBe(day === changedDay ? hours : 24)
      expect(wallTime(window.opensAt, zone)).toBe(`${day} 08:00:00`)
      expect(window.closesAt).toEqual(endsAt)
      const next = toRewardDay(zone, endsAt)
      expect([next.startsAt, next.window]).toEqual([endsAt, tomorrow])
    }
  })

  test('bonus ends 30 dates later at 23:59:59, whichever side of the change it was given on', () => {
    for (const now of [...halfHours, ...halfHours.map(at => new Date(at.getTime() - 30 * DAY))]) {
      const { year, month, day } = addDays(toLocalDate(now, zone), 30)
      const date = [year, month, day].map(part => String(part).padStart(2, '0')).join('-')
      expect(wallTime(computeBonusEnd(now, zone), zone)).toBe(`${date} 23:59:59`)
    }
  })

  test('the days and weeks of limits have begun, end later than now, and are as long as the change makes them', () => {
    for (const now of halfHours) {
      const today = toLocalDate(now, zone)
      const monday = startOfWeek(today)
      const [from, to] = [startOfDate(monday, zone), startOfDate(addDays(monday, 7), zone)]
      expect(from <= now && now < to).toBe(true)
      expect([167, 168, 169]).toContain((to.getTime() - from.getTime()) / HOUR)
    }
  })
})

test('a share waits an hour at most after the one before, or until the window opens, wherever the clock was', () => {
  const lastAt = new Date('2026-11-21T15:00:00Z')
  for (const step of [...steps, 0, 10 * MINUTE, -10 * MINUTE]) {
    const now = new Date(lastAt.getTime() + step)
    const history = { usedToday: 1, lastAt, hasActiveTelegram: false }
    const { code, nextAt } = computeChannelStatus('whatsapp', history, toRewardDay('UTC', now), now)
    const waitMs = (nextAt?.getTime() ?? 0) - now.getTime()
    if (code === 4402) expect(waitMs).toBeLessThanOrEqual(HOUR)
    else expect([null, 4401]).toContain(code)
  }
})

test('a higher limit holds after 24 hours, also if the clock was set back and the change is repeated', () => {
  const now = new Date('2026-11-21T15:00:00Z')
  for (const step of steps) {
    const limit = changeLimit({ ...NO_SPENDING_LIMIT, coins: 10 }, 20, new Date(now.getTime() + step))
    const repeated = changeLimit(limit, 20, now)
    expect((repeated.next?.at.getTime() ?? 0) - now.getTime()).toBeLessThanOrEqual(DAY)
  }
})

describe.each(engines)('codes by mail on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  test('no wait is longer than a minute for the same address, or twelve for many mails, whatever the clock does', async () => {
    let addresses = 0
    const anySteps = fc.array(fc.constantFrom(...steps, 0, 30_000, -30_000), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(anySteps, async list => {
        addresses += 1
        const addressHash = `address ${addresses}`
        let now = Date.parse('2026-11-21T12:00:00Z')
        for (const step of [...Array.from({ length: 6 }, () => MINUTE), ...list]) {
          now += step
          const code = { addressHash, codeHash: 'code', now: new Date(now) }
          expect(await secondsUntilResend(server.db, addressHash, code.now)).toBeLessThanOrEqual(60)
          const refusal = await storeCode(server.db, code).catch((error: unknown) => error)
          if (refusal instanceof RateLimitError) expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(12 * 60)
          else expect(typeof refusal).toBe('boolean')
        }
      }),
      { numRuns: 60 }
    )
  })
})
