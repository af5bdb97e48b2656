import type { RequestContext } from '../../http/request-context.js'
import { NO_GIFTS } from '../campaign/free-access.js'
import { type Standing, standingsOf } from './episode-access-rules.js'
import { rightsIn } from './queries.js'

/** What of a drama decides who may watch it. */
export interface DramaPricing {
  id: string
  free_count: number
  default_price: number
}

const NO_RIGHTS = { unlockedIds: new Set<string>(), hasPass: false, ...NO_GIFTS }

/** Where every episode of a drama stands for the caller; without a token only free ones are open. */
export async function standingsFor(
  { db, viewer, now }: RequestContext,
  drama: DramaPricing,
  episodes: { id: string; no: number; price: number | null }[]
): Promise<Standing[]> {
  const rights = viewer === null ? NO_RIGHTS : await rightsIn(db, { userId: viewer.userId, dramaId: drama.id, now })
  return standingsOf(episodes, {
    freeCount: drama.free_count,
    defaultPrice: drama.default_price,
    ...rights
  })
}
