import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import { MAX_AMOUNT } from './product-values.js'

/** Says which prices are possible. */
export function useAmountError(): (currency: string) => string {
  const text = useText('console-products')
  const { money } = useFormats()
  return currency => text('error_amount', { lowest: money(1, currency), highest: money(MAX_AMOUNT, currency) })
}
