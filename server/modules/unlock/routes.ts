import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { undoUnlock, unlock, unlockTo } from '../../../contract/unlock.js'
import type { Database } from '../../db/schema/schema.js'
import { createParameterError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import { runIdempotentWrite } from '../ledger/idempotent-write.js'
import { MIN_PLAYED_SECONDS, readPlayedSeconds } from '../play/played-seconds.js'
import { readMergedUserIds } from '../user/queries.js'
import { findPaidUnlock, refundUnlock } from './refund-unlock.js'
import { unlockEpisodes } from './unlock-episodes.js'

export async function postUnlock(context: RequestContext, request: z.output<typeof unlock.request>) {
  await context.limits.unlock.take(context)
  const { episode_id: episodeId, expect_price: expected, source } = request
  const target = { episodeId, expected, source }
  return unlockEpisodes(context, { path: unlock.path, request }, target, ({ unlocked, ...more }) => {
    const [first] = unlocked
    if (first === undefined) throw new Error('nothing was unlocked')
    return { unlock: first, ...more }
  })
}

export async function postUnlockTo(context: RequestContext, request: z.output<typeof unlockTo.request>) {
  await context.limits.unlock.take(context)
  const { drama_id: dramaId, to_no: toNo, expect_price: expected } = request
  const target = { dramaId, toNo, expected, source: 'bulk' } as const
  return unlockEpisodes(context, { path: unlockTo.path, request }, target, unlocked => unlocked)
}

// 10 s to tap and 3 s for the request to arrive.
const UNDO_WINDOW_MS = 13_000

export async function postUndoUnlock(context: RequestContext, request: z.output<typeof undoUnlock.request>) {
  const { now } = context
  await context.limits.unlock.take(context)
  return runIdempotentWrite(context, { path: undoUnlock.path, request }, async ({ trx, wallet }) => {
    const paid = await findPaidUnlock(trx, wallet.userId, request.episode_id)
    if (paid?.source !== 'auto') throw createParameterError('episode_id')
    // A clock that was set since then may put the unlock after now, or what was watched before the unlock.
    if (Math.abs(now.getTime() - paid.createdAt.getTime()) > UNDO_WINDOW_MS) throw createParameterError('episode_id')
    const since = new Date(Math.min(paid.createdAt.getTime(), now.getTime() - UNDO_WINDOW_MS))
    const watched = { userId: wallet.userId, episodeId: paid.episodeId, since }
    if ((await readPlayedSeconds(trx, watched)) >= MIN_PLAYED_SECONDS) throw createParameterError('episode_id')
    const limit = paid.coinsPaid > 0 ? MAX_UNDOS_PER_DAY : MAX_BONUS_UNDOS_PER_DAY
    if ((await countUndosOfDay(trx, wallet.userId, now)) >= limit) throw createParameterError('episode_id')
    const { coins, bonus, balance } = await refundUnlock(trx, wallet, paid, now)
    return { episode_id: paid.episodeId, coins_back: coins, bonus_back: bonus, balance }
  })
}

/** Beats can be left out, so that the film of each undone episode may have been watched all the same. */
const MAX_UNDOS_PER_DAY = 5
/** Bonus can be earned anew by another visitor. */
const MAX_BONUS_UNDOS_PER_DAY = 2

/** Also of merged visitors, whose unlocks come back with kind `merge`. What a merge itself returned does not count. */
async function countUndosOfDay(trx: Transaction<Database>, userId: string, now: Date): Promise<number> {
  const { count } = await trx
    .selectFrom('ledger_txns')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', 'in', await readMergedUserIds(trx, userId))
    .where('ref_type', '=', 'unlock')
    .where('kind', 'in', ['unlock_refund', 'merge'])
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('account_merges')
            .select('from_user_id')
            .whereRef('from_user_id', '=', 'ledger_txns.user_id')
            .whereRef('account_merges.created_at', '=', 'ledger_txns.created_at')
        )
      )
    )
    .where('created_at', '>', new Date(now.getTime() - 86_400_000))
    .executeTakeFirstOrThrow()
  return Number(count)
}
