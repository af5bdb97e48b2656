import type { Kysely, Transaction, Updateable } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { forEachIsolated } from '../../lib/background-job.js'
import { lockFreshWallet } from '../ledger/bonus-expiry.js'
import { lockOwner } from '../ledger/owner.js'
import { MIN_PLAYED_SECONDS, readPlayedSeconds } from '../play/played-seconds.js'
import { findPaidUnlock, type PaidUnlock, refundUnlock } from '../unlock/refund-unlock.js'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Limits refunds per user, because players report their failures themselves. */
const MAX_RETURNS = 10
const RETURNS_PERIOD_MS = 30 * DAY_MS
const LATE_BEATS_DELAY_MS = HOUR_MS

export interface PlaybackFailure {
  userId: string
  episodeId: string
  detail: string
  now: Date
}

export async function claimRefund(db: Kysely<Database>, failure: PlaybackFailure): Promise<Date | null> {
  const { userId, episodeId, detail, now } = failure
  const paid = await findPaidUnlock(db, userId, episodeId)
  if (paid === null || now.getTime() - paid.createdAt.getTime() > DAY_MS) return null
  const dueAt = new Date(paid.createdAt.getTime() + DAY_MS + LATE_BEATS_DELAY_MS)
  await db
    .insertInto('playback_claims')
    .values({
      user_id: userId,
      episode_id: episodeId,
      unlocked_at: paid.createdAt,
      reason: 'not_played',
      detail,
      made_at: now,
      due_at: dueAt
    })
    .onConflict(conflict => conflict.columns(['user_id', 'episode_id', 'unlocked_at']).doNothing())
    .execute()
  return dueAt
}

export async function decideClaims(db: Kysely<Database>, now: Date, limit = 200): Promise<number> {
  const due = await db
    .selectFrom('playback_claims')
    .select(['user_id', 'episode_id', 'unlocked_at'])
    .where('outcome', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute()
  await forEachIsolated(due, claim => transaction(db, trx => decideClaim(trx, claim, now)))
  return due.length
}

interface ClaimKey {
  user_id: string
  episode_id: string
  unlocked_at: Date
}

async function decideClaim(trx: Transaction<Database>, claim: ClaimKey, now: Date): Promise<void> {
  const { user_id: userId } = claim
  // The visitor was merged while the claim was being written, so the unlock now belongs to the account.
  if ((await lockOwner(trx, userId)) !== userId) return closeClaim(trx, claim, { outcome: 'gone', settled_at: now })
  // Lock before the check: a concurrent server waits here and then finds the claim closed.
  const wallet = await lockFreshWallet(trx, userId, now)
  if (!(await isClaimOpen(trx, claim))) return
  const paid = await findPaidUnlock(trx, userId, claim.episode_id)
  const outcome = await decideOutcome(trx, claim, paid, now)
  if (outcome !== 'returned' || paid === null) return closeClaim(trx, claim, { outcome, settled_at: now })
  await refundUnlock(trx, wallet, paid, now)
  await closeClaim(trx, claim, { outcome, settled_at: now, coins: paid.coinsPaid, bonus: paid.bonusPaid })
}

async function isClaimOpen(
  trx: Transaction<Database>,
  { user_id, episode_id, unlocked_at }: ClaimKey
): Promise<boolean> {
  const row = await trx
    .selectFrom('playback_claims')
    .select('due_at')
    .where('user_id', '=', user_id)
    .where('episode_id', '=', episode_id)
    .where('unlocked_at', '=', unlocked_at)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

async function decideOutcome(trx: Transaction<Database>, claim: ClaimKey, paid: PaidUnlock | null, now: Date) {
  const { user_id: userId, episode_id: episodeId, unlocked_at: since } = claim
  if (paid === null || paid.createdAt.getTime() !== since.getTime()) return 'gone'
  if ((await readPlayedSeconds(trx, { userId, episodeId, since })) >= MIN_PLAYED_SECONDS) return 'watched'
  return (await countReturns(trx, userId, now)) >= MAX_RETURNS ? 'too_many' : 'returned'
}

async function closeClaim(
  trx: Transaction<Database>,
  { user_id, episode_id, unlocked_at }: ClaimKey,
  settled: Updateable<Database['playback_claims']>
): Promise<void> {
  await trx
    .updateTable('playback_claims')
    .set(settled)
    .where('user_id', '=', user_id)
    .where('episode_id', '=', episode_id)
    .where('unlocked_at', '=', unlocked_at)
    .execute()
}

async function countReturns(trx: Transaction<Database>, userId: string, now: Date): Promise<number> {
  const row = await trx
    .selectFrom('playback_claims')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('reason', '=', 'not_played')
    .where('outcome', '=', 'returned')
    .where('settled_at', '>', new Date(now.getTime() - RETURNS_PERIOD_MS))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
