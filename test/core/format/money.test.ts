import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAmountFormat, minorDigits } from '../../../src/core/format/money.js'
import { createPriceAndDateFormat } from '../../../src/core/format/price-and-date-format.js'

const formatAmount = createAmountFormat('en')

test.each([
  [1234567.891, '1,234,567.89'],
  [0, '0.00'],
  [5, '5.00'],
  [0.5, '0.50'],
  [999, '999.00'],
  [1000, '1,000.00'],
  [-123.45, '-123.45'],
  [-1234567.891, '-1,234,567.89'],
  [1.005, '1.01'],
  [-1.005, '-1.01'],
  [2.675, '2.68'],
  [0.1 + 0.2, '0.30'],
  [0.004999, '0.00'],
  [99.995, '100.00'],
  [-0, '0.00'],
  [-0.001, '0.00'],
  [5e-324, '0.00'],
  [1e5, '100,000.00'],
  [0x10, '16.00'],
  [Number.MAX_SAFE_INTEGER, '9,007,199,254,740,991.00'],
  [1e21, '1,000,000,000,000,000,000,000.00']
])('D-154 %d reads %s', (value, text) => expect(formatAmount(value)).toBe(text))

test('D-154 what is no amount reads as nothing', () => {
  expect([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map(formatAmount)).toEqual(['', '', ''])
})

test('D-154 the cents come back, in groups of three', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e13, max: 1e13 }), cents => {
      const text = formatAmount(cents / 100)
      expect(text).toMatch(/^-?\d{1,3}(,\d{3})*\.\d{2}$/)
      expect(Number(text.replace(/[,.]/g, ''))).toBe(cents || 0)
    })
  )
})

test('D-154 every finite number has two decimals', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => {
      expect(formatAmount(value)).toMatch(/^-?\d{1,3}(,\d{3})*\.\d{2}$/)
    })
  )
})

test('smallest units are those of ISO 4217, not those of the browser', () => {
  const digits = (...codes: string[]) => codes.map(minorDigits)
  expect(digits('BRL', 'USD', 'EUR', 'MXN', 'CNY', 'TWD', 'HKD', 'COP', 'HUF', 'IDR')).toEqual(Array(10).fill(2))
  expect(digits('JPY', 'jpy', 'KRW', 'CLP', 'PYG', 'VND', 'XAF')).toEqual(Array(7).fill(0))
  expect(digits('KWD', 'BHD', 'TND')).toEqual([3, 3, 3])
  expect(digits('', ' ', 'null', 'JP', 'JPYX', 'ＪＰＹ', '😀')).toEqual(Array(7).fill(2))
})

test('D-154 prices have two decimals and separated thousands in every language', () => {
  const price = (tag: string) =>
    createPriceAndDateFormat(tag)
      .price({ amount: 123456, currency: 'BRL' })
      .replace(/[^\d.,]/g, '')
  expect(['pt-BR', 'en', 'es-419', 'es', 'zh-Hans', 'zh-Hant'].map(price)).toEqual([
    '1.234,56',
    '1,234.56',
    '1,234.56',
    '1.234,56',
    '1,234.56',
    '1,234.56'
  ])
})
