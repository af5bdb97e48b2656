import type { z } from 'zod'
import type { deleteHistory, updateProfile, userHistory } from '../../../contract/user.js'
import type { RequestContext } from '../../http/request-context.js'
import { cutToPage, formatCursor, parseCursor } from '../../lib/cursor.js'
import { readBalance } from '../ledger/wallet.js'
import { readVipStatus } from '../pass/vip.js'
import { readSpendingLimits } from '../spending/queries.js'
import { readAutoUnlockSettings } from '../spending/routes.js'
import { toSpendingLimits } from '../spending/rules.js'
import { requireViewer } from '../visitor/session.js'
import { changeProfile, deleteWatchHistory, hasUnlocks, readUser, readWatchedDramas } from './queries.js'
import { isKnownToPartner } from './recovery-status.js'
import { toContinueCard, toUserResponse } from './user-response.js'

export async function getUserInfo(context: RequestContext) {
  const { db, now } = context
  const { userId } = requireViewer(context.viewer)
  const row = await readUser(db, userId)
  return {
    user: toUserResponse(row),
    balance: await readBalance(db, userId, now),
    debt: Number(row.debt),
    vip: await readVipStatus(db, userId, now),
    auto_unlock: await readAutoUnlockSettings(context, row),
    limits: toSpendingLimits(await readSpendingLimits(db, userId, now)),
    way_back: {
      email: row.email !== null,
      recovery_code: row.recovery_hash !== null,
      partner: await isKnownToPartner(db, userId)
    },
    has_unlocks: await hasUnlocks(db, userId),
    server_time: now.getTime()
  }
}

const HISTORY = 'history'

export async function getUserHistory(context: RequestContext, request: z.output<typeof userHistory.request>) {
  const { userId } = requireViewer(context.viewer)
  const { page_size: size = 20 } = request
  const after = parseCursor(HISTORY, ['instant', 'text'], request.cursor)
  const rows = await readWatchedDramas(context.db, userId, after, size + 1)
  const result = cutToPage(rows, size, last => formatCursor(HISTORY, [last.watched_at, last.id]))
  return { ...result, list: result.list.map(row => toContinueCard(row, context)) }
}

export async function postHistoryDelete(context: RequestContext, request: z.output<typeof deleteHistory.request>) {
  const { userId } = requireViewer(context.viewer)
  return { deleted: await deleteWatchHistory(context.db, userId, request.drama_ids ?? null) }
}

export async function postProfile(context: RequestContext, request: z.output<typeof updateProfile.request>) {
  const { userId } = requireViewer(context.viewer)
  const { nickname, locale } = request
  return { user: toUserResponse(await changeProfile(context.db, userId, { nickname, locale })) }
}
