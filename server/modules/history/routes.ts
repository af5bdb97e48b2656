import type { z } from 'zod'
import type { deleteHistory, userHistory } from '../../../contract/history.js'
import type { RequestContext } from '../../http/request-context.js'
import { cutToPage, formatCursor, parseCursor } from '../../lib/cursor.js'
import { requireViewer } from '../visitor/session.js'
import { toContinueCard } from './continue-card.js'
import { deleteWatchHistory, readWatchedDramas } from './queries.js'

const HISTORY = 'history'

export async function getUserHistory(context: RequestContext, request: z.output<typeof userHistory.request>) {
  const { userId } = requireViewer(context.viewer)
  const { page_size: size = 20 } = request
  const after = parseCursor(HISTORY, ['instant', 'text'], request.cursor)
  const rows = await readWatchedDramas(context.replicas.readerFor(context.viewer), userId, after, size + 1)
  const result = cutToPage(rows, size, last => formatCursor(HISTORY, [last.watched_at, last.id]))
  return { ...result, list: result.list.map(row => toContinueCard(row, context)) }
}

export async function postHistoryDelete(context: RequestContext, request: z.output<typeof deleteHistory.request>) {
  const { userId } = requireViewer(context.viewer)
  return { deleted: await deleteWatchHistory(context.db, userId, request.drama_ids ?? null) }
}
