import { expect, test } from 'vitest'
import { formatZonedTime } from '../../../server/lib/time-zone.js'
import { formatCsv } from '../../../server/modules/report/csv.js'
import type { ReportRowNumbers } from '../../../server/modules/report/people.js'

const numbers = {
  visits: 3,
  payers: 1,
  d1: null,
  d7: null,
  money: [
    { currency: 'BRL', revenue: 4980, refunded: 5, payers: 1, arppu: 4980 },
    { currency: 'JPY', revenue: 1200, refunded: 0, payers: 1, arppu: 1200 }
  ],
  test: { visits: 0, money: [] }
} as unknown as ReportRowNumbers

test('the last columns have money in major units and times with their zone', () => {
  const startsAt = Date.parse('2026-11-21T03:00:00Z')
  const rows = [{ ...numbers, day: '2026-11-21', starts_at: startsAt }]
  const csv = formatCsv(
    { rows, keyFields: ['day', 'starts_at'], totals: numbers, timezone: 'America/Sao_Paulo' },
    'BRL'
  )
  const [head = '', row = ''] = csv.split('\r\n')
  const names = head.split(',')
  const cells = row.split(',')
  expect(Object.fromEntries(names.slice(-5).map((name, index) => [name, cells.slice(-5)[index]]))).toEqual({
    revenue_decimal_BRL: '49.80',
    refunded_decimal_BRL: '0.05',
    revenue_decimal_JPY: '1200',
    refunded_decimal_JPY: '0',
    starts_at_iso: '2026-11-21T00:00:00-03:00'
  })
  expect(cells[names.indexOf('revenue_BRL')]).toBe('4980')
})

test.each([
  ['UTC', '2026-11-21T03:00:00+00:00'],
  ['Asia/Kolkata', '2026-11-21T08:30:00+05:30'],
  ['America/St_Johns', '2026-11-20T23:30:00-03:30']
])('a time in %s', (zone, written) => {
  expect(formatZonedTime(Date.parse('2026-11-21T03:00:00Z'), zone)).toBe(written)
})
