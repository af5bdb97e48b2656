/**
 * 1234567.891 is `1,234,567.89` in every language. Rounds the decimal notation half away from zero: 1.005 is `1.01`.
 */
export function formatAmount(value: number): string {
  if (!Number.isFinite(value)) return ''
  const text = value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return text === '-0.00' ? '0.00' : text
}

const withoutCents = /^(BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|UYI|VND|VUV|XAF|XOF|XPF)$/i
const withThousandths = /^(BHD|IQD|JOD|KWD|LYD|OMR|TND)$/i

/**
 * Decimals of the smallest unit by ISO 4217. Not from Intl: Chrome has 0 decimals for COP, HUF and IDR, which would
 * multiply prices by 100.
 */
export function minorDigits(currency: string): number {
  return withoutCents.test(currency) ? 0 : withThousandths.test(currency) ? 3 : 2
}
