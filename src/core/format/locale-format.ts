import { minorDigits } from './money.js'

export interface Price {
  /** In the smallest unit of the currency: 990 is R$ 9,90. */
  amount: number
  currency: string
}

export interface LocaleFormat {
  number(value: number): string
  compact(value: number): string
  price(price: Price): string
  date(at: number): string
  dateTime(at: number): string
  ago(amount: number, unit: Intl.RelativeTimeFormatUnit): string
  plural(count: string | number | undefined): 'one' | 'other'
}

/** Throws RangeError if Intl cannot parse `tag`. */
export function createLocaleFormat(tag: string): LocaleFormat {
  const getNumbers = createOnce(() => new Intl.NumberFormat(tag))
  const getCompacts = createOnce(() => new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 }))
  const getDates = createOnce(() => new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }))
  const getDateTimes = createOnce(() => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }))
  const getRelatives = createOnce(() => new Intl.RelativeTimeFormat(tag))
  const prices = new Map<string, Intl.NumberFormat>()
  const priceFormat = (currency: string, digits: number) => {
    const format = prices.get(currency) ?? new Intl.NumberFormat(tag, priceOptions(currency, digits))
    prices.set(currency, format)
    return format
  }
  return {
    number(value) {
      // All our languages write these numbers alike, and the first screen loads faster without Intl.
      if (Number.isInteger(value) && value >= 0 && value < 1000) return `${value}`
      return Number.isFinite(value) ? getNumbers().format(value || 0) : ''
    },
    compact: value => (Number.isFinite(value) ? getCompacts().format(value || 0) : ''),
    price({ amount, currency }) {
      const digits = minorDigits(currency)
      return Number.isFinite(amount) ? priceFormat(currency, digits).format((amount || 0) / 10 ** digits) : ''
    },
    date: at => (isDate(at) ? getDates().format(at) : ''),
    dateTime: at => (isDate(at) ? getDateTimes().format(at) : ''),
    ago: (amount, unit) => (Number.isFinite(amount) ? getRelatives().format(-amount, unit) : ''),
    // Not Intl.PluralRules, because its Portuguese rule gives `0 moeda`.
    plural: count => (`${count}` === '1' ? 'one' : 'other')
  }
}

function priceOptions(currency: string, digits: number): Intl.NumberFormatOptions {
  const currencyOptions = /^[a-z]{3}$/i.test(currency) ? ({ style: 'currency', currency } as const) : {}
  return { ...currencyOptions, minimumFractionDigits: digits, maximumFractionDigits: digits }
}

function isDate(at: number): boolean {
  return !Number.isNaN(new Date(at).getTime())
}

function createOnce<Value>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= create()
    return value
  }
}
