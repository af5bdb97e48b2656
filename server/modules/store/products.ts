import type { Kysely, Selectable } from 'kysely'
import type { Lang } from '../../../contract/protocol/language.js'
import type { Product } from '../../../contract/store.js'
import type { Database } from '../../db/schema/schema.js'
import type { CoinPacks, PassOffer, PassOffers } from './prices.js'
import { formatProductTitle } from './product-titles.js'
import { coinPacks, passOffers } from './starter-products.js'

export const toProductId = (currency: string, code: string | number) => `p_${currency.toLowerCase()}_${code}`

/** As many as the store shows. */
export const MAX_ON_SALE = 100

export type ProductRow = Selectable<Database['products']>

export async function seedProducts(db: Kysely<Database>, currency: string, now: Date): Promise<number> {
  const known = await db.selectFrom('products').select('id').where('currency', '=', currency).limit(1).execute()
  if (known.length > 0) return 0
  const common = { currency, title: 'null', status: 'on_sale' as const, created_at: now }
  const packs = coinPacks.map(({ coins, bonus, amount, badge }, index) => ({
    ...common,
    id: toProductId(currency, coins),
    kind: 'coins' as const,
    coins,
    bonus,
    days: null,
    amount,
    badge,
    sort: index
  }))
  const passes = passOffers.map(({ kind, days, amount }, index) => ({
    ...common,
    id: toProductId(currency, kind),
    kind,
    coins: 0,
    bonus: 0,
    days,
    amount,
    badge: kind === 'weekly' ? ('popular' as const) : null,
    sort: packs.length + index
  }))
  const written = await db
    .insertInto('products')
    .values([...packs, ...passes])
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  return written.length
}

export function readProductsOnSale(db: Kysely<Database>, currency: string): Promise<ProductRow[]> {
  return db
    .selectFrom('products')
    .selectAll()
    .where('currency', '=', currency)
    .where('status', '=', 'on_sale')
    .orderBy('sort')
    .orderBy('id')
    .limit(MAX_ON_SALE)
    .execute()
}

export function toProduct(row: ProductRow, lang: Lang): Product {
  const { id, kind, coins, bonus, days, currency, badge } = row
  return {
    id,
    kind,
    title: formatProductTitle(row, lang),
    coins,
    bonus,
    days,
    amount: Number(row.amount),
    currency,
    badge
  }
}

/** Falls back to the starter products, because a quote needs at least one pack and one pass. */
export async function readOffers(db: Kysely<Database>, currency: string) {
  const rows = await readProductsOnSale(db, currency)
  const packs = rows.flatMap(({ kind, coins, bonus, amount }) =>
    kind === 'coins' ? [{ coins, bonus, amount: Number(amount) }] : []
  )
  const passes = rows.flatMap(({ kind, amount }): PassOffer[] =>
    kind === 'coins' ? [] : [{ kind, amount: Number(amount) }]
  )
  return {
    packs: withDefault(packs, coinPacks) as CoinPacks,
    passes: withDefault(passes, passOffers) as PassOffers
  }
}

const withDefault = <Item>(list: readonly Item[], fallback: readonly Item[]) => (list.length === 0 ? fallback : list)
