import type { RequestContext } from '../../http/request-context.js'
import { NO_FREE_ACCESS } from '../campaign/free-access.js'
import { type EpisodeAccess, episodeAccessOf } from './episode-access-rules.js'
import { entitlementsIn } from './queries.js'

/** What of a drama decides who may watch it. */
export interface DramaPricing {
  id: string
  free_count: number
  default_price: number
}

const NO_ENTITLEMENTS = { unlockedIds: new Set<string>(), hasPass: false, ...NO_FREE_ACCESS }

/** Where every episode of a drama stands for the caller; without a token only free ones are open. */
export async function loadEpisodeAccess(
  { db, viewer, now }: RequestContext,
  drama: DramaPricing,
  episodes: { id: string; no: number; price: number | null }[]
): Promise<EpisodeAccess[]> {
  const rights =
    viewer === null ? NO_ENTITLEMENTS : await entitlementsIn(db, { userId: viewer.userId, dramaId: drama.id, now })
  return episodeAccessOf(episodes, {
    freeCount: drama.free_count,
    defaultPrice: drama.default_price,
    ...rights
  })
}
