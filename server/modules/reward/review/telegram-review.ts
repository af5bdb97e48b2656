import { transaction } from '../../../db/transaction.js'
import type { RequestContext } from '../../../http/request-context.js'
import { reviewDue } from '../submission-rules.js'
import { takeShareAllowance } from './evidence.js'
import { approveWithinBudget, lockPendingSubmission, reviewSubmission } from './review.js'

/**
 * Approves a member and rejects a non-member. If Telegram does not know, an operator has to approve in time, or the
 * submission is rejected.
 */
export async function reviewTelegramMember(context: RequestContext, id: string): Promise<void> {
  const { config, db, log, telegram, now } = context
  const row = await db
    .selectFrom('reward_submissions')
    .selectAll()
    .where('id', '=', id)
    .where('channel', '=', 'telegram')
    .where('status', '=', 0)
    .where('appealed_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || row.telegram_id === null || telegram === null) return
  const { telegram_id: telegramId } = row
  const membership = await context.trackExternalWait(telegram.membershipOf(telegramId))
  const { budget, perNetwork } = config.rewards
  const reviewContext = { db, log, now, budget, reviewer: 'telegram' }
  if (membership === 'absent')
    await reviewSubmission(reviewContext, id, { ok: false, reason: 'not_member', note: null })
  if (membership === 'member') {
    await transaction(db, async trx => {
      const pending = await lockPendingSubmission(trx, id)
      const isAllowed = () => takeShareAllowance(trx, { budget, perNetwork, now }, row)
      if (pending !== null) await approveWithinBudget(trx, reviewContext, pending, isAllowed)
    })
  }
  if (membership !== 'unknown') return
  await db
    .updateTable('reward_submissions')
    .set({ objection: 'not_member', due_at: reviewDue(row.created_at) })
    .where('id', '=', id)
    .where('status', '=', 0)
    .execute()
}
