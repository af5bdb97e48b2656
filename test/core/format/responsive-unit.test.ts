import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BASE_WIDTH, DESIGN_WIDTH, MAX_WIDTH, toPixels } from '../../../src/core/format/responsive-unit.js'

test('D-252 D-253 750 units fill the base width of 375 px', () => {
  expect([BASE_WIDTH, DESIGN_WIDTH]).toEqual([375, 750])
  expect(toPixels(750, 375)).toBe(375)
  expect(toPixels(100, 375)).toBe(50)
  expect(toPixels(2, 375)).toBe(1)
})

test('D-253 units grow with the window, in whole px', () => {
  expect([320, 390, 414, 768].map(width => toPixels(750, width))).toEqual([320, 390, 414, 768])
  expect(toPixels(100, 390)).toBe(52)
  expect(toPixels(-100, 390)).toBe(-52)
  // Floating-point errors would give 26.999999999999996 for some of these.
  for (let px = 1; px <= 960; px++) expect(toPixels(750, px)).toBe(px)
  for (let px = 1; px <= 375; px++) expect(toPixels(px * 2, 375)).toBe(px)
  expect(toPixels(870, 25)).toBe(29)
})

test('D-254 a window wider than 960 px counts as one of 375', () => {
  expect(MAX_WIDTH).toBe(960)
  expect(toPixels(750, 960)).toBe(960)
  expect(toPixels(750, 961)).toBe(375)
  expect(toPixels(750, 1920)).toBe(375)
})

test('D-253 a hairline stays: 1 px, or half of one where that can be drawn', () => {
  expect([toPixels(1, 375), toPixels(0.01, 375), toPixels(-1, 375)]).toEqual([1, 1, -1])
  expect(toPixels(1, 375, { hasHalfPixels: true })).toBe(0.5)
  expect(toPixels(-1, 375, { hasHalfPixels: true })).toBe(-0.5)
  expect(toPixels(2, 375, { hasHalfPixels: true })).toBe(1)
  expect(toPixels(0, 375, { hasHalfPixels: true })).toBe(0)
  expect(Object.is(toPixels(-0, 375), 0)).toBe(true)
})

test('D-252 without a length there is none; without a width the base width holds', () => {
  const none = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  expect(none.map(rpx => toPixels(rpx, 375))).toEqual([0, 0, 0])
  expect([...none, 0, -1].map(width => toPixels(750, width))).toEqual(Array(5).fill(375))
})

test('D-253 longer is never shorter, and the sign stays', () => {
  const length = fc.double({ min: 0, max: 1e5, noNaN: true })
  fc.assert(
    fc.property(length, length, fc.integer({ min: 1, max: 2000 }), (one, other, width) => {
      const [shorter = 0, longer = 0] = [one, other].sort((a, b) => a - b)
      expect(toPixels(longer, width)).toBeGreaterThanOrEqual(toPixels(shorter, width))
      expect(toPixels(-one, width) + toPixels(one, width)).toBe(0)
      expect(Number.isInteger(toPixels(one, width))).toBe(true)
    })
  )
})
