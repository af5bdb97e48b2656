import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPriceInChineseNumerals, toChineseNumerals } from '../../../src/core/format/chinese-numerals.js'

test.each([
  [0, '零元整'],
  [1, '壹元整'],
  [10, '壹拾元整'],
  [101, '壹佰零壹元整'],
  [1010, '壹仟零壹拾元整'],
  [10001, '壹万零壹元整'],
  [100000, '壹拾万元整'],
  [105000, '壹拾万零伍仟元整'],
  [1000000001, '壹拾亿零壹元整'],
  [100010000, '壹亿零壹万元整'],
  [1000010000000, '壹兆零壹仟万元整'],
  [234567890123456, '贰佰叁拾肆兆伍仟陆佰柒拾捌亿玖仟零壹拾贰万叁仟肆佰伍拾陆元整']
])('D-155 %d yuan are %s', (amount, words) => {
  expect(toChineseNumerals(amount)).toBe(words)
  expect(toChineseNumerals(String(amount))).toBe(words)
})

test.each([
  ['1.05', '壹元零伍分'],
  ['1.5', '壹元伍角'],
  ['1.50', '壹元伍角'],
  ['16409.02', '壹万陆仟肆佰零玖元零贰分'],
  ['1680.32', '壹仟陆佰捌拾元叁角贰分'],
  ['10.05', '壹拾元零伍分'],
  ['0.05', '伍分'],
  ['0.5', '伍角'],
  ['0.305', '叁角零伍厘'],
  ['1.2345', '壹元贰角叁分肆厘伍毫'],
  ['1.0005', '壹元零伍毫'],
  ['1.00009', '壹元整'],
  ['0.00009', '零元整'],
  ['1.00', '壹元整']
])('D-155 after the point: %s is %s', (amount, words) => expect(toChineseNumerals(amount)).toBe(words))

test.each([
  ['1,234,567', '壹佰贰拾叁万肆仟伍佰陆拾柒元整'],
  ['￥1 010', '壹仟零壹拾元整'],
  ['¥5', '伍元整'],
  ['  5\t', '伍元整'],
  ['１，０１０．０５', '壹仟零壹拾元零伍分'],
  ['.5', '伍角'],
  ['5.', '伍元整'],
  ['007', '柒元整'],
  ['-0', '零元整'],
  ['-0.00', '零元整'],
  ['-3', '负叁元整'],
  ['-¥3.5', '负叁元伍角'],
  ['￥-3.5', '负叁元伍角'],
  ['000000000000000000000000001', '壹元整']
])('D-155 written in other ways: %s is %s', (amount, words) => expect(toChineseNumerals(amount)).toBe(words))

test('D-155 numbers come without the noise of binary fractions', () => {
  expect(toChineseNumerals(0.7 * 3)).toBe('贰元壹角')
  expect(toChineseNumerals(0.1 + 0.2)).toBe('叁角')
  expect(toChineseNumerals(1.05)).toBe('壹元零伍分')
  expect(toChineseNumerals(1e-7)).toBe('零元整')
  expect(toChineseNumerals(-0)).toBe('零元整')
  expect(toChineseNumerals(-12.3)).toBe('负壹拾贰元叁角')
})

test('D-156 nothing is said of nothing, nor of what is no amount', () => {
  const empty = ['', ' ', '\u3000', '￥', ',', '.', '-', '-￥']
  const odd = [
    'null',
    'undefined',
    'NaN',
    'Infinity',
    '1e5',
    '0x10',
    '1.2.3',
    '--1',
    '+1',
    '5￥',
    '￥￥5',
    '-￥-5',
    '12a',
    '😀',
    '壹',
    '½',
    '²',
    '①',
    '٣'
  ]
  for (const amount of [...empty, ...odd]) expect([amount, toChineseNumerals(amount)]).toEqual([amount, ''])
  for (const amount of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    expect(toChineseNumerals(amount)).toBe('')
  }
})

test('D-157 up to 999999999999999.9999, and no further', () => {
  const largest = '玖佰玖拾玖兆玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元'
  expect(toChineseNumerals(999999999999999)).toBe(`${largest}整`)
  expect(toChineseNumerals('999999999999999')).toBe(`${largest}整`)
  expect(toChineseNumerals('999999999999999.99')).toBe(`${largest}玖角玖分`)
  expect(toChineseNumerals('999,999,999,999,999.99999')).toBe(`${largest}玖角玖分玖厘玖毫`)
  const tooMuch = [1e15, -1e15, 1e21, Number.MAX_VALUE, '1000000000000000', '1,000,000,000,000,000.00', '9'.repeat(400)]
  for (const amount of tooMuch) expect([amount, toChineseNumerals(amount)]).toEqual([amount, ''])
})

/** Parses the characters back to 1/10000 yuan. */
function parse(words: string): bigint {
  const digits = '零壹贰叁肆伍陆柒捌玖'
  const weights: Record<string, bigint> = { 拾: 10n, 佰: 100n, 仟: 1000n }
  const groups: Record<string, bigint> = { 万: 10n ** 4n, 亿: 10n ** 8n, 兆: 10n ** 12n }
  const fractions: Record<string, bigint> = { 角: 1000n, 分: 100n, 厘: 10n, 毫: 1n }
  let total = 0n
  let group = 0n
  let digit = 0n
  for (const character of words.replace(/^负/, '')) {
    if (digits.includes(character)) digit = BigInt(digits.indexOf(character))
    else {
      const fraction = fractions[character]
      if (fraction !== undefined) total += digit * fraction
      else {
        const weight = weights[character]
        if (weight === undefined)
          total += (group + digit) * (groups[character] ?? 1n) * (character === '整' ? 0n : 10_000n)
        group = weight === undefined ? 0n : group + digit * weight
      }
      digit = 0n
    }
  }
  return words.startsWith('负') ? -total : total
}

test('D-155 D-157 every amount below 1e15 can be read back exactly', () => {
  const digits = fc.array(fc.constantFrom(...'000123456789'), { minLength: 1, maxLength: 15 })
  const fraction = fc.array(fc.constantFrom(...'00019'), { maxLength: 4 })
  fc.assert(
    fc.property(fc.boolean(), digits, fraction, (isNegative, whole, rest) => {
      const text = `${isNegative ? '-' : ''}${whole.join('')}.${rest.join('')}`
      const expected = BigInt(whole.join('') + rest.join('').padEnd(4, '0')) * (isNegative ? -1n : 1n)
      const words = toChineseNumerals(text)
      expect([text, parse(words)]).toEqual([text, expected])
      expect(words).not.toMatch(/零零|零[拾佰仟万亿兆角分厘毫]|[万亿兆][万亿兆]/)
      expect(words.endsWith('元整')).toBe(/^0*$/.test(rest.join('')))
    }),
    { numRuns: 2000 }
  )
})

test('D-155 a number and its text are the same amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), cents => {
      expect(toChineseNumerals(cents / 100)).toBe(toChineseNumerals((cents / 100).toFixed(2)))
    })
  )
})

test.each([
  ['zh-Hans', 990, 'BRL', '巴西雷亚尔玖元玖角'],
  ['zh-Hans', 123456, 'CNY', '人民币壹仟贰佰叁拾肆元伍角陆分'],
  ['zh-Hant', 126000, 'USD', '美元壹仟貳佰陸拾元整'],
  ['zh-Hans', 500, 'JPY', '日元伍佰元整'],
  ['pt-BR', 990, 'BRL', ''],
  ['en', 990, 'BRL', '']
])('D-155 a receipt in %s states %d of %s as %s', (tag, amount, currency, words) =>
  expect(formatPriceInChineseNumerals({ amount, currency }, tag)).toBe(words)
)
