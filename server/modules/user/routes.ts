import type { z } from 'zod'
import type { updateProfile } from '../../../contract/user.js'
import type { RequestContext } from '../../http/request-context.js'
import { countUnreadAnswers } from '../feedback/queries.js'
import { readBalance } from '../ledger/wallet.js'
import { readVipStatus } from '../pass/vip.js'
import { toSpendingLimits } from '../spending/limit-change.js'
import { readSpendingLimits } from '../spending/queries.js'
import { readAutoUnlockSettings } from '../spending/routes.js'
import { requireViewer } from '../visitor/session.js'
import { changeProfile, hasUnlocks, readUser } from './queries.js'
import { isKnownToPartner } from './recovery-status.js'
import { toUserResponse } from './user-response.js'

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
    unread_answers: await countUnreadAnswers(db, userId),
    server_time: now.getTime()
  }
}

export async function postProfile(context: RequestContext, request: z.output<typeof updateProfile.request>) {
  const { userId } = requireViewer(context.viewer)
  const { nickname, locale } = request
  return { user: toUserResponse(await changeProfile(context.db, userId, { nickname, locale })) }
}
