import type { LockedQuote } from '../../../contract/episode.js'
import { BusinessError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import type { Viewer } from '../../http/viewer.js'
import { readEpisode, readOnlineEpisodes } from '../catalogue/cached-catalogue.js'
import { type findEpisodeWithDrama, isEpisodeOnline } from '../catalogue/queries.js'
import { computeWatchableSince } from '../guarantee/offline-dramas.js'
import { readBalanceAndDebt } from '../ledger/wallet.js'
import type { Vip } from '../pass/vip.js'
import { requireViewer } from '../visitor/session.js'
import { isFreeForEveryone, toDramaAccess } from './drama-access.js'
import { type EpisodeAccess, findFirstLocked } from './episode-access.js'
import { readViewerForPlay } from './queries.js'

type PlayViewer = Awaited<ReturnType<typeof readViewerForPlay>>
export type WatchableEpisode = NonNullable<Awaited<ReturnType<typeof findEpisodeWithDrama>>>

export interface AccessibleEpisode {
  viewer: Viewer
  episode: WatchableEpisode
  episodeAccess: EpisodeAccess
  next: EpisodeAccess | null
  vip: Vip
  /** Where the viewer was, in seconds. */
  position_s: number
}

/**
 * Throws 4204 if the episode is not available, 4203 or 4201 with a quote if it is locked. Unlocked episodes stay
 * available for 30 days after they went offline.
 */
export async function requireAccess(context: RequestContext, episodeId: string): Promise<AccessibleEpisode> {
  const viewer = requireViewer(context.viewer)
  const episode = await readEpisode(context, episodeId)
  if (episode === undefined) throw new BusinessError(4204)
  const { drama_id: dramaId } = episode
  const reader = context.replicas.readerFor(viewer)
  const own = await readViewerForPlay(reader, { userId: viewer.userId, dramaId, episodeId, now: context.now })
  if (!isEpisodeOnline(episode)) return requireOfflineAccess(context, viewer, episode, own)
  const accessList = toDramaAccess(episode, await readOnlineEpisodes(context, dramaId), own)
  const access = accessList.find(candidate => candidate.id === episodeId)
  if (access === undefined) throw new BusinessError(4204)
  if (access.state === 'locked') throw await createRefusal(context, viewer, dramaId, accessList, access)
  return {
    viewer,
    episode,
    episodeAccess: access,
    next: accessList.find(candidate => candidate.no > access.no) ?? null,
    vip: own.vip,
    position_s: own.position_s ?? 0
  }
}

/** Like `requireAccess`, without reading what the viewer has where the episode is free for everyone. */
export async function requireWatchableEpisode(context: RequestContext, episodeId: string): Promise<WatchableEpisode> {
  const episode = await readEpisode(context, episodeId)
  if (episode !== undefined && isEpisodeOnline(episode) && isFreeForEveryone(episode, episode)) return episode
  return (await requireAccess(context, episodeId)).episode
}

function requireOfflineAccess(
  { now }: RequestContext,
  viewer: Viewer,
  episode: WatchableEpisode,
  { unlockedIds, vip, position_s }: PlayViewer
): AccessibleEpisode {
  const offlineTimes = [
    episode.status === 'online' ? [] : [episode.offline_at],
    episode.drama_status === 'online' ? [] : [episode.drama_offline_at]
  ].flat()
  const isStillWatchable = offlineTimes.every(time => time !== null && time > computeWatchableSince(now))
  if (!isStillWatchable) throw new BusinessError(4204)
  if (!unlockedIds.has(episode.id)) throw new BusinessError(4204)
  const { id, no, price } = episode
  return {
    viewer,
    episode,
    episodeAccess: { id, no, price: price ?? episode.default_price, state: 'unlocked' },
    next: null,
    vip,
    position_s: position_s ?? 0
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
