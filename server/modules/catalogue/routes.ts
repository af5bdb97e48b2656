import type { z } from 'zod'
import type { dramaDetail } from '../../../contract/drama.js'
import type { dramaEpisodes } from '../../../contract/episode.js'
import { BusinessError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import { isFavorite } from '../favorite/queries.js'
import { computeWatchableSince } from '../guarantee/offline-dramas.js'
import { readVip } from '../pass/vip.js'
import { findFirstLocked } from '../play/episode-access.js'
import { loadEpisodeAccess } from '../play/load-episode-access.js'
import { readDramaProgress, readEntitlements, readEpisodeProgress } from '../play/queries.js'
import { type DramaCardRow, type DramaRow, toDrama, toDramaCard } from './drama-response.js'
import { toEpisode } from './episode-response.js'
import { toLabels } from './label-writes.js'
import { findDramasInOrder } from './list-queries.js'
import { findOfflineDramaWithUnlocks, findOnlineDrama, findOnlineEpisodes, findRelatedDramas } from './queries.js'

const MAX_RELATED = 6

export async function getDramaDetail(context: RequestContext, request: z.output<typeof dramaDetail.request>) {
  const { db, viewer, now } = context
  const row = await requireOpenDrama(context, request.drama_id)
  const progress = viewer === null ? undefined : await readDramaProgress(db, viewer.userId, row.id)
  const entitlements =
    viewer === null ? null : await readEntitlements(db, { userId: viewer.userId, dramaId: row.id, now })
  return {
    drama: { ...toDrama(row, context), free_count: Math.max(row.free_count, entitlements?.freeOverride ?? 0) },
    is_favorite: viewer !== null && (await isFavorite(db, viewer.userId, row.id)),
    progress: progress ?? null,
    pass_active: viewer !== null && (await readVip(db, viewer.userId, now)).active,
    related: (await findRelated(context, row)).map(other => toDramaCard(other, context))
  }
}

async function findRelated({ db }: RequestContext, drama: DramaRow): Promise<DramaCardRow[]> {
  const labels = toLabels(drama).map(label => label.id)
  const related = await findRelatedDramas(db, drama.id, labels, MAX_RELATED)
  if (related.length === MAX_RELATED) return related
  const hot = await findDramasInOrder(db, 'hot', { after: null, limit: 2 * MAX_RELATED })
  const usedIds = new Set([drama.id, ...related.map(row => row.id)])
  return [...related, ...hot.filter(row => !usedIds.has(row.id))].slice(0, MAX_RELATED)
}

/** Throws 4204 if the drama is not online. */
export async function requireDrama({ db }: RequestContext, id: string): Promise<DramaRow> {
  const row = await findOnlineDrama(db, id)
  if (row === undefined) throw new BusinessError(4204)
  return row
}

/** Also accepts a drama that went offline less than 30 days ago, if the viewer has unlocked an episode of it. */
async function requireOpenDrama(context: RequestContext, id: string): Promise<DramaRow> {
  const { db, viewer, now } = context
  const row =
    (await findOnlineDrama(db, id)) ??
    (viewer === null
      ? undefined
      : await findOfflineDramaWithUnlocks(db, { id, userId: viewer.userId, since: computeWatchableSince(now) }))
  if (row === undefined) throw new BusinessError(4204)
  return row
}

export async function getDramaEpisodes(context: RequestContext, request: z.output<typeof dramaEpisodes.request>) {
  const { db, viewer, now } = context
  const drama = await requireOpenDrama(context, request.drama_id)
  const rows = await findOnlineEpisodes(db, drama.id)
  const all = await loadEpisodeAccess(context, drama, rows)
  const accessList = drama.status === 'online' ? all : all.filter(({ state }) => state === 'unlocked')
  const positions = viewer === null ? [] : await readEpisodeProgress(db, viewer.userId, drama.id)
  const progress = new Map(positions.map(row => [row.episode_id, row]))
  const episodes = new Map(rows.map(row => [row.id, row]))
  const unlockable = findFirstLocked(accessList)
  const list = accessList.flatMap(access => {
    const episode = episodes.get(access.id)
    if (episode === undefined) return []
    const isNextUnlockable = unlockable?.id === access.id
    return [
      toEpisode(episode, access, { drama, display: context, isNextUnlockable, progress: progress.get(access.id) })
    ]
  })
  return { list, server_time: now.getTime() }
}
