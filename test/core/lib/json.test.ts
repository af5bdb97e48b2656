import { afterEach, expect, test } from 'vitest'
import { toJson } from '../../../src/core/lib/json.js'

const PATCHED: object[] = [Array.prototype, Object.prototype, String.prototype]

afterEach(() => {
  for (const prototype of PATCHED) Reflect.deleteProperty(prototype, 'toJSON')
})

test('what libraries of the page have given to lists, objects and texts does not get into the text', () => {
  const value = { ids: ['a', 'b'], deep: [{ list: [1, [2]] }], text: 'x', none: null, missing: undefined }
  const clean = JSON.stringify(value)
  for (const prototype of PATCHED) {
    Object.defineProperty(prototype, 'toJSON', { value: () => 'spoilt', configurable: true, writable: true })
  }
  expect(JSON.stringify(value)).toBe('"spoilt"')
  expect(toJson(value)).toBe(clean)
  expect(toJson(['a'], 2)).toBe('[\n  "a"\n]')
})
