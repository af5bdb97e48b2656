import type { LockedQuote } from '../../../contract/episode.js'
import { BusinessError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import type { Viewer } from '../../http/viewer.js'
import { findOnlineEpisodes } from '../catalogue/queries.js'
import { computeWatchableSince } from '../guarantee/offline-dramas.js'
import { readBalanceAndDebt } from '../ledger/wallet.js'
import { requireViewer } from '../visitor/session.js'
import { type EpisodeAccess, findFirstLocked } from './episode-access.js'
import { loadEpisodeAccess } from './load-episode-access.js'
import { findEpisodeWithDrama, isEpisodeOnline, readEntitlements } from './queries.js'

type EpisodeRow = NonNullable<Awaited<ReturnType<typeof findEpisodeWithDrama>>>

export interface AccessibleEpisode {
  viewer: Viewer
  episode: EpisodeRow
  episodeAccess: EpisodeAccess
  next: EpisodeAccess | null
}

/**
 * Throws 4204 if the episode is not available, 4203 or 4201 with a quote if it is locked. Unlocked episodes stay
 * available for 30 days after they went offline.
 */
export async function requireAccess(context: RequestContext, episodeId: string): Promise<AccessibleEpisode> {
  const viewer = requireViewer(context.viewer)
  const episode = await findEpisodeWithDrama(context.db, episodeId)
  if (episode === undefined) throw new BusinessError(4204)
  if (!isEpisodeOnline(episode)) return requireOfflineAccess(context, viewer, episode)
  const drama = { id: episode.drama_id, free_count: episode.free_count, default_price: episode.default_price }
  const accessList = await loadEpisodeAccess(context, drama, await findOnlineEpisodes(context.db, drama.id))
  const access = accessList.find(candidate => candidate.id === episodeId)
  if (access === undefined) throw new BusinessError(4204)
  if (access.state === 'locked') throw await createRefusal(context, viewer, drama.id, accessList, access)
  return {
    viewer,
    episode,
    episodeAccess: access,
    next: accessList.find(candidate => candidate.no > access.no) ?? null
  }
}

async function requireOfflineAccess(
  { db, now }: RequestContext,
  viewer: Viewer,
  episode: EpisodeRow
): Promise<AccessibleEpisode> {
  const offlineTimes = [
    episode.status === 'online' ? [] : [episode.offline_at],
    episode.drama_status === 'online' ? [] : [episode.drama_offline_at]
  ].flat()
  const isStillWatchable = offlineTimes.every(time => time !== null && time > computeWatchableSince(now))
  if (!isStillWatchable) throw new BusinessError(4204)
  const { unlockedIds } = await readEntitlements(db, { userId: viewer.userId, dramaId: episode.drama_id, now })
  if (!unlockedIds.has(episode.id)) throw new BusinessError(4204)
  const { id, no, price } = episode
  return {
    viewer,
    episode,
    episodeAccess: { id, no, price: price ?? episode.default_price, state: 'unlocked' },
    next: null
  }
}

async function createRefusal(
  { db, now }: RequestContext,
  viewer: Viewer,
  dramaId: string,
  accessList: EpisodeAccess[],
  locked: EpisodeAccess
): Promise<BusinessError> {
  const firstLockedNo = findFirstLocked(accessList)?.no ?? locked.no
  const { balance, debt } = await readBalanceAndDebt(db, viewer.userId, now)
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
