import type { Transaction } from 'kysely'
import type { ProductKind } from '../../../contract/store.js'
import type { Database } from '../../db/schema/schema.js'
import { createFieldError } from '../../http/business-error.js'
import type { Localized } from '../catalogue/package/package-schema.js'
import { checkRoomOnSale, lockProducts } from './product-writes.js'
import { type ProductRow, toProductId } from './products.js'

export interface NewProduct {
  /** The last part of the id, the same in all currencies. */
  code: string
  kind: ProductKind
  coins: number
  bonus: number
  /** Of a pass. */
  days: number | null
  /** Minor units; each price makes a product in its currency. */
  prices: readonly { currency: string; amount: number }[]
  badge: 'popular' | 'best_value' | null
  /** Null: after all others. */
  sort: number | null
  status: ProductRow['status']
  title: Localized | null
}

/** Throws 4001 with the field that is wrong. */
export async function addProduct(
  trx: Transaction<Database>,
  { code, prices, title, sort, ...product }: NewProduct,
  now: Date
): Promise<ProductRow[]> {
  checkGives(product)
  const added: ProductRow[] = []
  for (const [index, { currency, amount }] of prices.entries()) {
    if (!Intl.supportedValuesOf('currency').includes(currency))
      throw createFieldError(`prices.${index}.currency`, 'unknown_currency')
    if (prices.findIndex(other => other.currency === currency) !== index)
      throw createFieldError(`prices.${index}.currency`, 'same_currency')
    const others = await lockProducts(trx, currency)
    checkRoomOnSale(others, product.status)
    const last = Math.max(-1, ...others.map(other => other.sort))
    const row = await trx
      .insertInto('products')
      .values({
        ...product,
        id: toProductId(currency, code),
        title: JSON.stringify(title),
        amount,
        currency,
        sort: sort ?? last + 1,
        created_at: now
      })
      .onConflict(conflict => conflict.column('id').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) throw createFieldError('code', 'product_exists')
    added.push(row)
  }
  return added
}

/** A pack has coins and may have bonus; a pass has days. */
function checkGives({ kind, coins, bonus, days }: Pick<NewProduct, 'kind' | 'coins' | 'bonus' | 'days'>): void {
  if (kind === 'coins') {
    if (coins < 1) throw createFieldError('coins', 'required')
    if (days !== null) throw createFieldError('days', 'passes_only')
    return
  }
  if (days === null) throw createFieldError('days', 'required')
  if (coins > 0) throw createFieldError('coins', 'packs_only')
  if (bonus > 0) throw createFieldError('bonus', 'packs_only')
}
