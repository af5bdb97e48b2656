import type { z } from 'zod'
import type { dramaDetail } from '../../../contract/drama.js'
import type { dramaEpisodes } from '../../../contract/episode.js'
import { BusinessError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import { isFavorite } from '../favorite/queries.js'
import { stillWatchableSince } from '../guarantee/offline-dramas.js'
import { vipAt } from '../pass/vip.js'
import { loadEpisodeAccess } from '../play/episode-access.js'
import { firstLocked } from '../play/episode-access-rules.js'
import { dramaProgress, entitlementsIn, episodeProgress } from '../play/queries.js'
import { type CardRow, type DramaRow, toDrama, toDramaCard } from './drama-answer.js'
import { episodeOf } from './episode-answer.js'
import { labelsOf } from './label-writes.js'
import { dramasInOrder } from './list-queries.js'
import { onlineDrama, onlineEpisodes, relatedDramas, storedDrama } from './queries.js'

const RELATED = 6

/** One drama with related ones, and with a token where the viewer stopped. */
export async function getDramaDetail(context: RequestContext, request: z.output<typeof dramaDetail.request>) {
  const { db, viewer, now } = context
  const row = await requireOpenDrama(context, request.drama_id)
  const progress = viewer === null ? undefined : await dramaProgress(db, viewer.userId, row.id)
  const gifts = viewer === null ? null : await entitlementsIn(db, { userId: viewer.userId, dramaId: row.id, now })
  return {
    drama: { ...toDrama(row, context), free_count: Math.max(row.free_count, gifts?.freeOverride ?? 0) },
    is_favorite: viewer !== null && (await isFavorite(db, viewer.userId, row.id)),
    progress: progress ?? null,
    pass_active: viewer !== null && (await vipAt(db, viewer.userId, now)).active,
    related: (await relatedTo(context, row)).map(other => toDramaCard(other, context))
  }
}

/** Dramas with shared labels; where there are few, the most played ones as well. */
async function relatedTo({ db }: RequestContext, drama: DramaRow): Promise<CardRow[]> {
  const labels = labelsOf(drama).map(label => label.id)
  const sharing = await relatedDramas(db, drama.id, labels, RELATED)
  if (sharing.length === RELATED) return sharing
  const hot = await dramasInOrder(db, 'hot', { after: null, limit: 2 * RELATED })
  const known = new Set([drama.id, ...sharing.map(row => row.id)])
  return [...sharing, ...hot.filter(row => !known.has(row.id))].slice(0, RELATED)
}

/** The drama of this id; throws 4204 when there is none online. */
export async function requireDrama({ db }: RequestContext, id: string): Promise<DramaRow> {
  const row = await onlineDrama(db, id)
  if (row === undefined) throw new BusinessError(4204)
  return row
}

/** As requireDrama; also one that went offline less than 30 days ago, for who has unlocked something of it. */
async function requireOpenDrama(context: RequestContext, id: string): Promise<DramaRow> {
  const { db, viewer, now } = context
  const row =
    (await onlineDrama(db, id)) ??
    (viewer === null
      ? undefined
      : await storedDrama(db, { id, userId: viewer.userId, since: stillWatchableSince(now) }))
  if (row === undefined) throw new BusinessError(4204)
  return row
}

/** The choose-episode list: for each episode its state for this viewer. */
export async function getDramaEpisodes(context: RequestContext, request: z.output<typeof dramaEpisodes.request>) {
  const { db, viewer, now } = context
  const drama = await requireOpenDrama(context, request.drama_id)
  const rows = await onlineEpisodes(db, drama.id)
  const all = await loadEpisodeAccess(context, drama, rows)
  const standings = drama.status === 'online' ? all : all.filter(({ state }) => state === 'unlocked')
  const positions = viewer === null ? [] : await episodeProgress(db, viewer.userId, drama.id)
  const progress = new Map(positions.map(row => [row.episode_id, row]))
  const episodes = new Map(rows.map(row => [row.id, row]))
  const unlockable = firstLocked(standings)
  const list = standings.flatMap(standing => {
    const episode = episodes.get(standing.id)
    if (episode === undefined) return []
    const isNextUnlockable = unlockable?.id === standing.id
    return [
      episodeOf(episode, standing, { drama, showing: context, isNextUnlockable, progress: progress.get(standing.id) })
    ]
  })
  return { list, server_time: now.getTime() }
}
