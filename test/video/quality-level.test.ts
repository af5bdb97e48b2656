import { expect, test } from 'vitest'
import { selectLevel } from '../../src/video/quality-level.js'

const levels = [360, 540, 720].map(lines => ({ width: lines, height: (lines * 16) / 9 }))

test('a level has at most as many lines as were chosen; where none has so few it is the smallest', () => {
  expect([720, 1080, 719, 540, 400, 240].map(most => selectLevel(levels, most))).toEqual([2, 2, 1, 1, 0, 0])
})

test('nothing chosen, or nothing to choose from, leaves it to the connection', () => {
  expect(selectLevel(levels, 0)).toBe(-1)
  expect(selectLevel([], 720)).toBe(-1)
})

test('lines are those of the shorter side, and of two alike the better is taken', () => {
  expect(selectLevel([...levels, { width: 1280, height: 720 }], 720)).toBe(3)
})
