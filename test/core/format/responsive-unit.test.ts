import { expect, test } from 'vitest'
import { BASE_WIDTH, DESIGN_WIDTH, layoutWidth, MAX_WIDTH } from '../../../src/core/format/responsive-unit.js'

test('D-252 D-253 750 units fill the base width of 375 px, and any other up to 960', () => {
  expect([BASE_WIDTH, DESIGN_WIDTH, MAX_WIDTH]).toEqual([375, 750, 960])
  expect([25, 320, 375, 390, 768, 960].map(layoutWidth)).toEqual([25, 320, 375, 390, 768, 960])
})

test('D-254 a window wider than 960 px counts as one of 375', () => {
  expect([961, 1920].map(layoutWidth)).toEqual([375, 375])
})

test('D-252 without a width the base width holds', () => {
  const none = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, -1]
  expect(none.map(layoutWidth)).toEqual(Array(5).fill(375))
})
