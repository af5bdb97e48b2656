import type { z } from 'zod'
import { type CheckIn, claimCheckIn } from '../../../../contract/check-in.js'
import { BusinessError } from '../../../http/business-error.js'
import type { RequestContext } from '../../../http/request-context.js'
import { readTrustedTime } from '../../clock/trusted-time.js'
import { runOptionallyIdempotentWrite } from '../../ledger/idempotent-write.js'
import { readBalance } from '../../ledger/wallet.js'
import { requireViewer } from '../../visitor/session.js'
import { payOrWait } from '../earning/pay-or-wait.js'
import { lockTimeZone, readRewardTerms } from '../reward-day.js'
import { computeCheckInBonus, readCheckIn } from './streak.js'

export async function getCheckIn({ config, db, now, viewer }: RequestContext): Promise<CheckIn> {
  const { userId } = requireViewer(viewer)
  const time = await readTrustedTime(db, now)
  return readCheckIn(db, userId, await readRewardTerms(db, userId, time, config.timezone))
}

export async function postCheckInClaim(context: RequestContext, request: z.output<typeof claimCheckIn.request>) {
  const { config, now } = context
  return runOptionallyIdempotentWrite(context, { path: claimCheckIn.path, request }, async ({ trx, userId }) => {
    // A clock that is ahead would end the streak, and a check-in of a later day would stand for all days until then.
    const time = await readTrustedTime(trx, now)
    const terms = await readRewardTerms(trx, userId, time, config.timezone)
    const before = await readCheckIn(trx, userId, terms)
    if (!before.is_enabled) throw new BusinessError(4401)
    if (before.is_checked_in) throw new BusinessError(4407)
    const { day } = terms.day
    const bonus = computeCheckInBonus(before.streak + 1)
    await lockTimeZone(trx, userId, terms.day)
    await trx.insertInto('task_states').values({ user_id: userId, day, code: 'check_in', done_at: time }).execute()
    const isPaid = await payOrWait(trx, context, { userId, refId: `${day}:check_in`, bonus }, terms.lpid ?? '')
    const after = await readCheckIn(trx, userId, terms)
    return {
      reward_bonus: isPaid ? bonus : 0,
      streak: after.streak,
      balance: await readBalance(trx, userId, now),
      check_in: after
    }
  })
}
