/**
 * 1234567.891 as `1,234,567.89`, in every language. Rounds half away from zero, as the number is written in decimal:
 * 1.005 is `1.01`. Zero has no sign. Empty for what is no amount: NaN, Infinity.
 */
export function formatMoney(value: number): string {
  if (!Number.isFinite(value)) return ''
  const text = value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return text === '-0.00' ? '0.00' : text
}

const withoutCents = /^(BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|UYI|VND|VUV|XAF|XOF|XPF)$/i
const withThousandths = /^(BHD|IQD|JOD|KWD|LYD|OMR|TND)$/i

/** Decimals of a currency's smallest unit by ISO 4217: 2 for BRL, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  // Not asked of Intl: Chrome says 0 for COP, HUF and IDR, whose prices would grow a hundredfold.
  return withoutCents.test(currency) ? 0 : withThousandths.test(currency) ? 3 : 2
}
