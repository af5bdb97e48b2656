import { NO_FREE_ACCESS } from '../campaign/free-access.js'
import { type Entitlements, type EpisodeAccess, toEpisodeAccess } from './episode-access.js'

export interface DramaPricing {
  free_count: number
  default_price: number
}

export interface PricedEpisode {
  id: string
  no: number
  price: number | null
}

type OwnEntitlements = Omit<Entitlements, 'freeCount' | 'defaultPrice'>

const NO_ENTITLEMENTS: OwnEntitlements = { unlockedIds: new Set(), hasPass: false, ...NO_FREE_ACCESS }

/** `entitlements` is null for somebody who is not signed in. */
export const toDramaAccess = (
  drama: DramaPricing,
  episodes: PricedEpisode[],
  entitlements: OwnEntitlements | null
): EpisodeAccess[] =>
  toEpisodeAccess(episodes, {
    freeCount: drama.free_count,
    defaultPrice: drama.default_price,
    ...(entitlements ?? NO_ENTITLEMENTS)
  })

/** Whatever campaign or pass the viewer has. */
export const isFreeForEveryone = (drama: DramaPricing, episode: PricedEpisode): boolean =>
  toDramaAccess(drama, [episode], null)[0]?.state === 'free'
