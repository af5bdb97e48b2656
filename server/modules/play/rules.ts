import type { EpisodeState } from '../../../contract/episode.js'

/** What decides whether a user may watch the episodes of one drama. */
export interface Rights {
  freeCount: number
  freeOverride: number | null
  defaultPrice: number
  unlockedIds: ReadonlySet<string>
  hasPass: boolean
}

/** Where one episode stands for a user; `price` in coins. */
export interface Standing {
  id: string
  no: number
  price: number
  state: EpisodeState
}

/** The state of every episode, in their order. */
export function standingsOf(episodes: { id: string; no: number; price: number | null }[], rights: Rights): Standing[] {
  return episodes.map(({ id, no, price }) => {
    const isFree = price === 0 || no <= Math.max(rights.freeCount, rights.freeOverride ?? 0)
    const cost = isFree ? 0 : (price ?? rights.defaultPrice)
    return { id, no, price: cost, state: stateOf(id, cost, rights) }
  })
}

function stateOf(id: string, price: number, { unlockedIds, hasPass }: Rights): EpisodeState {
  if (price === 0) return 'free'
  if (unlockedIds.has(id)) return 'unlocked'
  return hasPass ? 'pass' : 'locked'
}

/** The first locked episode: the only one that may be unlocked next. */
export const firstLocked = (standings: Standing[]) => standings.find(standing => standing.state === 'locked') ?? null

const END_SECONDS = 3

/** True in the last three seconds: the next start is from the beginning. */
export const isAtEnd = (positionSeconds: number, durationSeconds: number) =>
  positionSeconds >= Math.max(durationSeconds - END_SECONDS, durationSeconds * 0.5)

/** Where to start: where the user stopped, or from the beginning after the end. */
export const startPosition = (positionSeconds: number, durationSeconds: number) =>
  isAtEnd(positionSeconds, durationSeconds) ? 0 : positionSeconds

const LEAST_TICKET_SECONDS = 600

/** How long a media ticket lasts: twice the episode and 5 min, not past a pass's end and 2 min, at least 10 min. */
export function ticketSeconds(durationSeconds: number, passSecondsLeft: number | null): number {
  const byLength = durationSeconds * 2 + 300
  const byPass = passSecondsLeft === null ? byLength : passSecondsLeft + 120
  return Math.max(LEAST_TICKET_SECONDS, Math.ceil(Math.min(byLength, byPass)))
}
