// The one gate before an episode: nothing that plays leaves the server without passing here.
import type { LockedQuote } from '../../../contract/episode.js'
import { BusinessError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import type { Viewer } from '../../http/viewer.js'
import { onlineEpisodes } from '../catalogue/queries.js'
import { stillWatchableSince } from '../guarantee/offline-dramas.js'
import { moneyAt } from '../ledger/wallet.js'
import { requireViewer } from '../visitor/session.js'
import { loadEpisodeAccess } from './episode-access.js'
import { type EpisodeAccess, firstLocked } from './episode-access-rules.js'
import { entitlementsIn, episodeWithDrama } from './queries.js'

type EpisodeRow = NonNullable<Awaited<ReturnType<typeof episodeWithDrama>>>

/** An episode that the caller may watch. */
export interface AccessibleEpisode {
  viewer: Viewer
  episode: EpisodeRow
  standing: EpisodeAccess
  next: EpisodeAccess | null
}

/**
 * Lets the caller to an episode, or throws 4204 when it is not available, 4203 or 4201 with a quote when locked. What
 * was unlocked stays for 30 days after it went offline.
 */
export async function requireAccess(context: RequestContext, episodeId: string): Promise<AccessibleEpisode> {
  const viewer = requireViewer(context.viewer)
  const episode = await episodeWithDrama(context.db, episodeId)
  if (episode === undefined) throw new BusinessError(4204)
  if (episode.status !== 'online' || episode.drama_status !== 'online')
    return requireAccessToStored(context, viewer, episode)
  const drama = { id: episode.drama_id, free_count: episode.free_count, default_price: episode.default_price }
  const standings = await loadEpisodeAccess(context, drama, await onlineEpisodes(context.db, drama.id))
  const standing = standings.find(candidate => candidate.id === episodeId)
  if (standing === undefined) throw new BusinessError(4204)
  if (standing.state === 'locked') throw await refusal(context, viewer, drama.id, standings, standing)
  return { viewer, episode, standing, next: standings.find(candidate => candidate.no > standing.no) ?? null }
}

async function requireAccessToStored(
  { db, now }: RequestContext,
  viewer: Viewer,
  episode: EpisodeRow
): Promise<AccessibleEpisode> {
  const wentOffline = [
    episode.status === 'online' ? [] : [episode.offline_at],
    episode.drama_status === 'online' ? [] : [episode.drama_offline_at]
  ].flat()
  const isKept = wentOffline.every(time => time !== null && time > stillWatchableSince(now))
  if (!isKept) throw new BusinessError(4204)
  const { unlockedIds } = await entitlementsIn(db, { userId: viewer.userId, dramaId: episode.drama_id, now })
  if (!unlockedIds.has(episode.id)) throw new BusinessError(4204)
  const { id, no, price } = episode
  return { viewer, episode, standing: { id, no, price: price ?? episode.default_price, state: 'unlocked' }, next: null }
}

async function refusal(
  { db, now }: RequestContext,
  viewer: Viewer,
  dramaId: string,
  standings: EpisodeAccess[],
  locked: EpisodeAccess
): Promise<BusinessError> {
  const firstLockedNo = firstLocked(standings)?.no ?? locked.no
  const { balance, debt } = await moneyAt(db, viewer.userId, now)
  const quote: LockedQuote = {
    drama_id: dramaId,
    episode_id: locked.id,
    episode_no: locked.no,
    price: locked.price,
    first_locked_no: firstLockedNo,
    ...balance,
    ...(debt > 0 ? { debt } : {})
  }
  return new BusinessError(firstLockedNo < locked.no ? 4203 : 4201, quote)
}
