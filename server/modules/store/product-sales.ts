import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

export interface ProductSales {
  product_id: string
  currency: string
  is_test: boolean
  sold: number
  revenue: number
}

/** Paid orders since a time, before refunds. `revenue` is in minor units. */
export async function readProductSales(
  db: Kysely<Database>,
  productIds: readonly string[],
  since: Date
): Promise<ProductSales[]> {
  if (productIds.length === 0) return []
  const { rows } = await sql<Omit<ProductSales, 'sold' | 'revenue'> & { sold: string; revenue: string }>`
    select product_id, currency, is_test, count(*) as sold, sum(amount) as revenue from orders
    where product_id in (${sql.join(productIds)}) and paid_at >= ${since} and paid_at is not null
    group by product_id, currency, is_test order by currency`.execute(db)
  return rows.map(row => ({ ...row, sold: Number(row.sold), revenue: Number(row.revenue) }))
}

export interface OfferingCampaigns {
  count: number
  /** The first by id. */
  list: { lpid: string; name: string }[]
}

const MAX_CAMPAIGNS = 20

/** Active campaigns that show a product first. */
export async function readOfferingCampaigns(
  db: Kysely<Database>,
  productIds: readonly string[]
): Promise<Map<string, OfferingCampaigns>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await sql<{ offer_id: string; lpid: string; name: string; count: string }>`
    select offer_id, lpid, name, count from (
      select offer_id, lpid, name, count(*) over (partition by offer_id) as count,
        row_number() over (partition by offer_id order by lpid) as place
      from campaigns where status = 'active' and offer_id in (${sql.join(productIds)})
    ) as offering where place <= ${sql.lit(MAX_CAMPAIGNS)} order by offer_id, lpid`.execute(db)
  const offering = new Map<string, OfferingCampaigns>()
  for (const { offer_id, lpid, name, count } of rows) {
    const known = offering.get(offer_id) ?? { count: Number(count), list: [] }
    offering.set(offer_id, known)
    known.list.push({ lpid, name })
  }
  return offering
}
