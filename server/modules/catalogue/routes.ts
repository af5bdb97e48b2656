import type { z } from 'zod'
import type { dramaDetail } from '../../../contract/drama.js'
import type { dramaEpisodes } from '../../../contract/episode.js'
import { BusinessError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import { readFavoriteCount } from '../favorite/queries.js'
import { computeWatchableSince } from '../guarantee/offline-dramas.js'
import { toDramaAccess } from '../play/drama-access.js'
import { findFirstLocked } from '../play/episode-access.js'
import { readViewerForDetail, readViewerForEpisodes } from '../play/queries.js'
import { readOnlineDrama, readOnlineEpisodes, readRelatedDramas } from './cached-catalogue.js'
import { type DramaRow, toDrama, toDramaCard } from './drama-response.js'
import { toEpisode } from './episode-response.js'
import { findOfflineDramaWithUnlocks } from './queries.js'

export async function getDramaDetail(context: RequestContext, request: z.output<typeof dramaDetail.request>) {
  const { replicas, viewer, now } = context
  const row = await requireOpenDrama(context, request.drama_id)
  const reader = replicas.readerFor(viewer)
  const own =
    viewer === null ? null : await readViewerForDetail(reader, { userId: viewer.userId, dramaId: row.id, now })
  const favoriteCount = own?.favoriteCount ?? (await readFavoriteCount(reader, row.id))
  const related = await readRelatedDramas(context, row)
  return {
    drama: {
      ...toDrama(row, favoriteCount, context),
      free_count: Math.max(row.free_count, own?.freeOverride ?? 0)
    },
    is_favorite: own?.isFavorite ?? false,
    progress: own?.position ?? null,
    pass_active: own?.vip.active ?? false,
    related: related.map(other => toDramaCard(other, context))
  }
}

/** Throws 4204 if the drama is not online. */
export async function requireDrama(context: RequestContext, id: string): Promise<DramaRow> {
  const row = await readOnlineDrama(context, id)
  if (row === undefined) throw new BusinessError(4204)
  return row
}

/** Also accepts a drama that went offline less than 30 days ago, if the viewer has unlocked an episode of it. */
async function requireOpenDrama(context: RequestContext, id: string): Promise<DramaRow> {
  const { db, viewer, now } = context
  const row =
    (await readOnlineDrama(context, id)) ??
    (viewer === null
      ? undefined
      : await findOfflineDramaWithUnlocks(db, { id, userId: viewer.userId, since: computeWatchableSince(now) }))
  if (row === undefined) throw new BusinessError(4204)
  return row
}

export async function getDramaEpisodes(context: RequestContext, request: z.output<typeof dramaEpisodes.request>) {
  const { replicas, viewer, now } = context
  const reader = replicas.readerFor(viewer)
  const drama = await requireOpenDrama(context, request.drama_id)
  const rows = await readOnlineEpisodes(context, drama.id)
  const own =
    viewer === null ? null : await readViewerForEpisodes(reader, { userId: viewer.userId, dramaId: drama.id, now })
  const all = toDramaAccess(drama, rows, own)
  const accessList = drama.status === 'online' ? all : all.filter(({ state }) => state === 'unlocked')
  const positions = new Map(own?.positions.map(position => [position.episode_id, position]))
  const episodes = new Map(rows.map(row => [row.id, row]))
  const unlockable = findFirstLocked(accessList)
  const list = accessList.flatMap(access => {
    const episode = episodes.get(access.id)
    if (episode === undefined) return []
    const isNextUnlockable = unlockable?.id === access.id
    const progress = positions.get(access.id)
    return [toEpisode(episode, access, { drama, display: context, isNextUnlockable, progress })]
  })
  return { list, server_time: now.getTime() }
}
