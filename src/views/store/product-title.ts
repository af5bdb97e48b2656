import type { StoreIndex } from '../../../contract/store.js'
import type { PurchasedProduct } from '../../core/store/order-storage.js'

/** In the current language; the order has the title of the language it was made in. */
export function findProductTitle({ id, title }: PurchasedProduct, { products }: StoreIndex): string {
  return products.find(product => product.id === id)?.title ?? title
}
