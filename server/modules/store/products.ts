import type { Kysely, Selectable } from 'kysely'
import type { Lang } from '../../../contract/protocol/language.js'
import type { Product } from '../../../contract/store.js'
import type { Database } from '../../db/schema/schema.js'
import type { CoinPacks, Passes, PassOffer } from './prices.js'
import { productTitle } from './product-titles.js'
import { coinPacks, passOffers } from './starter-products.js'

export type ProductRow = Selectable<Database['products']>

/** Puts the starter catalogue on sale where nothing was ever on sale in this currency; gives how many products. */
export async function seedProducts(db: Kysely<Database>, currency: string, now: Date): Promise<number> {
  const known = await db.selectFrom('products').select('id').where('currency', '=', currency).limit(1).execute()
  if (known.length > 0) return 0
  const id = (name: string | number) => `p_${currency.toLowerCase()}_${name}`
  const common = { currency, title: 'null', status: 'on_sale' as const, created_at: now }
  const packs = coinPacks.map(({ coins, bonus, amount, badge }, index) => ({
    ...common,
    id: id(coins),
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
    id: id(kind),
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

/** What is on sale in this currency, in its order. */
export function productsOnSale(db: Kysely<Database>, currency: string): Promise<ProductRow[]> {
  return db
    .selectFrom('products')
    .selectAll()
    .where('currency', '=', currency)
    .where('status', '=', 'on_sale')
    .orderBy('sort')
    .orderBy('id')
    .limit(100)
    .execute()
}

/** A product as the client sees it. */
export function productAnswer(row: ProductRow, lang: Lang): Product {
  const { id, kind, coins, bonus, days, currency, badge } = row
  return { id, kind, title: productTitle(row, lang), coins, bonus, days, amount: Number(row.amount), currency, badge }
}

/** What quotes reckon with. Where the shop sells no packs or no passes at all, those of the start stand in. */
export async function offersFor(db: Kysely<Database>, currency: string) {
  const rows = await productsOnSale(db, currency)
  const packs = rows.flatMap(({ kind, coins, bonus, amount }) =>
    kind === 'coins' ? [{ coins, bonus, amount: Number(amount) }] : []
  )
  const passes = rows.flatMap(({ kind, amount }): PassOffer[] =>
    kind === 'coins' ? [] : [{ kind, amount: Number(amount) }]
  )
  return {
    packs: defaultOffer(packs, coinPacks) as CoinPacks,
    passes: defaultOffer(passes, passOffers) as Passes
  }
}

const defaultOffer = <Item>(list: readonly Item[], otherwise: readonly Item[]) => (list.length === 0 ? otherwise : list)
