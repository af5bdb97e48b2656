import type { Transaction } from 'kysely'
import { SUCCESS } from '../../../contract/protocol/envelope.js'
import type { ErrorCode } from '../../../contract/protocol/errors.js'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { BusinessError, parameterError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import { digest } from '../../lib/sha256.js'
import { requireViewer } from '../visitor/session.js'
import { writeOffLots } from './bonus-expiry.js'
import { type LockedWallet, lockWalletFor } from './wallet.js'

type StoredResult<Answer> = { code: typeof SUCCESS; data: Answer } | { code: ErrorCode; data: object | null }

/** A write of money: which endpoint was asked for what. */
export interface IdempotentRequest {
  path: string
  request: { lang?: unknown }
}

/** What a money write works with: its transaction, the locked wallet, and what the movement is to be called. */
export interface MoneyWriteContext {
  trx: Transaction<Database>
  wallet: LockedWallet
  key: string
}

/** Does what a request asks; it must refuse before it writes. */
type Work<Answer> = (counter: MoneyWriteContext) => Promise<Answer>

const KEY = /^[A-Za-z0-9_-]{16,64}$/

/**
 * Answers a money write once for its Idempotency-Key: the answer is kept in the same transaction as the effect, a
 * refusal too, and comes again for the same request. Parameter error 4001 without a key, or for one that another
 * request has used.
 */
export async function runOnce<Answer extends object>(
  { db, viewer, now, idempotencyKey: key }: RequestContext,
  write: IdempotentRequest,
  work: Work<Answer>
): Promise<Answer> {
  const { userId } = requireViewer(viewer)
  if (key === null || !KEY.test(key)) throw parameterError('Idempotency-Key')
  const requestHash = digest(JSON.stringify([write.path, { ...write.request, lang: undefined }]))
  const outcome = await transaction(db, async trx => {
    // The lock comes first: the same request twice at once waits here for its own answer.
    const { wallet: locked, kept } = await lockWalletFor(trx, userId, key)
    if (kept !== null) {
      if (kept.requestHash !== requestHash) throw parameterError('Idempotency-Key')
      return JSON.parse(kept.answer) as StoredResult<Answer>
    }
    const wallet = await writeOffLots(trx, locked, now)
    const fresh = await attempt(() => work({ trx, wallet, key: `request:${key}` }))
    await trx
      .insertInto('idempotent_answers')
      .values({ user_id: userId, key, request_hash: requestHash, answer: JSON.stringify(fresh), created_at: now })
      .execute()
    return fresh
  })
  if (outcome.code !== SUCCESS) throw new BusinessError(outcome.code, outcome.data)
  return outcome.data as Answer
}

async function attempt<Answer>(work: () => Promise<Answer>): Promise<StoredResult<Answer>> {
  try {
    return { code: SUCCESS, data: await work() }
  } catch (error) {
    if (error instanceof BusinessError) return { code: error.code, data: error.data }
    throw error
  }
}
