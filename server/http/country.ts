import type { Config } from '../config/config.js'

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** Known to Unicode and no country: unknown, groups of countries, and codes for tests. */
const OTHER_CODES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'XX', 'ZZ'])

/** The country as ISO 3166-1 alpha-2, empty if no trusted proxy names one. */
export function readCountry(
  readHeader: (name: string) => string | undefined,
  { countryHeader, trustedProxies }: Pick<Config, 'countryHeader' | 'trustedProxies'>
): string {
  if (countryHeader === null || trustedProxies === 0) return ''
  const code = (readHeader(countryHeader) ?? '').trim().toUpperCase()
  return /^[A-Z]{2}$/.test(code) && !OTHER_CODES.has(code) && regionNames.of(code) !== undefined ? code : ''
}
