import { expect, test } from 'vitest'
import { rates, toRate } from '../../../src/core/playback/playback-options.js'
import { stepRate } from '../../../src/core/playback/step-rate.js'

test('from every rate one step leads to the next, and none beyond the ends', () => {
  expect(rates.map(rate => stepRate(rate, 1))).toEqual([0.8, 1, 1.25, 1.5, 2, 2])
  expect(rates.map(rate => stepRate(rate, -1))).toEqual([0.5, 0.5, 0.8, 1, 1.25, 1.5])
})

test('D-273 what is none of the rates is the usual one', () => {
  expect([0.5, 2, 3, 0, -1, Number.NaN, 100].map(toRate)).toEqual([0.5, 2, 1, 1, 1, 1, 1])
})
