import { createLocaleFormat, type LocaleFormat } from '../../src/core/format/locale-format.js'
import { memoize } from '../../src/core/lib/memoize.js'
import type { Language } from './languages.js'

type Instant = string | number | Date

export interface Formats extends LocaleFormat {
  /** `amount` is in minor units of `currency`, an ISO 4217 code. */
  money(amount: number, currency: string): string
  /** `share` of 1. */
  percent(share: number): string
  /** With a sign, such as +12 %. */
  change(share: number): string
  dateTime(instant: Instant): string
  /** Names the time zone of the browser, because the numbers of a day are those of the service's zone. */
  zonedDateTime(instant: Instant): string
  date(instant: Instant): string
  time(instant: Instant): string
  /** Such as `3 minutes ago`. */
  relative(instant: Instant, now?: number): string
  /** Such as `2 h 5 min`. */
  duration(seconds: number): string
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1]
] as const

export const formatsOf = (language: Language): Formats => {
  const known = created.get(language.formatTag)
  if (known !== undefined) return known
  const formats = createFormats(language.formatTag)
  created.set(language.formatTag, formats)
  return formats
}

const created = new Map<string, Formats>()

function createFormats(tag: string): Formats {
  const moneyFormats = new Map<string, Intl.NumberFormat>()
  const getMoney = (currency: string) => {
    const known = moneyFormats.get(currency)
    if (known !== undefined) return known
    // `es-419` writes BRL 9.90. Only BRL, because a narrow `$` can be USD, MXN or ARS.
    const currencyDisplay = currency === 'BRL' ? 'narrowSymbol' : 'symbol'
    const format = new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay })
    moneyFormats.set(currency, format)
    return format
  }
  const getPercent = memoize(() => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 }))
  const getChange = memoize(
    () => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })
  )
  const getDateTime = memoize(() => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }))
  const getZonedDateTime = memoize(
    () =>
      new Intl.DateTimeFormat(tag, {
        year: 'numeric',
        month: 'short',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short'
      })
  )
  const getDate = memoize(() => new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }))
  const getTime = memoize(() => new Intl.DateTimeFormat(tag, { timeStyle: 'short' }))
  const getRelative = memoize(() => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }))
  const formatUnit = (value: number, unit: string) =>
    new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
  return {
    ...createLocaleFormat(tag),
    money(amount, currency) {
      const format = getMoney(currency)
      return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
    },
    percent: share => (Number.isFinite(share) ? getPercent().format(share) : ''),
    change: share => (Number.isFinite(share) ? getChange().format(share) : ''),
    dateTime: instant => getDateTime().format(new Date(instant)),
    zonedDateTime: instant => getZonedDateTime().format(new Date(instant)),
    date: instant => getDate().format(new Date(instant)),
    time: instant => getTime().format(new Date(instant)),
    relative(instant, now = Date.now()) {
      const seconds = (new Date(instant).getTime() - now) / 1000
      const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? units[3]
      return getRelative().format(Math.trunc(seconds / length), unit)
    },
    duration(seconds) {
      const first = units.findIndex(([, size]) => seconds >= size)
      if (first === -1) return formatUnit(0, 'second')
      const shown: string[] = []
      let rest = Math.round(seconds)
      for (const [unit, size] of units.slice(first, first + 2)) {
        const value = Math.floor(rest / size)
        rest -= value * size
        if (value > 0) shown.push(formatUnit(value, unit))
      }
      return shown.join(' ')
    }
  }
}

/** The first number and time of a language take 30 to 70 ms on a phone: better while the network is waited for. */
export function warmFormats({ number, dateTime, relative }: Formats): void {
  number(1000)
  dateTime(0)
  relative(0)
}
