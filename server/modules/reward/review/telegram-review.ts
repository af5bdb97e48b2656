import { transaction } from '../../../db/transaction.js'
import type { RequestContext } from '../../../http/request-context.js'
import { reviewDue } from '../rules.js'
import { approveWithinBudget, lockOpen, review } from './review.js'

/**
 * Asks Telegram about a submission that was just written: a member is approved at once, who is not there rejected. Who
 * cannot be asked about is for a person; where none decides in time, that is no proof.
 */
export async function checkMember(context: RequestContext, id: string): Promise<void> {
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
  const membership = await context.waitElsewhere(telegram.membershipOf(telegramId))
  const reviewing = { db, log, now, budget: config.rewards.budget, reviewer: 'telegram' }
  if (membership === 'absent') await review(reviewing, id, { ok: false, reason: 'not_member', note: null })
  if (membership === 'member') {
    await transaction(db, async trx => {
      const open = await lockOpen(trx, id)
      if (open !== null) await approveWithinBudget(trx, reviewing, open)
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
