import { memoize } from '../../src/core/lib/memoize.js'
import { useLanguage } from '../i18n/language.js'
import type { Language } from '../i18n/languages.js'

export interface TodayFormats {
  /** Such as `390 ms` or `1.2 s`. */
  milliseconds(ms: number): string
  /** Such as `1.4 GB`. */
  bytes(bytes: number): string
  timeIn(instant: string, zone: string): string
  /** Of the clock on the wall, such as `6 PM` or `18`. */
  hourOfDay(hour: number): string
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

function createTodayFormats(tag: string): TodayFormats {
  const units = new Map<string, Intl.NumberFormat>()
  const unit = (value: number, name: string, digits: number) => {
    const known = units.get(name)
    if (known !== undefined) return known.format(value)
    const format = new Intl.NumberFormat(tag, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits
    })
    units.set(name, format)
    return format.format(value)
  }
  const getHour = memoize(() => new Intl.DateTimeFormat(tag, { hour: 'numeric', timeZone: 'UTC' }))
  return {
    milliseconds: ms => (ms < 1_000 ? unit(Math.round(ms), 'millisecond', 0) : unit(ms / 1_000, 'second', 1)),
    bytes(bytes) {
      const power = bytes < 1 ? 0 : Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
      return unit(bytes / 1_000 ** power, BYTE_UNITS[power] ?? 'byte', 1)
    },
    timeIn: (instant, zone) =>
      new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone: zone }).format(new Date(instant)),
    hourOfDay: hour => getHour().format(Date.UTC(2000, 0, 1, hour))
  }
}

const created = new Map<string, TodayFormats>()

export function useTodayFormats(): TodayFormats {
  const { formatTag }: Language = useLanguage().language
  const formats = created.get(formatTag) ?? createTodayFormats(formatTag)
  created.set(formatTag, formats)
  return formats
}
