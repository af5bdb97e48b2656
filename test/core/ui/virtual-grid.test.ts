import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFarScroll, offsetAfterResize, offsetOf, visibleRange } from '../../../src/core/ui/virtual-grid.js'

const grid = { columns: 3, height: 100, gap: 16 }

test('draws what can be seen and one screen more on either side; px stand for the rest', () => {
  expect(visibleRange(grid, 10_000, { top: 40, height: 560 })).toEqual({
    from: 0,
    to: 30,
    before: 0,
    after: 3324 * 116
  })
  const middle = visibleRange(grid, 10_000, { top: -116_000, height: 560 })
  expect(middle).toEqual({ from: 995 * 3, to: 1010 * 3, before: 995 * 116, after: 2324 * 116 })
  expect(visibleRange(grid, 10_000, { top: -116 * 3334 + 560, height: 560 })).toMatchObject({ to: 10_000, after: 0 })
})

test('after a leap only what can be seen is drawn at first', () => {
  const top = { top: 0, height: 560 }
  const far = { top: -116_000, height: 560 }
  expect(isFarScroll(visibleRange(grid, 10_000, top), visibleRange(grid, 10_000, far))).toBe(true)
  expect(isFarScroll(visibleRange(grid, 10_000, top), visibleRange(grid, 10_000, { top: -900, height: 560 }))).toBe(
    false
  )
  const bare = visibleRange(grid, 10_000, far, 0)
  expect(bare).toEqual({ from: 1000 * 3, to: 1005 * 3, before: 1000 * 116, after: 2329 * 116 })
  expect(isFarScroll(bare, visibleRange(grid, 10_000, far))).toBe(false)
})

test('a grid below or above the screen draws one row', () => {
  expect(visibleRange(grid, 300, { top: 5000, height: 560 })).toEqual({ from: 0, to: 3, before: 0, after: 99 * 116 })
  expect(visibleRange(grid, 300, { top: -50_000, height: 560 })).toEqual({
    from: 297,
    to: 300,
    before: 99 * 116,
    after: 0
  })
})

test('an empty grid draws nothing', () => {
  expect(visibleRange(grid, 0, { top: 0, height: 560 })).toEqual({ from: 0, to: 0, before: 0, after: 0 })
})

const grids = fc.record({
  columns: fc.integer({ min: 1, max: 12 }),
  height: fc.integer({ min: 1, max: 400 }),
  gap: fc.integer({ min: 0, max: 40 })
})

test('everything that can be seen is drawn, little else is, and no px are lost, wherever it is looked at', () => {
  const sights = fc.record({
    top: fc.integer({ min: -5_000_000, max: 5000 }),
    height: fc.integer({ min: 1, max: 2000 })
  })
  fc.assert(
    fc.property(grids, fc.nat(20_000), sights, (shape, count, sight) => {
      const pitch = shape.height + shape.gap
      const rows = Math.ceil(count / shape.columns)
      const { from, to, before, after } = visibleRange(shape, count, sight)
      const drawn = Math.ceil((to - from) / shape.columns)
      expect(before + drawn * pitch + after).toBe(rows * pitch)
      expect(from % shape.columns).toBe(0)
      expect(drawn).toBeLessThanOrEqual((3 * sight.height) / pitch + 2)
      const seen = (row: number) => sight.top + row * pitch < sight.height && sight.top + row * pitch + shape.height > 0
      const first = Math.floor(Math.max(0, -sight.top) / pitch)
      const visible = [first, first + 1, first + Math.floor(sight.height / pitch)].filter(
        row => row < rows && seen(row)
      )
      for (const row of visible) {
        expect(from).toBeLessThanOrEqual(row * shape.columns)
        expect(to).toBeGreaterThan(row * shape.columns)
      }
    })
  )
})

test('the entry at the top stays in the top row when columns and heights change', () => {
  fc.assert(
    fc.property(grids, grids, fc.nat(10_000), (one, other, index) => {
      const first = Math.floor(index / one.columns) * one.columns
      expect(offsetAfterResize(one, other, offsetOf(one, index))).toBe(offsetOf(other, first))
    })
  )
  expect(offsetAfterResize(grid, grid, 1234)).toBeCloseTo(1234)
  expect(offsetAfterResize(grid, { ...grid, height: 300 }, -40)).toBe(-40)
})
