// Numbers stay in the form as they were typed, and are read only to check and send them:
// an input that corrects them while they are typed can make another number of them.

/** Why what was typed is no amount: it is no number, or has more decimals than the currency. */
export type AmountFault = 'number' | 'decimals'

const separatorsOf = (tag: string) => {
  const parts = new Intl.NumberFormat(tag, { useGrouping: true }).formatToParts(1_234_567.5)
  const find = (wanted: string, otherwise: string) => parts.find(({ type }) => type === wanted)?.value ?? otherwise
  return { group: find('group', ','), decimal: find('decimal', '.') }
}

const WHOLE = /^\d+$/

/** Digits without the separators of thousands; null unless every group but the first has three. */
function readGroups(typed: string, separator: string): string | null {
  const [first = '', ...others] = typed.split(separator)
  if (others.length === 0) return WHOLE.test(first) ? first : null
  return /^\d{1,3}$/.test(first) && others.every(group => /^\d{3}$/.test(group)) ? [first, ...others].join('') : null
}

const readDigits = (typed: string, group: string) => readGroups(typed, group) ?? readGroups(typed, ' ')

/** Full-width digits and signs become the ordinary ones, and every kind of space one space. */
const normalize = (typed: string) => typed.normalize('NFKC').trim().replace(/\s/g, ' ')

/** A number of at least zero, in minor units of a currency with so many decimals, by the rules of the language. */
export function readAmount(typed: string, decimals: number, tag: string): number | AmountFault {
  const { group, decimal } = separatorsOf(tag)
  const text = normalize(typed)
  // A keyboard may lack the decimal separator of the language. The other one is read as such where it parts no thousands.
  const isOther = !text.includes(decimal) && readDigits(text, group) === null
  const [whole = '', fraction, ...more] = text.split(isOther ? group : decimal)
  const digits = isOther ? readGroups(whole, ' ') : readDigits(whole, group)
  if (digits === null || more.length > 0 || (fraction !== undefined && !WHOLE.test(fraction))) return 'number'
  if (fraction !== undefined && fraction.length > decimals) return 'decimals'
  const minor = Number(digits + (fraction ?? '').padEnd(decimals, '0'))
  return Number.isSafeInteger(minor) ? minor : 'number'
}

/** A whole number from `min` to `max`, by the rules of the language; null for anything else. */
export function readWhole(typed: string, min: number, max: number, tag: string): number | null {
  const digits = readDigits(normalize(typed), separatorsOf(tag).group)
  const value = Number(digits)
  return digits !== null && value >= min && value <= max ? value : null
}

/** As it would be typed. */
export const writeAmount = (minor: number, decimals: number, tag: string) =>
  new Intl.NumberFormat(tag, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false
  }).format(minor / 10 ** decimals)

export const countDecimals = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
