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

const END_SECONDS = 3

export const isAtEnd = (positionSeconds: number, durationSeconds: number) =>
  positionSeconds >= Math.max(durationSeconds - END_SECONDS, durationSeconds * 0.5)

export const toStartPosition = (positionSeconds: number, durationSeconds: number) =>
  isAtEnd(positionSeconds, durationSeconds) ? 0 : positionSeconds

const MIN_TICKET_SECONDS = 600

/** Twice the episode's length plus 5 min, at most 2 min longer than the access, at least 10 min. */
export function toTicketSeconds(durationSeconds: number, secondsLeft: number | null): number {
  const byLength = durationSeconds * 2 + 300
  const byAccess = secondsLeft === null ? byLength : secondsLeft + 120
  return Math.max(MIN_TICKET_SECONDS, Math.ceil(Math.min(byLength, byAccess)))
}
