import { type Kysely, sql } from 'kysely'
import type { Product } from '../../../contract/store.js'
import type { Database } from '../../db/schema/schema.js'

export async function findCampaignOffer(db: Kysely<Database>, userId: string, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .innerJoin('campaigns', 'campaigns.lpid', 'users.last_lpid')
    .select('campaigns.offer_id')
    .where('users.id', '=', userId)
    .where('campaigns.status', '=', 'active')
    .where(
      sql<boolean>`users.last_lpid_at > ${now}::timestamptz - make_interval(days => campaigns.attribution_window_days)`
    )
    .executeTakeFirst()
  return row?.offer_id ?? null
}

export function moveOfferFirst(products: readonly Product[], offerId: string | null): Product[] {
  const offered = products.filter(({ id }) => id === offerId)
  const others = products.filter(({ id }) => id !== offerId)
  return [...offered.map(product => ({ ...product, badge: 'offer' as const })), ...others]
}
