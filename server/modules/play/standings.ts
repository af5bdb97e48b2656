import type { RequestContext } from '../../request-context.js'
import { passEnd, unlockedIds } from './queries.js'
import { type Standing, standingsOf } from './rules.js'

/** What of a drama decides who may watch it. */
export interface DramaPricing {
  id: string
  free_count: number
  default_price: number
}

/** Where every episode of a drama stands for the caller; without a token only free ones are open. */
export async function standingsFor(
  { db, viewer, now }: RequestContext,
  drama: DramaPricing,
  episodes: { id: string; no: number; price: number | null }[]
): Promise<Standing[]> {
  const unlocked = viewer === null ? new Set<string>() : await unlockedIds(db, viewer.userId, drama.id)
  const end = viewer === null ? null : await passEnd(db, viewer.userId, now)
  return standingsOf(episodes, {
    freeCount: drama.free_count,
    freeOverride: viewer?.freeOverride ?? null,
    defaultPrice: drama.default_price,
    unlockedIds: unlocked,
    hasPass: end !== null
  })
}
