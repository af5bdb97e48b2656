import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskPhone } from '../../../src/core/format/phone.js'

test('D-152 eleven digits keep the first three and the last four', () => {
  expect(maskPhone('13812345678')).toBe('138****5678')
  expect(maskPhone('00000000000')).toBe('000****0000')
})

test('D-152 the middle of a number is never shown, and its length stays', () => {
  const eleven = fc.stringMatching(/^\d{11}$/)
  fc.assert(
    fc.property(eleven, number => {
      const masked = maskPhone(number)
      expect(masked).toHaveLength(11)
      expect(masked.slice(3, 7)).toBe('****')
      expect([masked.slice(0, 3), masked.slice(7)]).toEqual([number.slice(0, 3), number.slice(7)])
    })
  )
})

test('D-153 everything else is unchanged', () => {
  const others = ['', ' ', 'null', '1381234567', '138123456789', '138 1234 5678', ' 13812345678', '13812345678\n']
  const odd = [
    '１３８１２３４５６７８',
    '1381234567x',
    '-1381234567',
    '1381234.567',
    '1e123456789',
    '😀23456789ab',
    '٠١٢٣٤٥٦٧٨٩٠'
  ]
  for (const text of [...others, ...odd]) expect(maskPhone(text)).toBe(text)
  const other = fc.oneof(fc.string(), fc.stringMatching(/^\d{0,20}$/)).filter(text => !/^\d{11}$/.test(text))
  fc.assert(
    fc.property(other, text => {
      expect(maskPhone(text)).toBe(text)
    })
  )
})
