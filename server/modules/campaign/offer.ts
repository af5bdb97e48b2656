import type { Kysely } from 'kysely'
import type { Product } from '../../../contract/store.js'
import type { Database } from '../../db/schema/schema.js'
import { selectVariantColumn } from './queries.js'

export async function findCampaignOffer(db: Kysely<Database>, userId: string, now: Date): Promise<string | null> {
  const { offerId } = await db
    .selectNoFrom(selectVariantColumn<string | null>('offer_id', { userId, now }).as('offerId'))
    .executeTakeFirstOrThrow()
  return offerId
}

export function moveOfferFirst(products: readonly Product[], offerId: string | null): Product[] {
  const offered = products.filter(({ id }) => id === offerId)
  const others = products.filter(({ id }) => id !== offerId)
  return [...offered.map(product => ({ ...product, badge: 'offer' as const })), ...others]
}
