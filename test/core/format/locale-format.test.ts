import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLocaleFormat } from '../../../src/core/format/locale-format.js'
import { createPriceAndDateFormat } from '../../../src/core/format/price-and-date-format.js'
import { translationOf } from '../support/translation-of.js'

const tags = ['pt', 'en', 'es', 'zh-Hans', 'zh-Hant']
const none = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]

beforeEach(() => void vi.stubEnv('TZ', 'America/Sao_Paulo'))
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

/** Returns the texts of each language, with plain spaces instead of no-break spaces. */
async function formatInEachLanguage(
  format: (translation: Awaited<ReturnType<typeof translationOf>>) => string
): Promise<string[]> {
  return Promise.all(tags.map(async tag => format(await translationOf(tag)).replace(/\s/g, ' ')))
}

test('D-003 D-004 D-005 D-006 D-007 numbers', async () => {
  expect(await formatInEachLanguage(({ number }) => number(1234567.5))).toEqual([
    '1.234.567,5',
    '1,234,567.5',
    '1,234,567.5',
    '1,234,567.5',
    '1,234,567.5'
  ])
  expect(await formatInEachLanguage(({ compact }) => compact(1_234_567))).toEqual([
    '1,2 mi',
    '1.2M',
    '1.2 M',
    '123.5万',
    '123.5萬'
  ])
  expect(await formatInEachLanguage(({ number, compact }) => number(-0) + compact(-0))).toEqual(Array(5).fill('00'))
})

test('D-003 D-004 D-005 D-006 D-007 prices', async () => {
  const price = (amount: number, currency: string) =>
    formatInEachLanguage(translation => translation.price({ amount, currency }))
  expect(await price(990, 'BRL')).toEqual(['R$ 9,90', 'R$9.90', 'R$9.90', 'R$9.90', 'R$9.90'])
  expect(await price(123456, 'USD')).toEqual([
    'US$ 1.234,56',
    '$1,234.56',
    'USD 1,234.56',
    'US$1,234.56',
    'US$1,234.56'
  ])
  expect(await price(-990, 'BRL')).toEqual(['-R$ 9,90', '-R$9.90', '-R$9.90', '-R$9.90', '-R$9.90'])
  expect((await price(1990, 'JPY'))[1]).toBe('¥1,990')
  expect((await price(1990, 'jpy'))[1]).toBe('¥1,990')
  expect((await price(12345, 'KWD'))[1]).toBe('KWD 12.345')
  expect((await price(990000, 'COP'))[1]).toBe('COP 9,900.00')
})

test('a price in what is no currency is a number, and what is no amount is nothing', async () => {
  const { price } = await translationOf('pt')
  for (const currency of ['', ' ', 'null', 'R$', 'BR', '😀😀😀', 'ＢＲＬ']) {
    expect(price({ amount: 990, currency })).toBe('9,90')
  }
  for (const amount of none) expect(price({ amount, currency: 'BRL' })).toBe('')
  expect(price({ amount: -0, currency: 'BRL' })).toBe(price({ amount: 0, currency: 'BRL' }))
})

test('D-003 D-004 D-005 D-006 D-007 dates', async () => {
  const at = Date.parse('2026-11-22T02:05:00Z')
  expect(await formatInEachLanguage(({ date }) => date(at))).toEqual([
    '21 de nov. de 2026',
    'Nov 21, 2026',
    '21 nov 2026',
    '2026年11月21日',
    '2026年11月21日'
  ])
  expect(await formatInEachLanguage(({ dateTime }) => dateTime(at))).toEqual([
    '21 de nov. de 2026, 23:05',
    'Nov 21, 2026, 11:05 PM',
    '21 nov 2026, 11:05 p.m.',
    '2026年11月21日 23:05',
    '2026年11月21日 晚上11:05'
  ])
  const [inMarch, nextYear] = [new Date(2026, 2, 1).getTime(), new Date(2027, 0, 1).getTime()]
  for (const text of await formatInEachLanguage(({ dateTime }) => dateTime(at, inMarch))) {
    expect(text).not.toContain('2026')
    expect(text).toMatch(/21.*[12][13]:05/)
  }
  for (const text of await formatInEachLanguage(({ dateTime }) => dateTime(at, nextYear)))
    expect(text).toContain('2026')
})

test('what is no number, no time and no age says nothing', async () => {
  for (const tag of tags) {
    const { number, compact, date, dateTime, ago } = await translationOf(tag)
    for (const value of none) {
      expect([number(value), compact(value), date(value), dateTime(value), ago(value, 'day')]).toEqual(
        Array(5).fill('')
      )
    }
    expect([date(8.64e15 + 1), dateTime(-8.64e15 - 1)]).toEqual(['', ''])
  }
})

test('Intl objects are made when first needed, and once', () => {
  const made: Record<string, number> = {}
  const count = (name: string) => {
    made[name] = (made[name] ?? 0) + 1
  }
  const counted = new Proxy(Intl, {
    get(target, name) {
      count(String(name))
      return Reflect.get(target, name)
    }
  })
  vi.stubGlobal('Intl', counted)
  const forms = { ...createLocaleFormat('pt'), ...createPriceAndDateFormat('pt') }
  expect([forms.number(0), forms.number(-0), forms.number(999)]).toEqual(['0', '0', '999'])
  expect(made).toEqual({})
  for (let time = 0; time < 3; time++) {
    forms.number(1000)
    forms.compact(1)
    for (const currency of ['BRL', 'USD']) forms.price({ amount: 1, currency })
    forms.date(0)
    forms.dateTime(0)
    forms.ago(1, 'day')
  }
  expect(made).toEqual({ NumberFormat: 4, DateTimeFormat: 2, RelativeTimeFormat: 1 })
})

test('prices come back to the same smallest units', () => {
  const { price } = createPriceAndDateFormat('pt')
  const amount = fc.integer({ min: -1e12, max: 1e12 })
  const currency = fc.constantFrom('BRL', 'USD', 'JPY', 'KWD', 'COP', 'HUF', 'CLP', 'XTS')
  fc.assert(
    fc.property(amount, currency, (amount, currency) => {
      expect(Number(price({ amount, currency }).replace(/[^\d-]/g, ''))).toBe(amount || 0)
    })
  )
})

test('a plural has one of two forms, whatever is counted', () => {
  for (const tag of ['pt', 'en', 'es-419', 'zh-Hant']) {
    const { plural } = createLocaleFormat(tag)
    const odd = ['', ' ', 'null', '1e5', '-0', '0x10', '.5', '5.', '１', '😀', '1.234', '1,2 mi']
    for (const count of [...odd, ...none, 1e6, 1.5, -1, undefined]) expect(['one', 'other']).toContain(plural(count))
  }
  const { plural } = createLocaleFormat('en')
  expect([plural(1), plural('1'), plural(0), plural('0'), plural('1.0'), plural(undefined)]).toEqual([
    'one',
    'one',
    'other',
    'other',
    'other',
    'other'
  ])
})
