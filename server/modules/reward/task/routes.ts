import type { z } from 'zod'
import { claimTask, type reportTask, type startTask } from '../../../../contract/task.js'
import { transaction } from '../../../db/transaction.js'
import { BusinessError, createParameterError } from '../../../http/business-error.js'
import type { RequestContext } from '../../../http/request-context.js'
import { sha256Hex } from '../../../lib/sha256.js'
import { runOptionallyIdempotentWrite } from '../../ledger/idempotent-write.js'
import { readBalance } from '../../ledger/wallet.js'
import { requireViewer } from '../../visitor/session.js'
import { payOrWait } from '../earning/pay-or-wait.js'
import { lockTimeZone, readRewardTerms } from '../reward-day.js'
import { readTask, secondsSince } from './progress.js'
import { computeTaskProgress, taskTerms } from './task-terms.js'

export async function postTaskStart(context: RequestContext, { code }: z.output<typeof startTask.request>) {
  const { db, limits, random, now } = context
  const { userId } = requireViewer(context.viewer)
  await limits.task.take(context)
  const nonce = random.bytes(24).toString('base64url')
  const count = { code, nonce_hash: sha256Hex(nonce), started_at: now, used_at: null }
  await db
    .insertInto('task_counts')
    .values({ user_id: userId, ...count })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(count))
    .execute()
  return { started_at: now.getTime(), nonce }
}

export async function postTaskReport(
  context: RequestContext,
  { code, nonce }: z.output<typeof reportTask.request>
): Promise<z.output<typeof reportTask.response>> {
  const { config, db, limits, now } = context
  const { userId } = requireViewer(context.viewer)
  await limits.task.take(context)
  return transaction(db, async trx => {
    const count = await trx
      .selectFrom('task_counts')
      .select('started_at')
      .where('user_id', '=', userId)
      .where('code', '=', code)
      .where('nonce_hash', '=', sha256Hex(nonce))
      .where('used_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (count === undefined) throw createParameterError('nonce')
    const { day } = await readRewardTerms(trx, userId, now, config.timezone)
    const counted = secondsSince(count.started_at, day, now)
    if (counted >= (taskTerms[code].seconds ?? 0)) {
      await trx.updateTable('task_counts').set({ used_at: now }).where('user_id', '=', userId).execute()
      await trx
        .insertInto('task_states')
        .values({ user_id: userId, day: day.day, code, done_at: now })
        .onConflict(conflict => conflict.doNothing())
        .execute()
    }
    const { status } = await readTask(trx, userId, code, day, now)
    return { progress_s: computeTaskProgress(code, counted) ?? 0, status }
  })
}

export async function postTaskClaim(context: RequestContext, request: z.output<typeof claimTask.request>) {
  const { config, now } = context
  const { code } = request
  const { bonus } = taskTerms[code]
  return runOptionallyIdempotentWrite(context, { path: claimTask.path, request }, async ({ trx, userId }) => {
    const { day, lpid } = await readRewardTerms(trx, userId, now, config.timezone)
    const { status } = await readTask(trx, userId, code, day, now)
    if (status === 'claimed' || status === 'pending') throw new BusinessError(4407)
    if (status === 'doing') throw new BusinessError(4408)
    await lockTimeZone(trx, userId, day)
    await trx
      .insertInto('task_states')
      .values({ user_id: userId, day: day.day, code, done_at: now })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const claim = { userId, refId: `${day.day}:${code}`, bonus }
    const isPaid = await payOrWait(trx, context, claim, lpid ?? '')
    const task = await readTask(trx, userId, code, day, now)
    return { reward_bonus: isPaid ? bonus : 0, balance: await readBalance(trx, userId, now), task }
  })
}
