// The one gate before an episode: nothing that plays leaves the server without passing here.
import type { LockedQuote } from '../../../contract/episode.js'
import { BusinessError } from '../../lib/business-error.js'
import type { RequestContext } from '../../request-context.js'
import { onlineEpisodes } from '../catalogue/queries.js'
import { balanceAt } from '../ledger/wallet.js'
import { requireViewer, type Viewer } from '../visitor/session.js'
import { episodeWithDrama } from './queries.js'
import { firstLocked, type Standing } from './rules.js'
import { standingsFor } from './standings.js'

type EpisodeRow = NonNullable<Awaited<ReturnType<typeof episodeWithDrama>>>

/** An episode that the caller may watch. */
export interface Admission {
  viewer: Viewer
  episode: EpisodeRow
  standing: Standing
  next: Standing | null
}

/** Lets the caller to an episode, or throws 4204 when it is not available, 4203 or 4201 with a quote when locked. */
export async function admit(context: RequestContext, episodeId: string): Promise<Admission> {
  const viewer = requireViewer(context.viewer)
  const episode = await episodeWithDrama(context.db, episodeId)
  if (episode === undefined || episode.status !== 'online' || episode.drama_status !== 'online') {
    throw new BusinessError(4204)
  }
  const drama = { id: episode.drama_id, free_count: episode.free_count, default_price: episode.default_price }
  const standings = await standingsFor(context, drama, await onlineEpisodes(context.db, drama.id))
  const standing = standings.find(candidate => candidate.id === episodeId)
  if (standing === undefined) throw new BusinessError(4204)
  if (standing.state === 'locked') throw await refusal(context, viewer, drama.id, standings, standing)
  return { viewer, episode, standing, next: standings.find(candidate => candidate.no > standing.no) ?? null }
}

async function refusal(
  { db, now }: RequestContext,
  viewer: Viewer,
  dramaId: string,
  standings: Standing[],
  locked: Standing
): Promise<BusinessError> {
  const firstLockedNo = firstLocked(standings)?.no ?? locked.no
  const quote: LockedQuote = {
    drama_id: dramaId,
    episode_id: locked.id,
    episode_no: locked.no,
    price: locked.price,
    first_locked_no: firstLockedNo,
    ...(await balanceAt(db, viewer.userId, now))
  }
  return new BusinessError(firstLockedNo < locked.no ? 4203 : 4201, quote)
}
