import type { EpisodeState } from '../../../contract/episode.js'

export interface Entitlements {
  freeCount: number
  freeOverride: number | null
  defaultPrice: number
  unlockedIds: ReadonlySet<string>
  hasPass: boolean
  /** The end of each promo link's access by episode id, in epoch ms. */
  promoEpisodes: Readonly<Record<string, number>>
}

export interface EpisodeAccess {
  id: string
  no: number
  price: number
  state: EpisodeState
  freeUntil?: number
}

export function toEpisodeAccess(
  episodes: { id: string; no: number; price: number | null }[],
  entitlements: Entitlements
): EpisodeAccess[] {
  return episodes.map(({ id, no, price }) => {
    const isFree = price === 0 || no <= Math.max(entitlements.freeCount, entitlements.freeOverride ?? 0)
    const effectivePrice = isFree ? 0 : (price ?? entitlements.defaultPrice)
    const state = toState(id, effectivePrice, entitlements)
    const freeUntil = state === 'locked' ? entitlements.promoEpisodes[id] : undefined
    return freeUntil === undefined
      ? { id, no, price: effectivePrice, state }
      : { id, no, price: 0, state: 'free', freeUntil }
  })
}

function toState(id: string, price: number, { unlockedIds, hasPass }: Entitlements): EpisodeState {
  if (price === 0) return 'free'
  if (unlockedIds.has(id)) return 'unlocked'
  return hasPass ? 'pass' : 'locked'
}

export const findFirstLocked = (accessList: EpisodeAccess[]) =>
  accessList.find(access => access.state === 'locked') ?? null
