import { useFormats } from '../i18n/formats.js'
import { useLanguage } from '../i18n/language.js'
import { countDecimals, readAmount } from '../i18n/typed-numbers.js'
import { useText } from '../i18n/use-text.js'
import { MAX_AMOUNT, readPrice } from './product-values.js'

interface AmountErrors {
  /** Says which prices are possible. */
  limits(currency: string): string
  /** Null for a price. */
  find(price: string, currency: string): string | null
}

export function useAmountError(): AmountErrors {
  const text = useText('console-products')
  const { money } = useFormats()
  const { formatTag } = useLanguage().language
  const limits = (currency: string) =>
    text('error_amount', { lowest: money(1, currency), highest: money(MAX_AMOUNT, currency) })
  return {
    limits,
    find(price, currency) {
      if (readPrice(price, currency, formatTag) !== null) return null
      const decimals = countDecimals(currency)
      if (readAmount(price, decimals, formatTag) !== 'decimals') return limits(currency)
      return decimals === 0 ? text('error_no_decimals', { currency }) : text('error_decimals', { currency, decimals })
    }
  }
}
