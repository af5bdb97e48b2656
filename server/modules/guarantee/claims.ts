// What was paid for and did not play comes back by itself.
import type { Kysely, Transaction, Updateable } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { forEachIsolated } from '../../lib/background-job.js'
import { lockFreshWallet } from '../ledger/bonus-expiry.js'
import { lockOwner } from '../ledger/owner.js'
import { PLAYED_SECONDS, playedSince } from '../play/played-seconds.js'
import { type PaidUnlock, paidUnlock, refundUnlock } from '../unlock/refund.js'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Players say themselves that they failed: more than so many in so long are for a person to look at. */
const MOST_RETURNS = 10
const RETURNS_WITHIN_MS = 30 * DAY_MS
/** What was watched without a connection is told of later. */
const LATE_BEATS_MS = HOUR_MS

/** A player's word that an episode did not play. */
export interface PlaybackFailure {
  userId: string
  episodeId: string
  detail: string
  now: Date
}

/** Notes the failure of an episode that was paid for less than a day ago; gives when it is looked at, or null. */
export async function claimRefund(db: Kysely<Database>, failure: PlaybackFailure): Promise<Date | null> {
  const { userId, episodeId, detail, now } = failure
  const paid = await paidUnlock(db, userId, episodeId)
  if (paid === null || now.getTime() - paid.createdAt.getTime() > DAY_MS) return null
  const dueAt = new Date(paid.createdAt.getTime() + DAY_MS + LATE_BEATS_MS)
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

/**
 * Settles claims that are due, so many at a time; gives how many there were. Several servers may do so side by side. One
 * that cannot be settled holds up no other, and is thrown at the end.
 */
export async function decideClaims(db: Kysely<Database>, now: Date, most = 200): Promise<number> {
  const due = await db
    .selectFrom('playback_claims')
    .select(['user_id', 'episode_id', 'unlocked_at'])
    .where('outcome', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(most)
    .execute()
  await forEachIsolated(due, claim => transaction(db, trx => settle(trx, claim, now)))
  return due.length
}

interface ClaimKey {
  user_id: string
  episode_id: string
  unlocked_at: Date
}

async function settle(trx: Transaction<Database>, claim: ClaimKey, now: Date): Promise<void> {
  const { user_id: userId } = claim
  // Written while its visitor was merged: whoever has the unlock now has a claim of their own, or does not miss it.
  if ((await lockOwner(trx, userId)) !== userId) return close(trx, claim, { outcome: 'gone', settled_at: now })
  // The lock comes first: whoever settles it at the same time waits here, and finds it settled.
  const wallet = await lockFreshWallet(trx, userId, now)
  if (!(await isOpen(trx, claim))) return
  const paid = await paidUnlock(trx, userId, claim.episode_id)
  const outcome = await outcomeOf(trx, claim, paid, now)
  if (outcome !== 'returned' || paid === null) return close(trx, claim, { outcome, settled_at: now })
  await refundUnlock(trx, wallet, paid, now)
  await close(trx, claim, { outcome, settled_at: now, coins: paid.coinsPaid, bonus: paid.bonusPaid })
}

async function isOpen(trx: Transaction<Database>, { user_id, episode_id, unlocked_at }: ClaimKey): Promise<boolean> {
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

async function outcomeOf(trx: Transaction<Database>, claim: ClaimKey, paid: PaidUnlock | null, now: Date) {
  const { user_id: userId, episode_id: episodeId, unlocked_at: since } = claim
  if (paid === null || paid.createdAt.getTime() !== since.getTime()) return 'gone'
  if ((await playedSince(trx, { userId, episodeId, since })) >= PLAYED_SECONDS) return 'watched'
  return (await returnsOf(trx, userId, now)) >= MOST_RETURNS ? 'too_many' : 'returned'
}

async function close(
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

async function returnsOf(trx: Transaction<Database>, userId: string, now: Date): Promise<number> {
  const row = await trx
    .selectFrom('playback_claims')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('reason', '=', 'not_played')
    .where('outcome', '=', 'returned')
    .where('settled_at', '>', new Date(now.getTime() - RETURNS_WITHIN_MS))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
