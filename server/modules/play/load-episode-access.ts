import type { RequestContext } from '../../http/request-context.js'
import { NO_FREE_ACCESS } from '../campaign/free-access.js'
import { type EpisodeAccess, toEpisodeAccess } from './episode-access.js'
import { readEntitlements } from './queries.js'

export interface DramaPricing {
  id: string
  free_count: number
  default_price: number
}

const NO_ENTITLEMENTS = { unlockedIds: new Set<string>(), hasPass: false, ...NO_FREE_ACCESS }

export async function loadEpisodeAccess(
  { db, viewer, now }: RequestContext,
  drama: DramaPricing,
  episodes: { id: string; no: number; price: number | null }[]
): Promise<EpisodeAccess[]> {
  const entitlements =
    viewer === null ? NO_ENTITLEMENTS : await readEntitlements(db, { userId: viewer.userId, dramaId: drama.id, now })
  return toEpisodeAccess(episodes, {
    freeCount: drama.free_count,
    defaultPrice: drama.default_price,
    ...entitlements
  })
}
