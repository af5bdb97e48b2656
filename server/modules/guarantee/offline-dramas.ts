import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { forEachIsolated } from '../../lib/background-job.js'
import { lockFreshWallet } from '../ledger/bonus-expiry.js'
import { findPaidUnlock, refundUnlock } from '../unlock/refund-unlock.js'

export const OFFLINE_GRACE_MS = 30 * 86_400_000

export const computeWatchableSince = (now: Date) => new Date(now.getTime() - OFFLINE_GRACE_MS)

export async function refundOfflineUnlocks(db: Kysely<Database>, now: Date, limit = 200): Promise<number> {
  const due = await selectDueUnlocks(db, now).limit(limit).execute()
  await forEachIsolated(due, ({ user_id, episode_id }) => refundOfflineUnlock(db, user_id, episode_id, now))
  return due.length
}

function selectDueUnlocks(db: Kysely<Database>, now: Date) {
  const since = computeWatchableSince(now)
  return (
    db
      .selectFrom('unlocks')
      .innerJoin('episodes', 'episodes.id', 'unlocks.episode_id')
      .innerJoin('dramas', 'dramas.id', 'episodes.drama_id')
      .innerJoin('users', 'users.id', 'unlocks.user_id')
      .select(['unlocks.user_id', 'unlocks.episode_id'])
      .where('unlocks.refunded_at', 'is', null)
      // Skips merged visitors, because the merge copied their unlocks to the account.
      .where('users.merged_into', 'is', null)
      .where(({ eb }) => eb(eb('unlocks.coins_paid', '+', eb.ref('unlocks.bonus_paid')), '>', 0))
      .where(({ or, and, eb }) =>
        or([
          and([eb('dramas.status', '=', 'offline'), eb('dramas.offline_at', '<=', since)]),
          and([eb('episodes.status', '=', 'offline'), eb('episodes.offline_at', '<=', since)])
        ])
      )
  )
}

function refundOfflineUnlock(db: Kysely<Database>, userId: string, episodeId: string, now: Date): Promise<void> {
  return transaction(db, async trx => {
    const wallet = await lockFreshWallet(trx, userId, now)
    // Looks again, because the drama may be online or the visitor merged since the list was read.
    const due = await selectDueUnlocks(trx, now)
      .where('unlocks.user_id', '=', userId)
      .where('unlocks.episode_id', '=', episodeId)
      .executeTakeFirst()
    const paid = due === undefined ? null : await findPaidUnlock(trx, userId, episodeId)
    if (paid === null) return
    await refundUnlock(trx, wallet, paid, now)
    const settled = {
      reason: 'offline',
      outcome: 'returned',
      settled_at: now,
      coins: paid.coinsPaid,
      bonus: paid.bonusPaid
    } as const
    await trx
      .insertInto('playback_claims')
      .values({
        user_id: userId,
        episode_id: episodeId,
        unlocked_at: paid.createdAt,
        detail: 'offline',
        made_at: now,
        due_at: now,
        ...settled
      })
      .onConflict(conflict => conflict.columns(['user_id', 'episode_id', 'unlocked_at']).doUpdateSet(settled))
      .execute()
  })
}
