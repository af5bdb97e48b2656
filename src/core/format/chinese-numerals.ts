import { minorDigits } from './money.js'
import type { CurrencyAmount } from './price-and-date-format.js'

const DIGITS = '零壹贰叁肆伍陆柒捌玖'
const PLACES = ['', '拾', '佰', '仟']
const GROUPS = ['', '万', '亿', '兆']
const FRACTIONS = ['角', '分', '厘', '毫']
const MAX_WHOLE_DIGITS = 15

/**
 * Writes an amount of yuan as banks do: 1010 is `壹仟零壹拾元整`, 1.05 is `壹元零伍分`, -3 is `负叁元整`. Cuts texts and rounds
 * numbers to four decimals; empty for anything but an amount below 1e15.
 */
export function toChineseNumerals(amount: string | number): string {
  const [, sign = '', digits = '', fraction = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(normaliseAmount(amount)) ?? []
  const whole = digits.replace(/^0+/, '')
  if (digits + fraction === '' || whole.length > MAX_WHOLE_DIGITS) return ''
  const yuan = formatWhole(whole)
  const fractionText = formatFraction(fraction.slice(0, FRACTIONS.length), yuan !== '')
  if (yuan + fractionText === '') return '零元整'
  return `${sign && '负'}${yuan}${fractionText || '整'}`
}

function normaliseAmount(amount: string | number): string {
  if (typeof amount === 'number') {
    return amount.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: FRACTIONS.length })
  }
  return amount
    .replace(/[！-～]/g, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\s,]/g, '')
    .replace(/^(-?)[¥￥]/, '$1')
}

function formatWhole(whole: string): string {
  let words = ''
  let zeros = 0
  for (let index = 0; index < whole.length; index++) {
    const digit = whole[index]
    const place = whole.length - 1 - index
    if (digit === '0') zeros++
    else {
      words += `${zeros > 0 ? '零' : ''}${DIGITS[Number(digit)]}${PLACES[place % 4]}`
      zeros = 0
    }
    if (place % 4 === 0 && zeros < 4) words += GROUPS[place / 4]
  }
  return words && `${words}元`
}

function formatFraction(fraction: string, hasYuan: boolean): string {
  let words = ''
  for (let index = 0; index < fraction.length; index++) {
    const digit = fraction[index]
    if (digit === '0') continue
    const isGap = fraction[index - 1] === '0' && (hasYuan || words !== '')
    words += `${isGap ? '零' : ''}${DIGITS[Number(digit)]}${FRACTIONS[index]}`
  }
  return words
}

/** Of the characters above that differ in traditional writing. */
const traditional: Readonly<Record<string, string>> = {
  贰: '貳',
  叁: '參',
  陆: '陸',
  万: '萬',
  亿: '億',
  厘: '釐',
  负: '負'
}

/** Currency and amount as receipts state them: R$ 9,90 is `巴西雷亚尔玖元玖角`. Empty for a `tag` that is not Chinese. */
export function formatPriceInChineseNumerals({ amount, currency }: CurrencyAmount, tag: string): string {
  if (!/^zh\b/.test(tag)) return ''
  const simplified = toChineseNumerals(amount / 10 ** minorDigits(currency))
  const numerals = /hant/i.test(tag) ? simplified.replace(/./g, sign => traditional[sign] ?? sign) : simplified
  return numerals && currencyName(currency, tag) + numerals
}

function currencyName(currency: string, tag: string): string {
  try {
    return new Intl.DisplayNames(tag, { type: 'currency' }).of(currency) ?? ''
  } catch {
    return currency
  }
}
