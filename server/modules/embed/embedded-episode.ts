import type { Kysely } from 'kysely'
import type { Lang } from '../../../contract/protocol/language.js'
import type { Database } from '../../db/schema/schema.js'
import { formatEpisodeTitle } from '../catalogue/titles.js'
import type { EpisodeAddress } from './embed-address.js'

export interface EmbeddedEpisode {
  address: EpisodeAddress
  title: string
  coverUrl: string
}

/** Returns null if the drama or the episode is not online. */
export async function findEmbeddedEpisode(
  db: Kysely<Database>,
  address: EpisodeAddress,
  { lang, origin }: { lang: Lang; origin: string }
): Promise<EmbeddedEpisode | null> {
  const row = await db
    .selectFrom('episodes')
    .innerJoin('dramas', 'dramas.id', 'episodes.drama_id')
    .select(['dramas.title', 'dramas.cover', 'episodes.title as episode_title'])
    .where('dramas.id', '=', address.dramaId)
    .where('dramas.status', '=', 'online')
    .where('episodes.no', '=', address.no)
    .where('episodes.status', '=', 'online')
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    address,
    title: `${row.title[lang]} · ${formatEpisodeTitle(row.episode_title, address.no, lang)}`,
    coverUrl: `${origin}/covers/${address.dramaId}/${row.cover}`
  }
}

/** Returns which pages may frame embeds of the campaign, as `campaign set` stored them. Null is every page. */
export async function readAncestors(db: Kysely<Database>, lpid: string | null): Promise<string | null> {
  if (lpid === null) return null
  const campaign = await db
    .selectFrom('campaigns')
    .select('embed_ancestors')
    .where('lpid', '=', lpid)
    .executeTakeFirst()
  return campaign?.embed_ancestors ?? null
}
