import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { toMaxLength, truncateText } from '../../../src/core/ui/text-limit.js'

const end = (text: string, maxLength: number) => truncateText(text, text.length, maxLength).text

test.each([undefined, Number.NaN, 'many'])('D-151 a maxlength of %s is 140', length => {
  expect(toMaxLength(length)).toBe(140)
})

test.each([
  [0, 0],
  [10, 10],
  ['20', 20],
  [1.9, 1],
  [-1, Number.POSITIVE_INFINITY]
])('a maxlength of %s is %d', (length, expected) => expect(toMaxLength(length)).toBe(expected))

describe('a text that is too long', () => {
  test('D-151 keeps 140 characters', () => {
    expect(end('a'.repeat(140), 140)).toHaveLength(140)
    expect(end('a'.repeat(141), 140)).toHaveLength(140)
  })

  test.each([
    ['a family', '👨‍👩‍👧‍👦'],
    ['a flag', '🇧🇷'],
    ['a skin tone', '👍🏽'],
    ['an accent of its own', 'e\u0301'],
    ['a character beyond 16 bits', '𠮷']
  ])('is not cut within %s, which counts as one', (_what, character) => {
    expect(end(character.repeat(3), 2)).toBe(character.repeat(2))
    expect(end(`ab${character}`, 2)).toBe('ab')
  })

  test('loses the end of what was put in, not what stood after it', () => {
    expect(truncateText('abXYZcd', 5, 5)).toEqual({ text: 'abXcd', caret: 3 })
    expect(truncateText('XYZ', 3, 0)).toEqual({ text: '', caret: 0 })
    expect(truncateText('abcd', 0, 2)).toEqual({ text: 'ab', caret: 0 })
  })

  test('is counted in code points where the browser knows no characters', () => {
    vi.stubGlobal('Intl', {})
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(end('😀😀😀', 2)).toBe('😀😀')
  })
})

test('the limit holds for any text, caret and limit, and a text within it is left alone', () => {
  const characters = (text: string) => Array.from(new Intl.Segmenter().segment(text)).length
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(50), fc.nat(20), (text, place, maxLength) => {
      const caret = Math.min(place, text.length)
      const limited = truncateText(text, caret, maxLength)
      if (characters(text) <= maxLength) expect(limited).toEqual({ text, caret })
      expect(limited.caret).toBeLessThanOrEqual(limited.text.length)
      expect(end(text, maxLength)).toBe(
        Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
          .slice(0, maxLength)
          .join('')
      )
    })
  )
})
