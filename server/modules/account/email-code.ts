import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { RateLimitError } from '../../http/business-error.js'
import { constantTimeEqual } from '../../lib/constant-time-equal.js'
import type { Random } from '../../lib/random.js'

const GOOD_FOR_MS = 10 * 60_000
const AGAIN_AFTER_MS = 60_000
const KEPT_MS = 60 * 60_000
const MOST_TRIES = 5
/** Five mails at once, then one more every twelve minutes: guesses at the codes of a day have a chance of 1 in 1,600. */
const MAIL_COSTS_MS = 12 * 60_000
const MOST_AHEAD_MS = 4 * MAIL_COSTS_MS

const DIGITS = 1_000_000
const UNBIASED_BELOW = Math.floor(2 ** 32 / DIGITS) * DIGITS

/** Six digits, all codes equally likely. */
export function makeEmailCode(random: Random): string {
  for (;;) {
    const number = random.bytes(4).readUInt32BE()
    if (number < UNBIASED_BELOW) return String(number % DIGITS).padStart(6, '0')
  }
}

/** When a code was sent after which another may be sent now. A code that was used keeps nobody waiting. */
const waited = (now: Date) => new Date(now.getTime() - AGAIN_AFTER_MS)

/** How many seconds an address waits until it is sent another code; 0 for none. */
export async function secondsUntilResend(db: Kysely<Database>, addressHash: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('email_codes')
    .select('sent_at')
    .where('address_hash', '=', addressHash)
    .executeTakeFirst()
  if (row === undefined) return 0
  return Math.max(0, Math.ceil((row.sent_at.getTime() + AGAIN_AFTER_MS - now.getTime()) / 1000))
}

/** A code to be sent; only hashes are kept. */
export interface NewCode {
  addressHash: string
  codeHash: string
  now: Date
}

/**
 * Keeps the code in place of the one before; false where another was kept within the last minute. Throws TooManyRequests
 * for an address that was sent too many, and the code before holds on.
 */
export async function storeCode(db: Kysely<Database>, { addressHash, codeHash, now }: NewCode): Promise<boolean> {
  const code = {
    code_hash: codeHash,
    tries: 0,
    sent_at: now,
    used_by: null,
    expires_at: new Date(now.getTime() + GOOD_FOR_MS)
  }
  const spent = new Date(now.getTime() + MAIL_COSTS_MS)
  const kept = await db
    .insertInto('email_codes')
    .values({ address_hash: addressHash, ...code, spent_until: spent })
    .onConflict(conflict =>
      conflict
        .column('address_hash')
        .doUpdateSet({
          ...code,
          spent_until: sql`greatest(email_codes.spent_until + make_interval(secs => ${MAIL_COSTS_MS / 1000}), ${spent})`
        })
        .where('email_codes.sent_at', '<=', waited(now))
        .where('email_codes.spent_until', '<=', new Date(now.getTime() + MOST_AHEAD_MS))
    )
    .returning('address_hash')
    .execute()
  if (kept.length === 0) await refuseSpent(db, addressHash, now)
  await db
    .deleteFrom('email_codes')
    .where('expires_at', '<', new Date(now.getTime() - KEPT_MS))
    .execute()
  return kept.length === 1
}

async function refuseSpent(db: Kysely<Database>, addressHash: string, now: Date): Promise<void> {
  const row = await db
    .selectFrom('email_codes')
    .select(['spent_until', 'sent_at'])
    .where('address_hash', '=', addressHash)
    .executeTakeFirst()
  const wait = (row?.spent_until.getTime() ?? 0) - MOST_AHEAD_MS - now.getTime()
  if (wait > 0 && row !== undefined && row.sent_at <= waited(now)) throw new RateLimitError(Math.ceil(wait / 1000))
}

/** The mail may not have left: another code may be asked for at once, and this one holds if it did. */
export async function clearResendWait(db: Kysely<Database>, { addressHash, codeHash, now }: NewCode): Promise<void> {
  await db
    .updateTable('email_codes')
    .set({ sent_at: waited(now) })
    .where('address_hash', '=', addressHash)
    .where('code_hash', '=', codeHash)
    .execute()
}

/** A try at a code; `codeHash` is that of the code that was typed, `session` the hash of the caller's token. */
export interface CodeAttempt {
  addressHash: string
  codeHash: string
  session: string
  now: Date
}

/**
 * Counts the try; null for the right code, which is then used up for every other session. The transaction must be
 * committed also after a refusal, or the try would not count.
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
  if (row.tries >= MOST_TRIES) return 4502
  const isFree = row.used_by === null || row.used_by === session
  await trx
    .updateTable('email_codes')
    .set(isRight && isFree ? { used_by: session, sent_at: waited(now) } : { tries: row.tries + 1 })
    .where('address_hash', '=', addressHash)
    .execute()
  return isRight && isFree ? null : 4501
}
