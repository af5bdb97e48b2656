import type { z } from 'zod'
import type { favorite, favorites } from '../../../contract/favorite.js'
import type { RequestContext } from '../../http/request-context.js'
import { cutToPage, formatCursor, parseCursor } from '../../lib/cursor.js'
import { toDramaCard } from '../catalogue/drama-response.js'
import { requireDrama } from '../catalogue/routes.js'
import { requireViewer } from '../visitor/session.js'
import { readFavoriteDramas, setFavorite } from './queries.js'

export async function postFavorite(context: RequestContext, request: z.output<typeof favorite.request>) {
  const { userId } = requireViewer(context.viewer)
  const isOn = request.on === 1
  if (isOn) await requireDrama(context, request.drama_id)
  const change = { userId, dramaId: request.drama_id, isOn, now: context.now }
  return { is_favorite: isOn, favorite_count: await setFavorite(context.db, change) }
}

const FAVORITES = 'favorites'

export async function getFavorites(context: RequestContext, request: z.output<typeof favorites.request>) {
  const { userId } = requireViewer(context.viewer)
  const { page_size: size = 20 } = request
  const after = parseCursor(FAVORITES, ['instant', 'text'], request.cursor)
  const rows = await readFavoriteDramas(context.replicas.readerFor(context.viewer), userId, after, size + 1)
  const result = cutToPage(rows, size, last => formatCursor(FAVORITES, [last.kept_at, last.id]))
  return {
    ...result,
    list: result.list.map(row => ({ ...toDramaCard(row, context), created_at: row.kept_at.getTime() }))
  }
}
