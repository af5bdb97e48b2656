import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import type { ReportedProduct } from './reported-product.js'

/** What a product without a title of its own is called, as the server makes it. */
export function useAutomaticTitle(): (product: Pick<ReportedProduct, 'kind'> & { coins: number | null }) => string {
  const text = useText('console-products')
  const { number } = useFormats()
  return ({ kind, coins }) =>
    kind === 'coins'
      ? text('givesCoins', { coins: coins !== null && coins > 0 ? number(coins) : '…' })
      : text(`kind_${kind}`)
}
