import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { BusinessError, createFieldError } from '../../http/business-error.js'
import { sha256Hex } from '../../lib/sha256.js'

interface AnsweredRequest {
  memberId: string
  key: string
  requestHash: string
  now: Date
}

/**
 * Runs an action once per key, and repeats its answer. Throws 5000 with the reason `in_progress` while the first request
 * runs, also if its server stopped meanwhile. An action that failed may run again.
 */
export async function answerOnce<Answer>(
  db: Kysely<Database>,
  { memberId, key, requestHash, now }: AnsweredRequest,
  run: () => Promise<Answer>
): Promise<Answer> {
  const keyHash = sha256Hex(key)
  const started = await db
    .insertInto('member_answers')
    .values({ member_id: memberId, key: keyHash, request_hash: requestHash, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .returning('key')
    .execute()
  if (started.length === 0) {
    const earlier = await db
      .selectFrom('member_answers')
      .select(['request_hash', 'answer'])
      .where('member_id', '=', memberId)
      .where('key', '=', keyHash)
      .executeTakeFirst()
    if (earlier !== undefined && earlier.request_hash !== requestHash) throw createFieldError('key', 'key_used')
    if (earlier === undefined || earlier.answer === null) throw new BusinessError(5000, { reason: 'in_progress' })
    return JSON.parse(decryptAnswer(earlier.answer, key))
  }
  try {
    const answer = await run()
    await db
      .updateTable('member_answers')
      .set({ answer: encryptAnswer(JSON.stringify(answer), key) })
      .where('member_id', '=', memberId)
      .where('key', '=', keyHash)
      .execute()
    return answer
  } catch (error) {
    await db.deleteFrom('member_answers').where('member_id', '=', memberId).where('key', '=', keyHash).execute()
    throw error
  }
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Answers may hold a partner's new key. The database has only the hash of `key`, so it alone cannot decrypt them. */
const toCipherKey = (key: string) => createHash('sha256').update(`answer ${key}`).digest()

function encryptAnswer(text: string, key: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, toCipherKey(key), iv)
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64')
}

function decryptAnswer(stored: string, key: string): string {
  const bytes = Buffer.from(stored, 'base64')
  const decipher = createDecipheriv(CIPHER, toCipherKey(key), bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}
