import { expect, test } from 'vitest'
import { countDecimals, readAmount, readWhole, writeAmount } from '../../console/i18n/typed-numbers.js'

test.each([
  ['pt-BR', '12,30', 1230],
  ['pt-BR', '12,3', 1230],
  ['pt-BR', '12', 1200],
  ['pt-BR', '0,29', 29],
  ['pt-BR', '1.000', 100_000],
  ['pt-BR', '1.000,50', 100_050],
  ['pt-BR', '1 000,50', 100_050],
  ['pt-BR', '1\u00a0000,50', 100_050],
  ['pt-BR', ' 12,30 ', 1230],
  // Autofill, dictation and keyboards of other languages.
  ['pt-BR', '12.30', 1230],
  ['pt-BR', '1234.5', 123_450],
  ['pt-BR', '１２，３０', 1230],
  ['en', '1,000.50', 100_050],
  ['en', '1,000', 100_000],
  ['en', '12,30', 1230],
  ['es-419', '1,000.50', 100_050],
  ['es-419', '12,30', 1230],
  ['zh-Hans', '1,000.50', 100_050],
  ['zh-Hans', '１２．３０', 1230],
  ['zh-Hant', '1,000,000', 100_000_000]
])('in %s, %o are %i hundredths', (tag, typed, amount) => {
  expect(readAmount(typed, 2, tag)).toBe(amount)
})

test.each([
  ['pt-BR', '', 'number'],
  ['pt-BR', '-4', 'number'],
  ['pt-BR', '−4', 'number'],
  ['pt-BR', '－４', 'number'],
  ['pt-BR', '+4', 'number'],
  ['pt-BR', '1e3', 'number'],
  ['pt-BR', '0x10', 'number'],
  ['pt-BR', '1,000.50', 'number'],
  ['pt-BR', '1,2,3', 'number'],
  ['pt-BR', '1.00.000', 'number'],
  ['pt-BR', '12,', 'number'],
  ['pt-BR', ',5', 'number'],
  ['pt-BR', '1 2', 'number'],
  ['pt-BR', 'R$ 5', 'number'],
  ['pt-BR', '99999999999999999', 'number'],
  ['pt-BR', '1,5555', 'decimals'],
  ['pt-BR', '1,000', 'decimals'],
  ['en', '1.000,50', 'number'],
  ['en', '1.000', 'decimals'],
  ['es-419', '1.000', 'decimals'],
  ['zh-Hans', '12。5', 'number']
])('in %s, %o is no amount because of its %s', (tag, typed, fault) => {
  expect(readAmount(typed, 2, tag)).toBe(fault)
})

test.each([
  ['JPY', '500', 500],
  ['JPY', '500,5', 'decimals'],
  ['KWD', '1,555', 1555],
  ['KWD', '1.555', 1_555_000],
  ['KWD', '1,5555', 'decimals']
])('%s has decimals of its own: %o', (currency, typed, amount) => {
  expect(readAmount(typed, countDecimals(currency), 'pt-BR')).toBe(amount)
})

test.each([
  ['pt-BR', '300', 300],
  ['pt-BR', '1.000', 1000],
  ['pt-BR', '1 000', 1000],
  ['pt-BR', '３００', 300],
  ['en', '1,000', 1000],
  ['es-419', '1,000', 1000],
  ['zh-Hant', '1,000', 1000],
  ['pt-BR', '2,5', null],
  ['pt-BR', '2,0', null],
  ['pt-BR', '1,000', null],
  ['en', '1.000', null],
  ['pt-BR', '1e3', null],
  ['pt-BR', '-4', null],
  ['pt-BR', '0', null],
  ['pt-BR', '1000001', null],
  ['pt-BR', '', null],
  ['pt-BR', 'Infinity', null]
])('in %s, the whole number %o is %o', (tag, typed, value) => {
  expect(readWhole(typed, 1, 1_000_000, tag)).toBe(value)
})

test('an amount is written as it is read', () => {
  expect(writeAmount(123_450, 2, 'pt-BR')).toBe('1234,50')
  expect(readAmount(writeAmount(123_450, 2, 'pt-BR'), 2, 'pt-BR')).toBe(123_450)
  expect(writeAmount(990, 2, 'es-419')).toBe('9.90')
  expect(writeAmount(500, 0, 'en')).toBe('500')
})
