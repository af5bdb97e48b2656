import type { z } from 'zod'
import type { discover, dramaDetail } from '../../../contract/drama.js'
import type { dramaEpisodes, Episode } from '../../../contract/episode.js'
import { BusinessError } from '../../lib/business-error.js'
import { page, readCursor, writeCursor } from '../../lib/cursor.js'
import type { RequestContext } from '../../request-context.js'
import { dramaProgress, episodeProgress, passEnd } from '../play/queries.js'
import { firstLocked } from '../play/rules.js'
import { standingsFor } from '../play/standings.js'
import { watchedDramas } from '../user/queries.js'
import { continueCardOf } from '../user/rules.js'
import { bannerOf, cardOf, type DramaRow, dramaOf } from './card.js'
import { episodeTitle } from './labels.js'
import { type DiscoverSort, discoverDramas, onlineDrama, onlineDramas, onlineEpisodes } from './queries.js'
import { relatedOf, shelvesOf, topOf } from './rules.js'

const CONTINUE_CARDS = 10

/** Home: banners, shelves, and with a token what the viewer can continue. */
export async function getHome(context: RequestContext) {
  const { db, viewer } = context
  const rows = await onlineDramas(db)
  const watched = viewer === null ? [] : await watchedDramas(db, viewer.userId, null, CONTINUE_CARDS)
  return {
    banners: topOf(rows).map(row => bannerOf(row, context)),
    shelves: shelvesOf(rows, context),
    continue: watched.slice(0, CONTINUE_CARDS).map(row => continueCardOf(row, context)),
    next_cursor: null,
    has_more: false
  }
}

/** Dramas of one category or tag, or all of them, page by page. */
export async function getDiscover(context: RequestContext, request: z.output<typeof discover.request>) {
  const sort = request.sort ?? 'hot'
  const limit = request.page_size ?? 20
  const list = `discover:${sort}:${request.tag_id ?? ''}`
  const after = discoverKey(list, request.cursor)
  const rows = await discoverDramas(context.db, { sort, labelId: request.tag_id, after, limit })
  const cut = page(rows, limit, last => writeCursor(list, [sortKey(last, sort), last.id]))
  return { ...cut, list: cut.list.map(row => cardOf(row, context)) }
}

const sortKey = (row: DramaRow, sort: DiscoverSort) =>
  sort === 'new' ? row.online_at.getTime() : Number(row.play_count)

function discoverKey(list: string, cursor: string | undefined): [number, string] | null {
  const [key, id] = readCursor(list, 2, cursor) ?? []
  return typeof key === 'number' && typeof id === 'string' && Math.abs(key) <= 8.64e15 ? [key, id] : null
}

/** One drama with related ones, and with a token where the viewer stopped. */
export async function getDramaDetail(context: RequestContext, request: z.output<typeof dramaDetail.request>) {
  const { db, viewer, now } = context
  const row = await requireDrama(context, request.drama_id)
  const others = await onlineDramas(db)
  const progress = viewer === null ? undefined : await dramaProgress(db, viewer.userId, row.id)
  const favorite = viewer === null ? undefined : await favoriteOf(context, viewer.userId, row.id)
  return {
    drama: dramaOf(row, context),
    is_favorite: favorite !== undefined,
    progress: progress ?? null,
    pass_active: viewer !== null && (await passEnd(db, viewer.userId, now)) !== null,
    related: relatedOf(row, others).map(other => cardOf(other, context))
  }
}

function favoriteOf({ db }: RequestContext, userId: string, dramaId: string) {
  return db
    .selectFrom('favorites')
    .select('drama_id')
    .where('user_id', '=', userId)
    .where('drama_id', '=', dramaId)
    .executeTakeFirst()
}

async function requireDrama({ db }: RequestContext, id: string): Promise<DramaRow> {
  const row = await onlineDrama(db, id)
  if (row === undefined) throw new BusinessError(4204)
  return row
}

/** The choose-episode list: for each episode its state for this viewer. */
export async function getDramaEpisodes(context: RequestContext, request: z.output<typeof dramaEpisodes.request>) {
  const { db, viewer, now } = context
  const drama = await requireDrama(context, request.drama_id)
  const rows = await onlineEpisodes(db, drama.id)
  const standings = await standingsFor(context, drama, rows)
  const positions = viewer === null ? [] : await episodeProgress(db, viewer.userId, drama.id)
  const position = new Map(positions.map(row => [row.episode_id, row]))
  const byId = new Map(standings.map(standing => [standing.id, standing]))
  const unlockable = firstLocked(standings)
  const list = rows.flatMap((row): Episode[] => {
    const standing = byId.get(row.id)
    if (standing === undefined) return []
    const { id, no, price, state } = standing
    return [
      {
        ...{ id, no, price, state },
        title: episodeTitle(row.title, no, context.lang),
        duration_s: row.duration_s,
        cover_url: cardOf(drama, context).cover_url,
        next_unlockable: unlockable?.id === id,
        position_s: position.get(id)?.position_s ?? 0,
        finished: position.get(id)?.finished ?? false
      }
    ]
  })
  return { list, server_time: now.getTime() }
}
