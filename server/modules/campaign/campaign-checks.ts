import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { createFieldError } from '../../http/business-error.js'
import { toEpisodeId } from '../catalogue/package/package-writes.js'
import { findEpisodeWithDrama, isEpisodeOnline } from '../catalogue/queries.js'

export type Start = { start_drama_id?: string | null; start_episode_no?: number | null }

/** `place` is where the fields are in the request, with a dot at its end. */
export async function checkStart(
  db: Kysely<Database>,
  { start_drama_id, start_episode_no }: Start,
  place = ''
): Promise<void> {
  if (!start_drama_id) {
    if (start_episode_no) throw createFieldError(`${place}start_episode_no`, 'no_start_drama')
    return
  }
  const episode = await findEpisodeWithDrama(db, toEpisodeId(start_drama_id, start_episode_no ?? 1))
  if (episode === undefined || !isEpisodeOnline(episode)) {
    const first = start_episode_no ? await findEpisodeWithDrama(db, toEpisodeId(start_drama_id, 1)) : undefined
    const field = first !== undefined && isEpisodeOnline(first) ? 'start_episode_no' : 'start_drama_id'
    throw createFieldError(`${place}${field}`, 'no_episode')
  }
}

export async function checkOffer(
  db: Kysely<Database>,
  offer_id: string | null | undefined,
  currency: string,
  place = ''
): Promise<void> {
  if (!offer_id) return
  const product = await db.selectFrom('products').selectAll().where('id', '=', offer_id).executeTakeFirst()
  if (product?.status !== 'on_sale' || product.currency !== currency)
    throw createFieldError(`${place}offer_id`, 'not_on_sale')
}
