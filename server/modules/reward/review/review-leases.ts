import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely'
import type { RewardChannel } from '../../../../contract/reward.js'
import type { Database } from '../../../db/schema/schema.js'
import { transaction } from '../../../db/transaction.js'

/** For this time a submission is shown to one reviewer only, and the server does not decide it. */
export const REVIEW_LEASE_MS = 5 * 60_000
const OLD_LEASE_MS = 24 * 3_600_000
/** Others may take the submissions between the two statements of an attempt. */
const MAX_ATTEMPTS = 5

export interface LeaseHolder {
  holder: string
  operator: string
  now: Date
}

export interface LeaseRequest {
  channel: RewardChannel | undefined
  count: number
  /** Submissions that the reviewer has skipped. */
  except: readonly string[]
}

/**
 * Renews the holder's leases and takes more, up to `count`, those that are due first. Returns the ids of all in the
 * order of their leases.
 */
export function takeLeases(db: Kysely<Database>, holder: LeaseHolder, request: LeaseRequest): Promise<string[]> {
  const { channel, count, except } = request
  const isWanted = (query: ExpressionBuilder<Database, 'reward_submissions'>) =>
    query.and([
      query('status', '=', 0),
      ...(channel === undefined ? [] : [query('channel', '=', channel)]),
      query('id', '<>', sql<string>`all(${[...except]}::text[])`)
    ])
  return transaction(db, async trx => {
    const leased = await trx
      .updateTable('review_leases')
      .set({ expires_at: leaseEnd(holder.now) })
      .where('holder', '=', holder.holder)
      .where('expires_at', '>', holder.now)
      .where('submission_id', 'in', query => query.selectFrom('reward_submissions').select('id').where(isWanted))
      .returning('submission_id')
      .execute()
    const ids = leased.map(row => row.submission_id)
    for (let attempt = 1; ids.length < count && attempt <= MAX_ATTEMPTS; attempt++) {
      const free = await trx
        .selectFrom('reward_submissions')
        .select('id')
        .where(isWanted)
        .where(isUnleased(holder.now))
        .orderBy('due_at')
        .orderBy('id')
        .limit(count - ids.length)
        .forUpdate()
        .skipLocked()
        .execute()
      if (free.length === 0) break
      ids.push(
        ...(await writeLeases(
          trx,
          holder,
          free.map(({ id }) => id)
        ))
      )
    }
    return ids
  })
}

export const isUnleased = (now: Date) => (query: ExpressionBuilder<Database, 'reward_submissions'>) =>
  query.not(
    query.exists(
      query
        .selectFrom('review_leases')
        .select('submission_id')
        .whereRef('submission_id', '=', 'reward_submissions.id')
        .where('expires_at', '>', now)
    )
  )

/** Leaves out those that others hold. The caller has locked the submissions. */
export async function writeLeases(
  trx: Transaction<Database>,
  { holder, operator, now }: LeaseHolder,
  submissionIds: readonly string[]
): Promise<string[]> {
  const lease = { holder, operator, expires_at: leaseEnd(now) }
  const written = await trx
    .insertInto('review_leases')
    .values(submissionIds.map(id => ({ submission_id: id, ...lease })))
    .onConflict(conflict =>
      conflict.column('submission_id').doUpdateSet(lease).where('review_leases.expires_at', '<=', now)
    )
    .returning('submission_id')
    .execute()
  return written.map(row => row.submission_id)
}

const leaseEnd = (now: Date) => new Date(now.getTime() + REVIEW_LEASE_MS)

/** Null if nobody looks at the submission. */
export async function findLease(db: Kysely<Database>, submissionId: string, now: Date) {
  const row = await db
    .selectFrom('review_leases')
    .select(['holder', 'operator', 'expires_at'])
    .where('submission_id', '=', submissionId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** Without ids all of the holder. Returns how many. */
export async function releaseLeases(
  db: Kysely<Database>,
  holder: string,
  submissionIds: readonly string[] | undefined
): Promise<number> {
  const released = await db
    .deleteFrom('review_leases')
    .where('holder', '=', holder)
    .$if(submissionIds !== undefined, query =>
      query.where('submission_id', '=', sql<string>`any(${[...(submissionIds ?? [])]}::text[])`)
    )
    .executeTakeFirst()
  return Number(released.numDeletedRows)
}

export async function deleteOldLeases(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('review_leases')
    .where('expires_at', '<=', new Date(now.getTime() - OLD_LEASE_MS))
    .execute()
}
