// Separate from locale-format.ts, because Home shows neither prices nor dates.
import type { Language } from '../i18n/languages.js'
import { memoize } from '../lib/memoize.js'
import { createAmountFormat, minorDigits } from './money.js'

export interface CurrencyAmount {
  /** In the smallest unit of the currency: 990 is R$ 9,90. */
  amount: number
  currency: string
}

export interface PriceAndDateFormat {
  price(price: CurrencyAmount): string
  date(at: number): string
  /** Without the year, if it is that of `now`. */
  dateTime(at: number, now?: number): string
  ago(amount: number, unit: Intl.RelativeTimeFormatUnit): string
}

const formats = new Map<Language, PriceAndDateFormat>()

export function getPriceAndDateFormat(language: Language): PriceAndDateFormat {
  const format = formats.get(language) ?? createPriceAndDateFormat(language.regionTag ?? language.tag)
  formats.set(language, format)
  return format
}

/** Throws RangeError if Intl cannot parse `tag`. */
export function createPriceAndDateFormat(tag: string): PriceAndDateFormat {
  const getDates = memoize(() => new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }))
  const getDateTimes = memoize(() => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }))
  const getDateTimesOfYear = memoize(
    () => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
  )
  const getRelatives = memoize(() => new Intl.RelativeTimeFormat(tag))
  const prices = new Map<string, (value: number) => string>()
  const priceFormat = (currency: string) => {
    const format = prices.get(currency) ?? createAmountFormat(tag, currency)
    prices.set(currency, format)
    return format
  }
  return {
    price: ({ amount, currency }) => priceFormat(currency)(amount / 10 ** minorDigits(currency)),
    date: at => (isDate(at) ? getDates().format(at) : ''),
    dateTime(at, now) {
      if (!isDate(at)) return ''
      const isThisYear = now !== undefined && new Date(now).getFullYear() === new Date(at).getFullYear()
      return (isThisYear ? getDateTimesOfYear() : getDateTimes()).format(at)
    },
    ago: (amount, unit) => (Number.isFinite(amount) ? getRelatives().format(-amount, unit) : '')
  }
}

function isDate(at: number): boolean {
  return !Number.isNaN(new Date(at).getTime())
}
