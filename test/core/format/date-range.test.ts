import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { groupByDate } from '../../../src/core/format/date-groups.js'
import { createDateGroupLookup, type DateGroupKey, dateRangeOf } from '../../../src/core/format/date-range.js'

const SAO_PAULO = 'America/Sao_Paulo'
const LISBON = 'Europe/Lisbon'
const zones = [SAO_PAULO, LISBON, 'UTC', 'Asia/Shanghai', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Chatham']
const dateGroupOf = (at: number, now: number, timeZone?: string) => createDateGroupLookup(now, timeZone)(at)
const slots = [1, 2, 3, 4, 5] as const

afterEach(() => void vi.unstubAllEnvs())

function shown(slot: DateGroupKey, now: string, timeZone: string): string {
  const { from, to } = dateRangeOf(slot, Date.parse(now), timeZone)
  return `${wall(from, timeZone)} - ${wall(to, timeZone)}`
}

function wall(at: number, timeZone: string): string {
  const form = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium'
  })
  return `${form.format(at)}.${String(((at % 1000) + 1000) % 1000).padStart(3, '0')}`
}

// 09:00 on Saturday 21 November 2026 in São Paulo.
const now = '2026-11-21T12:00:00Z'
const end = '2026-11-21 23:59:59.999'

test('D-262 slot 1 is today', () => {
  expect(shown(1, now, SAO_PAULO)).toBe(`2026-11-21 00:00:00.000 - ${end}`)
})

test('D-263 slot 2 is yesterday', () => {
  expect(shown(2, now, SAO_PAULO)).toBe('2026-11-20 00:00:00.000 - 2026-11-20 23:59:59.999')
  expect(shown(2, '2026-01-01T12:00:00Z', SAO_PAULO)).toBe('2025-12-31 00:00:00.000 - 2025-12-31 23:59:59.999')
  expect(shown(2, '2024-03-01T12:00:00Z', SAO_PAULO)).toBe('2024-02-29 00:00:00.000 - 2024-02-29 23:59:59.999')
})

test('D-264 slot 3 is this week from Monday, also on a Sunday and on the Monday itself', () => {
  expect(shown(3, now, SAO_PAULO)).toBe(`2026-11-16 00:00:00.000 - ${end}`)
  expect(shown(3, '2026-11-22T12:00:00Z', SAO_PAULO)).toBe('2026-11-16 00:00:00.000 - 2026-11-22 23:59:59.999')
  expect(shown(3, '2026-11-23T12:00:00Z', SAO_PAULO)).toBe('2026-11-23 00:00:00.000 - 2026-11-23 23:59:59.999')
  expect(shown(3, '2027-01-01T12:00:00Z', SAO_PAULO)).toBe('2026-12-28 00:00:00.000 - 2027-01-01 23:59:59.999')
})

test('D-265 slot 4 is this month up to today', () => {
  expect(shown(4, now, SAO_PAULO)).toBe(`2026-11-01 00:00:00.000 - ${end}`)
})

test('D-266 slot 5 is this year up to today', () => {
  expect(shown(5, now, SAO_PAULO)).toBe(`2026-01-01 00:00:00.000 - ${end}`)
})

test('D-262 the day is the one of the zone, to the millisecond', () => {
  expect(shown(1, '2026-11-22T02:59:59.999Z', SAO_PAULO)).toBe(`2026-11-21 00:00:00.000 - ${end}`)
  expect(shown(1, '2026-11-22T03:00:00Z', SAO_PAULO)).toBe('2026-11-22 00:00:00.000 - 2026-11-22 23:59:59.999')
  expect(shown(1, '2026-11-21T15:59:59.999Z', 'Asia/Shanghai')).toBe(`2026-11-21 00:00:00.000 - ${end}`)
  expect(shown(1, '2026-11-21T16:00:00Z', 'Asia/Shanghai')).toBe('2026-11-22 00:00:00.000 - 2026-11-22 23:59:59.999')
})

test('a long list is grouped with as few questions about the time zone as a short one', () => {
  const now = Date.parse('2026-03-29T12:00:00Z')
  const readZone = vi.spyOn(Date.prototype, 'getTimezoneOffset')
  const countReads = (length: number) => {
    readZone.mockClear()
    groupByDate(
      Array.from({ length }, (_, index) => ({ at: now - index * 3_600_000 })),
      now
    )
    return readZone.mock.calls.length
  }
  expect(countReads(1000)).toBe(countReads(10))
  expect(countReads(10)).toBeGreaterThan(0)
})

test('D-262 D-263 D-264 clocks that change: a midnight left out, one lived twice, days of 23 and 25 hours', () => {
  // São Paulo's clocks went forward at midnight: 4 November 2018 began at 01:00.
  expect(shown(1, '2018-11-04T12:00:00Z', SAO_PAULO)).toBe('2018-11-04 01:00:00.000 - 2018-11-04 23:59:59.999')
  expect(shown(2, '2018-11-05T12:00:00Z', SAO_PAULO)).toBe('2018-11-04 01:00:00.000 - 2018-11-04 23:59:59.999')
  expect(shown(1, '2018-11-03T12:00:00Z', SAO_PAULO)).toBe('2018-11-03 00:00:00.000 - 2018-11-03 23:59:59.999')
  // Clocks went back at midnight: the last hour of 17 February 2018 came twice.
  const long = dateRangeOf(1, Date.parse('2018-02-17T12:00:00Z'), SAO_PAULO)
  expect(long.to + 1 - long.from).toBe(25 * 3_600_000)
  expect(dateGroupOf(Date.parse('2018-02-18T02:30:00Z'), Date.parse('2018-02-18T12:00:00Z'), SAO_PAULO)).toBe(2)
  // Amman's clocks went back at 01:00: 29 October 2021 had two midnights.
  const first = dateRangeOf(1, Date.parse('2021-10-29T12:00:00Z'), 'Asia/Amman').from
  expect(first).toBe(Date.parse('2021-10-28T21:00:00Z'))
  const short = dateRangeOf(1, Date.parse('2026-03-29T12:00:00Z'), LISBON)
  expect([short.to + 1 - short.from, shown(1, '2026-03-29T12:00:00Z', LISBON)]).toEqual([
    23 * 3_600_000,
    '2026-03-29 00:00:00.000 - 2026-03-29 23:59:59.999'
  ])
  const twice = dateRangeOf(2, Date.parse('2026-10-26T12:00:00Z'), LISBON)
  expect(twice.to + 1 - twice.from).toBe(25 * 3_600_000)
  expect(shown(3, '2026-03-29T22:59:59Z', LISBON)).toBe('2026-03-23 00:00:00.000 - 2026-03-29 23:59:59.999')
})

test('D-263 the day before the one that Samoa left out is yesterday', () => {
  expect(shown(2, '2011-12-30T20:00:00Z', 'Pacific/Apia')).toBe('2011-12-29 00:00:00.000 - 2011-12-29 23:59:59.999')
})

const instant = fc.oneof(
  fc.integer({ min: Date.UTC(1986, 0), max: Date.UTC(2036, 0) }),
  // Days around clock changes.
  fc
    .tuple(fc.constantFrom('2018-11-04', '2018-02-18', '2026-03-29', '2026-10-25', '2016-10-16'), fc.integer())
    .map(([day, seed]) => Date.parse(day) + (seed % (48 * 3_600_000)))
)

test('D-262 D-263 D-264 D-265 D-266 slots begin with their day and nest, and yesterday touches today', () => {
  fc.assert(
    fc.property(instant, fc.constantFrom(...zones), (at, timeZone) => {
      const [today, yesterday, week, month, year] = slots.map(slot => dateRangeOf(slot, at, timeZone))
      if (!today || !yesterday || !week || !month || !year) throw new Error('five slots')
      const day = (time: number) => wall(time, timeZone).slice(0, 10)
      expect(today.from <= at && at <= today.to).toBe(true)
      expect([day(today.from), day(today.to)]).toEqual([day(at), day(at)])
      for (const { from, to } of [today, yesterday]) {
        expect([day(from - 1) < day(from), day(to + 1) > day(to)]).toEqual([true, true])
      }
      expect(yesterday.to + 1).toBe(today.from)
      expect(new Set([today.to, week.to, month.to, year.to]).size).toBe(1)
      expect(week.from <= today.from && month.from <= today.from && year.from <= month.from).toBe(true)
      expect(new Date(day(week.from)).getUTCDay()).toBe(1)
      expect(Date.parse(day(at)) - Date.parse(day(week.from))).toBeLessThan(7 * 86_400_000)
      expect(day(month.from)).toBe(`${day(at).slice(0, 7)}-01`)
      expect(day(year.from)).toBe(`${day(at).slice(0, 4)}-01-01`)
    })
  )
})

test.each(zones)('D-262 D-263 D-264 D-265 D-266 a device in %s needs no zone', timeZone => {
  vi.stubEnv('TZ', timeZone)
  fc.assert(
    fc.property(instant, fc.constantFrom(...slots), (at, slot) => {
      expect(dateRangeOf(slot, at)).toEqual(dateRangeOf(slot, at, timeZone))
    })
  )
})

test('D-262 D-263 D-264 D-265 D-266 an entry falls in its first slot', () => {
  const found = (at: string) => dateGroupOf(Date.parse(at), Date.parse(now), SAO_PAULO)
  expect(found('2026-11-21T12:00:00Z')).toBe(1)
  expect(found('2026-11-21T03:00:00Z')).toBe(1)
  expect(found('2026-11-21T02:59:59.999Z')).toBe(2)
  expect(found('2026-11-20T02:59:59Z')).toBe(3)
  expect(found('2026-11-16T02:59:59Z')).toBe(4)
  expect(found('2026-11-01T02:59:59Z')).toBe(5)
  expect(found('2026-01-01T02:59:59Z')).toBe(undefined)
})

test('D-262 an entry from a clock that is ahead counts as today', () => {
  expect(dateGroupOf(Date.parse('2026-11-23T12:00:00Z'), Date.parse(now), SAO_PAULO)).toBe(1)
})

test('D-262 D-263 D-264 D-265 D-266 every time of this year and week has a slot that holds it, and none before', () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: 0, max: 500 * 86_400_000 }), (at, age) => {
      const slot = dateGroupOf(at - age, at, SAO_PAULO)
      const holds = slots
        .map(one => dateRangeOf(one, at, SAO_PAULO))
        .map(({ from, to }) => from <= at - age && at - age <= to)
      expect(slot === undefined ? -1 : slot - 1).toBe(holds.indexOf(true))
    })
  )
})

test('what is no time has no slot; a zone that does not exist is refused', () => {
  for (const none of [Number.NaN, Number.NEGATIVE_INFINITY]) {
    expect(dateGroupOf(none, Date.parse(now), SAO_PAULO)).toBe(undefined)
    expect(dateGroupOf(Date.parse(now), none, SAO_PAULO)).toBe(undefined)
    expect(dateRangeOf(1, none)).toEqual({ from: Number.NaN, to: Number.NaN })
    expect(dateRangeOf(1, none, LISBON)).toEqual({ from: Number.NaN, to: Number.NaN })
  }
  expect(() => dateRangeOf(1, Date.parse(now), 'Mars/Olympus')).toThrow(RangeError)
})
