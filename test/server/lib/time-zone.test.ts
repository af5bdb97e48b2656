import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, startOfDate, startOfWeek, toLocalDate } from '../../../server/lib/time-zone.js'
import { computeBonusEnd } from '../../../server/modules/ledger/grants.js'

const zones = ['America/Sao_Paulo', 'UTC', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Beirut']

describe('days of a zone', () => {
  test.each([
    ['America/Sao_Paulo', '2026-11-21', '2026-11-21T03:00:00.000Z'],
    ['UTC', '2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-21', '2026-11-20T18:15:00.000Z'],
    // Clocks went from 00:00 to 01:00: the day began at 01:00.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
    // Clocks went back at 24:00: the hour before midnight came twice, midnight once.
    ['America/Sao_Paulo', '2019-02-17', '2019-02-17T03:00:00.000Z'],
    // Midnight came twice in Havana: the first one begins the day.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z']
  ])('in %s %s begins at %s', (zone, text, begin) => {
    const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
    expect(startOfDate({ year, month, day }, zone).toISOString()).toBe(begin)
  })

  test('the day of any moment has begun, and its first moment has its date and the one before has not', () => {
    const moment = fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, fc.constantFrom(...zones), (now, zone) => {
        const date = toLocalDate(now, zone)
        const begin = startOfDate(date, zone)
        expect(begin.getTime()).toBeLessThanOrEqual(now.getTime())
        expect(toLocalDate(begin, zone)).toEqual(date)
        expect(toLocalDate(new Date(begin.getTime() - 1), zone)).toEqual(addDays(date, -1))
      }),
      { numRuns: 300 }
    )
  })

  test('a week begins on Monday, also on a Sunday and over a year’s end', () => {
    expect(startOfWeek({ year: 2026, month: 11, day: 22 })).toEqual({ year: 2026, month: 11, day: 16 })
    expect(startOfWeek({ year: 2026, month: 11, day: 16 })).toEqual({ year: 2026, month: 11, day: 16 })
    expect(startOfWeek({ year: 2027, month: 1, day: 1 })).toEqual({ year: 2026, month: 12, day: 28 })
  })
})

test('bonus ends 30 days after it was given, at 23:59:59 in the zone', () => {
  expect(computeBonusEnd(new Date('2026-11-21T12:00:00Z'), 'America/Sao_Paulo').toISOString()).toBe(
    '2026-12-22T02:59:59.000Z'
  )
  expect(computeBonusEnd(new Date('2026-11-22T02:59:59Z'), 'America/Sao_Paulo').toISOString()).toBe(
    '2026-12-22T02:59:59.000Z'
  )
  expect(computeBonusEnd(new Date('2026-11-22T03:00:00Z'), 'America/Sao_Paulo').toISOString()).toBe(
    '2026-12-23T02:59:59.000Z'
  )
  expect(computeBonusEnd(new Date('2026-11-21T12:00:00Z'), 'UTC').toISOString()).toBe('2026-12-21T23:59:59.000Z')
})
