import type { Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { createFieldError } from '../../http/business-error.js'
import { sha256Hex } from '../../lib/sha256.js'
import type { Localized } from '../catalogue/package/package-schema.js'
import { MAX_ON_SALE, type ProductRow } from './products.js'

/** What operators may change. Orders keep a copy of the product, so they do not change. */
export interface ProductChange {
  id: string
  status?: ProductRow['status'] | undefined
  amount?: number | undefined
  badge?: 'popular' | 'best_value' | null | undefined
  sort?: number | undefined
  /** Null for the one that is made of its coins or its kind. */
  title?: Localized | null | undefined
  /** Of the product that the operator saw. */
  version?: string | undefined
}

/** Another text after every change. */
export const toProductVersion = ({ status, amount, badge, sort, title }: ProductRow) =>
  sha256Hex(JSON.stringify([status, Number(amount), badge, sort, title])).slice(0, 32)

/**
 * Throws 4001 if the product was changed meanwhile, and if it is the last pack or the last pass on sale in its currency,
 * because a quote names one of each.
 */
export async function writeProduct(
  trx: Transaction<Database>,
  { id, version, status, amount, badge, sort, title }: ProductChange
): Promise<ProductRow> {
  const found = await trx.selectFrom('products').select('currency').where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw createFieldError('id', 'unknown_product')
  const rows = await lockProducts(trx, found.currency)
  const before = rows.find(row => row.id === id)
  if (before === undefined) throw createFieldError('id', 'unknown_product')
  if (version !== undefined && toProductVersion(before) !== version)
    throw createFieldError('version', 'changed_meanwhile')
  const isPack = before.kind === 'coins'
  const hasAnother = rows.some(row => row.id !== id && row.status === 'on_sale' && (row.kind === 'coins') === isPack)
  if (status === 'withdrawn' && before.status === 'on_sale' && !hasAnother)
    throw createFieldError('status', 'last_on_sale')
  if (before.status !== 'on_sale') checkRoomOnSale(rows, status)
  const change = {
    status: status ?? before.status,
    amount: amount ?? Number(before.amount),
    badge: badge === undefined ? before.badge : badge,
    sort: sort ?? before.sort,
    title: JSON.stringify(title === undefined ? before.title : title)
  }
  return trx.updateTable('products').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** All of a currency, so that changes of them wait for each other. */
export const lockProducts = (trx: Transaction<Database>, currency: string): Promise<ProductRow[]> =>
  trx.selectFrom('products').selectAll().where('currency', '=', currency).orderBy('id').forUpdate().execute()

/** Throws 4001 if the store would not show another product. */
export function checkRoomOnSale(others: readonly ProductRow[], status: ProductRow['status'] | undefined): void {
  const count = others.filter(other => other.status === 'on_sale').length
  if (status === 'on_sale' && count >= MAX_ON_SALE) throw createFieldError('status', 'too_many_on_sale')
}
