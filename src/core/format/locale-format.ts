import { minorDigits } from './money.js'

export interface Price {
  /** Whole number of the currency's smallest unit: 990 is R$ 9,90. */
  amount: number
  /** ISO 4217. */
  currency: string
}

/** How one language writes numbers, money and times. Empty for what is none: NaN, Infinity, an impossible date. */
export interface LocaleFormat {
  /** 1234567.5 as `1.234.567,5`. */
  number(value: number): string
  /** 1234567 as `1,2 mi`. */
  compact(value: number): string
  /** `R$ 9,90`; a currency that cannot be one is left out. */
  price(price: Price): string
  /** Epoch ms as `21 de nov. de 2026`, in the device's zone. */
  date(at: number): string
  /** Epoch ms as `21 de nov. de 2026, 09:00`, in the device's zone. */
  dateTime(at: number): string
  /** `há 3 horas`. */
  ago(amount: number, unit: Intl.RelativeTimeFormatUnit): string
  /** The form of the noun: in every language of ours one is one, and nought is many. Text is written by the caller, `1,2 mi`. */
  plural(count: string | number | undefined): 'one' | 'other'
}

/** Throws RangeError for a tag that Intl cannot read. */
export function createLocaleFormat(tag: string): LocaleFormat {
  const numbers = once(() => new Intl.NumberFormat(tag))
  const compacts = once(() => new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 }))
  const dates = once(() => new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }))
  const dateTimes = once(() => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }))
  const relatives = once(() => new Intl.RelativeTimeFormat(tag))
  const prices = new Map<string, Intl.NumberFormat>()
  const priceForm = (currency: string, digits: number) => {
    const form = prices.get(currency) ?? new Intl.NumberFormat(tag, priceOptions(currency, digits))
    prices.set(currency, form)
    return form
  }
  return {
    number(value) {
      // Every language of ours writes these alike, and a first screen has no others: Intl can wait.
      if (Number.isInteger(value) && value >= 0 && value < 1000) return `${value}`
      return Number.isFinite(value) ? numbers().format(value || 0) : ''
    },
    compact: value => (Number.isFinite(value) ? compacts().format(value || 0) : ''),
    price({ amount, currency }) {
      const digits = minorDigits(currency)
      return Number.isFinite(amount) ? priceForm(currency, digits).format((amount || 0) / 10 ** digits) : ''
    },
    date: at => (isDate(at) ? dates().format(at) : ''),
    dateTime: at => (isDate(at) ? dateTimes().format(at) : ''),
    ago: (amount, unit) => (Number.isFinite(amount) ? relatives().format(-amount, unit) : ''),
    // Not by Intl, to which Portuguese has `0 moeda`.
    plural: count => (`${count}` === '1' ? 'one' : 'other')
  }
}

function priceOptions(currency: string, digits: number): Intl.NumberFormatOptions {
  const money = /^[a-z]{3}$/i.test(currency) ? ({ style: 'currency', currency } as const) : {}
  return { ...money, minimumFractionDigits: digits, maximumFractionDigits: digits }
}

function isDate(at: number): boolean {
  return !Number.isNaN(new Date(at).getTime())
}

/** Intl objects are slow to make, and the first screen needs few of them. */
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
