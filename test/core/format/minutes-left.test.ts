import { expect, test } from 'vitest'
import { minutesLeft } from '../../../src/core/format/minutes-left.js'

test.each([
  [0, 60, 1],
  [0, 61, 2],
  [59, 120, 2],
  [60, 120, 1],
  [119, 120, 1],
  [130, 120, 1]
])('at %s s of %s s there are %s minutes left', (position_s, duration_s, minutes) => {
  expect(minutesLeft({ position_s, duration_s })).toBe(minutes)
})
