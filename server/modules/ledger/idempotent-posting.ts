import { type Kysely, type RawBuilder, sql } from 'kysely'
import { SUCCESS_CODE } from '../../../contract/protocol/envelope.js'
import { isConstraintViolation, isTransactionConflict } from '../../db/database-error.js'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import type { RequestContext } from '../../http/request-context.js'
import { lockUser } from '../user/queries.js'
import { requireViewer } from '../visitor/session.js'
import { writeOffExpiredLots } from './bonus-expiry.js'
import {
  answerOnce,
  type DecidedResult,
  type IdempotentRequest,
  insertResult,
  repeatStored,
  requireIdempotencyKey,
  toLedgerKey,
  toStoredResult
} from './idempotent-write.js'
import { type PlannedTransaction, writeTransaction } from './post.js'
import type { WalletAndStoredResponse } from './wallet.js'

export interface PlannedAnswer<Answer> {
  answer: Answer
  planned: PlannedTransaction
  /** Statements of the same transaction: see `writeTransaction`. */
  extra: readonly RawBuilder<unknown>[]
}

export interface PostingSteps<Read extends WalletAndStoredResponse, Answer> {
  /** One statement, so that everything is read at one moment. */
  read(db: Kysely<Database>, user: { userId: string; key: string }): Promise<Read>
  /** Writes nothing. Throws a BusinessError to refuse. `ledgerKey` is the idempotency key of the posting. */
  decide(db: Kysely<Database>, read: Read, ledgerKey: string): Promise<PlannedAnswer<Answer>>
}

/**
 * Like `runIdempotentWrite` for a single posting, but first without a lock, so that one statement reads and one writes.
 * This is as if everything happened at the moment of the read: nothing is written if the wallet, the key or a row that
 * the statement writes has changed since then. It is then done again with the user's row locked.
 */
export async function runIdempotentPosting<Read extends WalletAndStoredResponse, Answer extends object>(
  { db, viewer, now, idempotencyKey }: RequestContext,
  write: IdempotentRequest,
  steps: PostingSteps<Read, Answer>
): Promise<Answer> {
  const { userId } = requireViewer(viewer)
  const request = { userId, now, ...requireIdempotencyKey(idempotencyKey, write) }
  return answerOnce(
    write,
    async () => (await postWithoutLock(db, request, steps)) ?? (await postWithLock(db, request, steps))
  )
}

interface PostingRequest {
  userId: string
  key: string
  requestHash: string
  now: Date
}

/** Null if it has to be done with a lock. */
async function postWithoutLock<Read extends WalletAndStoredResponse, Answer extends object>(
  db: Kysely<Database>,
  request: PostingRequest,
  steps: PostingSteps<Read, Answer>
): Promise<DecidedResult<Answer> | null> {
  const { userId, key, requestHash, now } = request
  const read = await steps.read(db, { userId, key })
  if (read.stored !== null) return repeatStored<Answer>(read.stored, requestHash)
  if (read.wallet.lots.some(({ expiresAt }) => expiresAt <= now)) return null
  try {
    return await decideAndWrite(db, request, { steps, read })
  } catch (error) {
    if (isConstraintViolation(error) || isTransactionConflict(error)) return null
    throw error
  }
}

const postWithLock = <Read extends WalletAndStoredResponse, Answer extends object>(
  db: Kysely<Database>,
  request: PostingRequest,
  steps: PostingSteps<Read, Answer>
): Promise<DecidedResult<Answer>> =>
  transaction(db, async trx => {
    const { userId, key, requestHash, now } = request
    await lockUser(trx, userId)
    let read = await steps.read(trx, { userId, key })
    if (read.stored !== null) return repeatStored<Answer>(read.stored, requestHash)
    const wallet = await writeOffExpiredLots(trx, read.wallet, now)
    if (wallet !== read.wallet) read = await steps.read(trx, { userId, key })
    const decided = await decideAndWrite(trx, request, { steps, read })
    if (decided === null) throw new Error('the wallet has changed since it was read')
    return decided
  })

interface ReadSteps<Read extends WalletAndStoredResponse, Answer> {
  steps: PostingSteps<Read, Answer>
  read: Read
}

/** Null, with nothing written, if the wallet has changed. */
async function decideAndWrite<Read extends WalletAndStoredResponse, Answer extends object>(
  db: Kysely<Database>,
  { userId, key, requestHash, now }: PostingRequest,
  { steps, read }: ReadSteps<Read, Answer>
): Promise<DecidedResult<Answer> | null> {
  const decided = await toStoredResult(() => steps.decide(db, read, toLedgerKey(key)))
  if (decided.code !== SUCCESS_CODE) {
    const refusal = { key, requestHash, result: decided, now }
    await insertResult(sql`(select ${userId}::text as id) as owner`, refusal).execute(db)
    return { isRepeated: false, result: decided }
  }
  const { answer, planned, extra } = decided.data
  const result = { code: SUCCESS_CODE, data: answer } as const
  const stored = insertResult(sql`owner`, { key, requestHash, result, now })
  const isWritten = await writeTransaction(db, planned, [...extra, stored])
  return isWritten ? { isRepeated: false, result } : null
}
