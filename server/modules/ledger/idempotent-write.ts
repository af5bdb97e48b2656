import { type RawBuilder, sql, type Transaction } from 'kysely'
import { SUCCESS_CODE } from '../../../contract/protocol/envelope.js'
import type { ErrorCode } from '../../../contract/protocol/errors.js'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { BusinessError, createParameterError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import { sha256Hex } from '../../lib/sha256.js'
import { requireViewer } from '../visitor/session.js'
import { lockFreshWallet, writeOffExpiredLots } from './bonus-expiry.js'
import { lockWalletAndReadStoredResponse, type StoredWriteResponse, type WalletState } from './wallet.js'

export type StoredResult<Answer> =
  | { code: typeof SUCCESS_CODE; data: Answer }
  | { code: ErrorCode; data: object | null }

export interface IdempotentRequest {
  path: string
  request: { lang?: unknown }
  /** Called once for a key, after the commit. */
  onDecided?(code: typeof SUCCESS_CODE | ErrorCode): void
}

export interface MoneyWriteContext {
  trx: Transaction<Database>
  wallet: WalletState
  key: string
}

/** Must not throw a BusinessError after a write: the error is stored as the result, and the transaction commits. */
type Work<Answer> = (context: MoneyWriteContext) => Promise<Answer>

const KEY_PATTERN = /^[A-Za-z0-9_-]{16,64}$/

/**
 * Runs `work` and stores its response or refusal in one transaction; a repeated Idempotency-Key gets the stored one.
 * Throws 4001 if the key is missing, malformed or was used by another request.
 */
export async function runIdempotentWrite<Answer extends object>(
  { db, viewer, now, idempotencyKey }: RequestContext,
  write: IdempotentRequest,
  work: Work<Answer>
): Promise<Answer> {
  const { userId } = requireViewer(viewer)
  const { key, requestHash } = requireIdempotencyKey(idempotencyKey, write)
  return answerOnce(write, () =>
    transaction(db, async trx => {
      // Lock before the check: a concurrent duplicate waits here and then finds the stored response.
      const { wallet: locked, stored } = await lockWalletAndReadStoredResponse(trx, userId, key)
      if (stored !== null) return repeatStored<Answer>(stored, requestHash)
      const wallet = await writeOffExpiredLots(trx, locked, now)
      const result = await toStoredResult(() => work({ trx, wallet, key: toLedgerKey(key) }))
      await insertResult(sql`(select ${userId}::text as id) as owner`, { key, requestHash, result, now }).execute(trx)
      return { isRepeated: false, result }
    })
  )
}

export const toLedgerKey = (key: string) => `request:${key}`

/** Throws 4001 if the key is missing or malformed. */
export function requireIdempotencyKey(key: string | null, { path, request }: IdempotentRequest) {
  if (key === null || !KEY_PATTERN.test(key)) throw createParameterError('Idempotency-Key')
  return { key, requestHash: sha256Hex(JSON.stringify([path, { ...request, lang: undefined }])) }
}

export interface DecidedResult<Answer> {
  isRepeated: boolean
  result: StoredResult<Answer>
}

/** Throws 4001 if the key was used by another request. */
export function repeatStored<Answer>(stored: StoredWriteResponse, requestHash: string): DecidedResult<Answer> {
  if (stored.requestHash !== requestHash) throw createParameterError('Idempotency-Key')
  return { isRepeated: true, result: JSON.parse(stored.answer) as StoredResult<Answer> }
}

interface ResultRow {
  key: string
  requestHash: string
  result: StoredResult<object>
  now: Date
}

/** Writes the result once for each row of `owner (id)`, the user. */
export const insertResult = (owner: RawBuilder<unknown>, { key, requestHash, result, now }: ResultRow) =>
  sql`insert into idempotent_answers (user_id, key, request_hash, answer, created_at)
    select owner.id, ${key}::text, ${requestHash}::text, ${JSON.stringify(result)}::text, ${now}::timestamptz from ${owner}`

/** Returns the answer of a decision, or throws its refusal. */
export async function answerOnce<Answer extends object>(
  { onDecided }: IdempotentRequest,
  decide: () => Promise<DecidedResult<Answer>>
): Promise<Answer> {
  const { isRepeated, result } = await decide().catch(error => {
    // The stored response is deleted after a time, and the ledger's key is not.
    throw isUsedLedgerKey(error) ? createParameterError('Idempotency-Key') : error
  })
  if (!isRepeated) onDecided?.(result.code)
  if (result.code !== SUCCESS_CODE) throw new BusinessError(result.code, result.data)
  return result.data as Answer
}

const isUsedLedgerKey = (error: unknown) =>
  error instanceof Error && 'constraint' in error && error.constraint === 'ledger_txns_user_id_idempotency_key_key'

interface UserWriteContext {
  trx: Transaction<Database>
  userId: string
}

/** As `runIdempotentWrite` if the request has a key. Otherwise only locks the wallet, and stores no response. */
export function runOptionallyIdempotentWrite<Answer extends object>(
  context: RequestContext,
  write: IdempotentRequest,
  work: (context: UserWriteContext) => Promise<Answer>
): Promise<Answer> {
  const { db, viewer, now, idempotencyKey } = context
  if (idempotencyKey !== null) {
    return runIdempotentWrite(context, write, ({ trx, wallet }) => work({ trx, userId: wallet.userId }))
  }
  const { userId } = requireViewer(viewer)
  return transaction(db, async trx => {
    // Locks first: a concurrent duplicate waits here and then finds what this one has written.
    await lockFreshWallet(trx, userId, now)
    return work({ trx, userId })
  })
}

export async function toStoredResult<Answer>(work: () => Promise<Answer>): Promise<StoredResult<Answer>> {
  try {
    return { code: SUCCESS_CODE, data: await work() }
  } catch (error) {
    if (error instanceof BusinessError) return { code: error.code, data: error.data }
    throw error
  }
}
