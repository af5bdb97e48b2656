import type { EpisodeState } from '../../../contract/episode.js'

/** What decides whether a user may watch the episodes of one drama. */
export interface Entitlements {
  freeCount: number
  freeOverride: number | null
  defaultPrice: number
  unlockedIds: ReadonlySet<string>
  hasPass: boolean
  /** Episodes that promo links have given, and until when, in epoch milliseconds. */
  promoEpisodes: Readonly<Record<string, number>>
}

/** Where one episode stands for a user; `price` in coins, `freeUntil` (epoch milliseconds) where it is given for a while. */
export interface EpisodeAccess {
  id: string
  no: number
  price: number
  state: EpisodeState
  freeUntil?: number
}

/** The state of every episode, in their order. */
export function episodeAccessOf(
  episodes: { id: string; no: number; price: number | null }[],
  rights: Entitlements
): EpisodeAccess[] {
  return episodes.map(({ id, no, price }) => {
    const isFree = price === 0 || no <= Math.max(rights.freeCount, rights.freeOverride ?? 0)
    const cost = isFree ? 0 : (price ?? rights.defaultPrice)
    const state = stateOf(id, cost, rights)
    const freeUntil = state === 'locked' ? rights.promoEpisodes[id] : undefined
    return freeUntil === undefined ? { id, no, price: cost, state } : { id, no, price: 0, state: 'free', freeUntil }
  })
}

function stateOf(id: string, price: number, { unlockedIds, hasPass }: Entitlements): EpisodeState {
  if (price === 0) return 'free'
  if (unlockedIds.has(id)) return 'unlocked'
  return hasPass ? 'pass' : 'locked'
}

/** The first locked episode: the only one that may be unlocked next. */
export const firstLocked = (standings: EpisodeAccess[]) =>
  standings.find(standing => standing.state === 'locked') ?? null

const END_SECONDS = 3

/** True in the last three seconds: the next start is from the beginning. */
export const isAtEnd = (positionSeconds: number, durationSeconds: number) =>
  positionSeconds >= Math.max(durationSeconds - END_SECONDS, durationSeconds * 0.5)

/** Where to start: where the user stopped, or from the beginning after the end. */
export const startPosition = (positionSeconds: number, durationSeconds: number) =>
  isAtEnd(positionSeconds, durationSeconds) ? 0 : positionSeconds

const MIN_TICKET_SECONDS = 600

/** How long a media ticket lasts: twice the episode and 5 min, not past the right's end and 2 min, at least 10 min. */
export function ticketSeconds(durationSeconds: number, secondsLeft: number | null): number {
  const byLength = durationSeconds * 2 + 300
  const byRight = secondsLeft === null ? byLength : secondsLeft + 120
  return Math.max(MIN_TICKET_SECONDS, Math.ceil(Math.min(byLength, byRight)))
}
