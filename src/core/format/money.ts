const withoutCents = /^(BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|UYI|VND|VUV|XAF|XOF|XPF)$/i
const withThousandths = /^(BHD|IQD|JOD|KWD|LYD|OMR|TND)$/i

/**
 * Decimals of the smallest unit by ISO 4217. Not from Intl: Chrome has 0 decimals for COP, HUF and IDR, which would
 * multiply prices by 100.
 */
export function minorDigits(currency: string): number {
  return withoutCents.test(currency) ? 0 : withThousandths.test(currency) ? 3 : 2
}

/**
 * Two decimals, or those of the currency, and separated thousands: 1234567.891 is `1,234,567.89` in English. Rounds the
 * decimal notation half away from zero: 1.005 is `1.01`. Empty for what is not finite. Throws RangeError if Intl cannot
 * parse `tag`.
 */
export function createAmountFormat(tag: string, currency = ''): (value: number) => string {
  const digits = minorDigits(currency)
  const format = new Intl.NumberFormat(tag, {
    ...(/^[a-z]{3}$/i.test(currency) && { style: 'currency', currency }),
    // By default, `es-419` writes BRL 9.90. Only BRL, because a narrow `$` can be USD, MXN or ARS.
    ...(currency === 'BRL' && { currencyDisplay: 'narrowSymbol' }),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    // By default, Spanish does not separate four digits.
    useGrouping: true
  })
  const isZero = (value: number) => Math.abs(value) < 0.5 / 10 ** digits
  // Without the sign of a negative amount that rounds to zero.
  return value => (Number.isFinite(value) ? format.format(isZero(value) ? 0 : value) : '')
}
