import type { Kysely } from 'kysely'
import type { Lang } from '../../../contract/protocol/language.js'
import type { Database } from '../../db/schema/schema.js'
import type { DramaRow } from '../catalogue/drama-response.js'
import type { Localized } from '../catalogue/package/package-schema.js'
import type { SiteAddress } from '../embed/embed-address.js'
import { toEpisodeAccess } from '../play/episode-access.js'

const dramaColumns = [
  'dramas.title',
  'dramas.synopsis',
  'dramas.cover',
  'dramas.lang_audio',
  'dramas.episode_count',
  'dramas.online_at'
] as const

export type SharedDrama = Pick<
  DramaRow,
  'title' | 'synopsis' | 'cover' | 'lang_audio' | 'episode_count' | 'online_at'
> & {
  id: string
  /** Null if the address names none. */
  episode: SharedEpisode | null
}

export interface SharedEpisode {
  no: number
  title: Localized | null
  durationSeconds: number
  isFree: boolean
}

/** `offline`: viewers who have unlocked it may still watch. */
export type SharedPage =
  | { state: 'online'; drama: SharedDrama; campaignLang: Lang | null }
  | { state: 'offline' }
  | { state: 'unknown' }

export async function findSharedPage(
  db: Kysely<Database>,
  { dramaId, no }: SiteAddress,
  lpid: string | null
): Promise<SharedPage> {
  const row = await db
    .selectFrom('dramas')
    .leftJoin('episodes', join => join.onRef('episodes.drama_id', '=', 'dramas.id').on('episodes.no', '=', no ?? 0))
    .select(dramaColumns)
    .select(['dramas.status', 'dramas.free_count', 'dramas.default_price'])
    .select(['episodes.id', 'episodes.title as episode_title', 'episodes.duration_s', 'episodes.price'])
    .select('episodes.status as episode_status')
    .select(({ selectFrom }) =>
      selectFrom('campaigns')
        .select('default_lang')
        .where('lpid', '=', lpid ?? '')
        .where('campaigns.status', '=', 'active')
        .as('campaign_lang')
    )
    .where('dramas.id', '=', dramaId)
    .executeTakeFirst()
  if (row === undefined || (no !== null && row.id === null)) return { state: 'unknown' }
  if (row.status !== 'online' || row.episode_status === 'offline') return { state: 'offline' }
  const { title, synopsis, cover, lang_audio, episode_count, online_at } = row
  const episode = no === null ? null : toSharedEpisode({ ...row, no })
  return {
    state: 'online',
    campaignLang: row.campaign_lang,
    drama: { id: dramaId, title, synopsis, cover, lang_audio, episode_count, online_at, episode }
  }
}

function toSharedEpisode(row: {
  id: string | null
  no: number
  price: number | null
  episode_title: Localized | null
  duration_s: number | null
  free_count: number
  default_price: number
}): SharedEpisode {
  const [access] = toEpisodeAccess([{ id: row.id ?? '', no: row.no, price: row.price }], {
    freeCount: row.free_count,
    freeOverride: null,
    defaultPrice: row.default_price,
    unlockedIds: new Set(),
    hasPass: false,
    promoEpisodes: {}
  })
  return {
    no: row.no,
    title: row.episode_title,
    durationSeconds: row.duration_s ?? 0,
    isFree: access?.state === 'free'
  }
}
