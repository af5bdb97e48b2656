const DIGITS = '零壹贰叁肆伍陆柒捌玖'
const PLACES = ['', '拾', '佰', '仟']
const GROUPS = ['', '万', '亿', '兆']
const FRACTIONS = ['角', '分', '厘', '毫']
/** Digits before the point of the largest amount, 999999999999999. */
const LONGEST = 15

/**
 * An amount of yuan in the characters banks write: 1010 as `壹仟零壹拾元整`, 1.05 as `壹元零伍分`, -3 as `负叁元整`.
 * Empty for what is no amount, and from 1e15 on. Texts may have spaces, commas, ￥ in front and full-width characters.
 * They are exact to the fourth decimal, 毫, and cut there; numbers are rounded there. 整 follows whole yuan only.
 */
export function toChineseNumerals(amount: string | number): string {
  const [, sign = '', digits = '', fraction = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(plain(amount)) ?? []
  const whole = digits.replace(/^0+/, '')
  if (digits + fraction === '' || whole.length > LONGEST) return ''
  const yuan = wholeWords(whole)
  const rest = fractionWords(fraction.slice(0, FRACTIONS.length), yuan !== '')
  if (yuan + rest === '') return '零元整'
  return `${sign && '负'}${yuan}${rest || '整'}`
}

/** The number as digits, sign and point, if it is one. */
function plain(amount: string | number): string {
  if (typeof amount === 'number') {
    return amount.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: FRACTIONS.length })
  }
  return amount
    .replace(/[！-～]/g, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\s,]/g, '')
    .replace(/^(-?)[¥￥]/, '$1')
}

function wholeWords(whole: string): string {
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
    // Four zeros or more: nothing was said in this group, so it has no unit.
    if (place % 4 === 0 && zeros < 4) words += GROUPS[place / 4]
  }
  return words && `${words}元`
}

/** 零 stands for the zeros between two digits that are said: 1.05, not 0.05. */
function fractionWords(fraction: string, hasYuan: boolean): string {
  let words = ''
  for (let index = 0; index < fraction.length; index++) {
    const digit = fraction[index]
    if (digit === '0') continue
    const isGap = fraction[index - 1] === '0' && (hasYuan || words !== '')
    words += `${isGap ? '零' : ''}${DIGITS[Number(digit)]}${FRACTIONS[index]}`
  }
  return words
}
