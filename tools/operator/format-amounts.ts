import { createAmountFormat, minorDigits } from '../../src/core/format/money.js'

const amountFields = new Set(['amount', 'refunded', 'refunded_amount', 'disputed_amount', 'left'])

/** Writes amounts in minor units as `R$ 19.90`. Objects without a currency have that of the object beside them. */
export function formatAmounts(data: unknown, outer?: string): unknown {
  if (Array.isArray(data)) return data.map(item => formatAmounts(item, outer))
  if (typeof data !== 'object' || data === null) return data
  const currency = findCurrency(data) ?? Object.values(data).map(findCurrency).find(Boolean) ?? outer
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      amountFields.has(name) && currency !== undefined ? formatAmount(value, currency) : formatAmounts(value, currency)
    ])
  )
}

const findCurrency = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'currency' in value && typeof value.currency === 'string'
    ? value.currency
    : undefined

/** `bigint` columns arrive as text. */
function formatAmount(value: unknown, currency: string): unknown {
  const isWhole = (typeof value === 'number' || typeof value === 'string') && /^-?\d+$/.test(String(value))
  return isWhole ? createAmountFormat('en', currency)(Number(value) / 10 ** minorDigits(currency)) : value
}
