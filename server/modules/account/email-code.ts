import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { RateLimitError } from '../../http/business-error.js'
import { constantTimeEqual } from '../../lib/constant-time-equal.js'
import type { Random } from '../../lib/random.js'

const CODE_LIFETIME_MS = 10 * 60_000
export const EMAIL_CODE_RESEND_DELAY_SECONDS = 60
const RESEND_DELAY_MS = EMAIL_CODE_RESEND_DELAY_SECONDS * 1000
const EXPIRED_CODE_RETENTION_MS = 60 * 60_000
const MAX_TRIES = 5
/**
 * Allows five mails at once, then one every 12 minutes. Guesses at all codes of one day then succeed with a chance of 1
 * in 1,600.
 */
const MAIL_INTERVAL_MS = 12 * 60_000
const MAX_MAIL_BACKLOG_MS = 4 * MAIL_INTERVAL_MS

const CODE_COUNT = 1_000_000
const UNBIASED_BELOW = Math.floor(2 ** 32 / CODE_COUNT) * CODE_COUNT

export function createEmailCode(random: Random): string {
  for (;;) {
    const number = random.bytes(4).readUInt32BE()
    if (number < UNBIASED_BELOW) return String(number % CODE_COUNT).padStart(6, '0')
  }
}

/**
 * A code delays the next one if it was sent after this time. A used code gets this time as `sent_at` and delays
 * nothing.
 */
const toResendCutoff = (now: Date) => new Date(now.getTime() - RESEND_DELAY_MS)

/** A later time was written before the clock was set back, and delays nothing. */
const toLatestSentAt = (now: Date) => new Date(now.getTime() + RESEND_DELAY_MS)
/** The same of `spent_until`. */
const toLatestSpentUntil = (now: Date) =>
  new Date(now.getTime() + MAX_MAIL_BACKLOG_MS + MAIL_INTERVAL_MS + RESEND_DELAY_MS)

export async function secondsUntilResend(db: Kysely<Database>, addressHash: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('email_codes')
    .select('sent_at')
    .where('address_hash', '=', addressHash)
    .executeTakeFirst()
  if (row === undefined || row.sent_at > toLatestSentAt(now)) return 0
  const waitSeconds = Math.ceil((row.sent_at.getTime() + RESEND_DELAY_MS - now.getTime()) / 1000)
  return Math.min(EMAIL_CODE_RESEND_DELAY_SECONDS, Math.max(0, waitSeconds))
}

export interface NewCode {
  addressHash: string
  codeHash: string
  now: Date
}

/**
 * Replaces the previous code; false if that was sent within the last minute. Throws RateLimitError if the address got
 * too many mails, and the previous code stays valid.
 */
export async function storeCode(db: Kysely<Database>, { addressHash, codeHash, now }: NewCode): Promise<boolean> {
  const code = {
    code_hash: codeHash,
    tries: 0,
    sent_at: now,
    used_by: null,
    expires_at: new Date(now.getTime() + CODE_LIFETIME_MS)
  }
  const intervalSeconds = MAIL_INTERVAL_MS / 1000
  const spentUntil = new Date(now.getTime() + MAIL_INTERVAL_MS)
  const latestSpentUntil = toLatestSpentUntil(now)
  const stored = await db
    .insertInto('email_codes')
    .values({ address_hash: addressHash, ...code, spent_until: spentUntil })
    .onConflict(conflict =>
      conflict
        .column('address_hash')
        .doUpdateSet({
          ...code,
          spent_until: sql`case when email_codes.spent_until > ${latestSpentUntil} then ${spentUntil}
            else greatest(email_codes.spent_until + make_interval(secs => ${intervalSeconds}), ${spentUntil}) end`
        })
        .where(({ eb, or }) =>
          or([
            eb('email_codes.sent_at', '<=', toResendCutoff(now)),
            eb('email_codes.sent_at', '>', toLatestSentAt(now))
          ])
        )
        .where(({ eb, or }) =>
          or([
            eb('email_codes.spent_until', '<=', new Date(now.getTime() + MAX_MAIL_BACKLOG_MS)),
            eb('email_codes.spent_until', '>', latestSpentUntil)
          ])
        )
    )
    .returning('address_hash')
    .execute()
  if (stored.length === 0) await throwIfRateLimited(db, addressHash, now)
  await db
    .deleteFrom('email_codes')
    .where('expires_at', '<', new Date(now.getTime() - EXPIRED_CODE_RETENTION_MS))
    .execute()
  return stored.length === 1
}

async function throwIfRateLimited(db: Kysely<Database>, addressHash: string, now: Date): Promise<void> {
  const row = await db
    .selectFrom('email_codes')
    .select(['spent_until', 'sent_at'])
    .where('address_hash', '=', addressHash)
    .executeTakeFirst()
  const waitMs = (row?.spent_until.getTime() ?? 0) - MAX_MAIL_BACKLOG_MS - now.getTime()
  if (waitMs > 0 && row !== undefined && row.sent_at <= toResendCutoff(now))
    throw new RateLimitError(Math.ceil(Math.min(waitMs, MAIL_INTERVAL_MS) / 1000))
}

/**
 * Call it after a failed mail: allows another code at once. This code stays valid, because the mail may have been sent.
 */
export async function clearResendWait(db: Kysely<Database>, { addressHash, codeHash, now }: NewCode): Promise<void> {
  await db
    .updateTable('email_codes')
    .set({ sent_at: toResendCutoff(now) })
    .where('address_hash', '=', addressHash)
    .where('code_hash', '=', codeHash)
    .execute()
}

export interface CodeAttempt {
  addressHash: string
  codeHash: string
  session: string
  now: Date
}

/**
 * Counts the attempt; null if the code is right, which then only this session can use again. Commit the transaction
 * also after a refusal, or the attempt does not count.
 */
export async function checkCode(trx: Transaction<Database>, attempt: CodeAttempt): Promise<4501 | 4502 | null> {
  const { addressHash, codeHash, session, now } = attempt
  const row = await trx
    .selectFrom('email_codes')
    .selectAll()
    .where('address_hash', '=', addressHash)
    .forUpdate()
    .executeTakeFirst()
  const isRight = constantTimeEqual(row?.code_hash ?? '', codeHash)
  if (row === undefined || row.expires_at <= now) return 4501
  if (row.tries >= MAX_TRIES) return 4502
  const isAvailable = row.used_by === null || row.used_by === session
  await trx
    .updateTable('email_codes')
    .set(isRight && isAvailable ? { used_by: session, sent_at: toResendCutoff(now) } : { tries: row.tries + 1 })
    .where('address_hash', '=', addressHash)
    .execute()
  return isRight && isAvailable ? null : 4501
}
