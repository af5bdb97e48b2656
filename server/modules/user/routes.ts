import { page, readCursor, writeCursor } from '../../lib/cursor.js'
import type { RequestContext } from '../../request-context.js'
import { passEnd } from '../play/queries.js'
import { requireViewer } from '../visitor/session.js'
import { type HistoryKey, userById, watchedDramas } from './queries.js'
import { continueCardOf, userAnswer } from './rules.js'

/** The caller: profile, balance in coins, and VIP. */
export async function getUserInfo(context: RequestContext) {
  const { db, now } = context
  const { userId } = requireViewer(context.viewer)
  const row = await userById(db, userId)
  const until = await passEnd(db, userId, now)
  return {
    user: userAnswer(row),
    balance: { coins: Number(row.coins), bonus: Number(row.bonus) },
    vip: { active: until !== null, until: until?.getTime() ?? null },
    server_time: now.getTime()
  }
}

const HISTORY = 'history'

/** What the caller watched, newest first. */
export async function getUserHistory(
  context: RequestContext,
  request: { cursor?: string | undefined; page_size?: number | undefined }
) {
  const { userId } = requireViewer(context.viewer)
  const size = request.page_size ?? 20
  const rows = await watchedDramas(context.db, userId, historyKey(request.cursor), size)
  const cut = page(rows, size, last => writeCursor(HISTORY, [last.watched_at.getTime(), last.id]))
  return { ...cut, list: cut.list.map(row => continueCardOf(row, context)) }
}

function historyKey(cursor: string | undefined): HistoryKey | null {
  const [time, id] = readCursor(HISTORY, 2, cursor) ?? []
  return typeof time === 'number' && typeof id === 'string' && isInstant(time) ? [time, id] : null
}

const isInstant = (time: number) => time >= 0 && time < 8.64e15
