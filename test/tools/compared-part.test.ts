import { expect, test } from 'vitest'
import { findComparedPart } from '../../console/partner/report/periods.js'

const compared = { from: '2026-11-13', to: '2026-11-19' }
const period = { from: '2026-11-20', to: '2026-11-26' }
const zone = 'America/Sao_Paulo'
const partAt = (now: string) => findComparedPart({ period, compared }, { now: Date.parse(now), zone })

test('a period that is not over is compared with the same part of the other, to the nearest hour', () => {
  expect(partAt('2026-11-26T17:10:00Z')).toEqual({ from: '2026-11-13', to: '2026-11-19T13', untilHour: 14 })
  expect(partAt('2026-11-26T17:40:00Z')).toEqual({ from: '2026-11-13', to: '2026-11-19T14', untilHour: 15 })
  // In São Paulo it is the evening of the day before.
  expect(partAt('2026-11-25T01:40:00Z')).toEqual({ from: '2026-11-13', to: '2026-11-17T22', untilHour: 23 })
  expect(partAt('2026-11-26T03:05:00Z')).toEqual({ from: '2026-11-13', to: '2026-11-19T00', untilHour: 1 })
})

test('a period that is over, or has not begun, is compared with all of the other', () => {
  expect(partAt('2026-11-27T12:00:00Z')).toEqual({ ...compared, untilHour: null })
  expect(partAt('2026-11-19T12:00:00Z')).toEqual({ ...compared, untilHour: null })
})
