import { memoize } from '../lib/memoize.js'

export interface LocaleFormat {
  number(value: number): string
  compact(value: number): string
  plural(count: string | number | undefined): 'one' | 'other'
}

/** Throws RangeError if Intl cannot parse `tag`. */
export function createLocaleFormat(tag: string): LocaleFormat {
  const getNumbers = memoize(() => new Intl.NumberFormat(tag))
  const getCompacts = memoize(() => new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 }))
  return {
    number(value) {
      // All our languages write these numbers alike, and the first screen loads faster without Intl.
      if (Number.isInteger(value) && value >= 0 && value < 1000) return `${value}`
      return Number.isFinite(value) ? getNumbers().format(value || 0) : ''
    },
    compact: value => (Number.isFinite(value) ? getCompacts().format(value || 0) : ''),
    // Not Intl.PluralRules, because its Portuguese rule gives `0 moeda`.
    plural: count => (`${count}` === '1' ? 'one' : 'other')
  }
}
