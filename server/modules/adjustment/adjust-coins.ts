import { sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { CoinAdjustmentRow } from '../../db/schema/support-tables.js'
import { transaction } from '../../db/transaction.js'
import { createIdentifier } from '../../lib/identifier.js'
import type { Services } from '../../services.js'
import { lockFreshWallet } from '../ledger/bonus-expiry.js'
import { computeBonusEnd } from '../ledger/grants.js'
import { listUsableLots } from '../ledger/movements.js'
import { postTransaction } from '../ledger/post.js'
import type { WalletState } from '../ledger/wallet.js'
import { lockPerson, type PersonRow } from '../user/find-person.js'

/** `coins` is negative if they are taken. The same `key` again changes nothing. */
export interface AdjustmentRequest {
  userId: string
  kind: CoinAdjustmentRow['kind']
  coins: number
  reason: string
  key: string
}

export interface OperatorIdentity {
  operator: string
  memberId: string | null
}

export type AdjustmentContext = Pick<Services, 'db' | 'config' | 'clock' | 'random'> & { now: Date }

/** `available` is what can be taken. */
export type AdjustmentRefusal =
  | { type: 'refused'; reason: 'unknown_user' | 'deleted' | 'key_used' }
  | { type: 'refused'; reason: 'not_enough'; available: number }

export type AdjustmentResult = { type: 'written'; adjustment: CoinAdjustmentRow } | AdjustmentRefusal

const APPROVAL_PERIOD_MS = 86_400_000

/** Gives or takes coins at once, or writes a request that waits for a second operator if it is above the limit. */
export async function adjustCoins(
  context: AdjustmentContext,
  request: AdjustmentRequest,
  by: OperatorIdentity
): Promise<AdjustmentResult> {
  try {
    return await transaction(context.db, trx => writeAdjustment(trx, context, request, by))
  } catch (error) {
    // Only a request about another viewer can have taken the key meanwhile, because this viewer was locked.
    if (isUsedKey(error)) return { type: 'refused', reason: 'key_used' }
    throw error
  }
}

const isUsedKey = (error: unknown) =>
  error instanceof Error && 'constraint' in error && error.constraint === 'coin_adjustments_request_key_key'

async function writeAdjustment(
  trx: Transaction<Database>,
  context: AdjustmentContext,
  request: AdjustmentRequest,
  { operator, memberId }: OperatorIdentity
): Promise<AdjustmentResult> {
  const { config, now } = context
  const { kind, coins, reason, key } = request
  const person = await lockPerson(trx, request.userId)
  if (person === undefined) return { type: 'refused', reason: 'unknown_user' }
  const known = await trx.selectFrom('coin_adjustments').selectAll().where('request_key', '=', key).executeTakeFirst()
  if (known !== undefined) {
    const isSame = known.kind === kind && known.coins === coins && known.user_id === request.userId
    return isSame ? { type: 'written', adjustment: known } : { type: 'refused', reason: 'key_used' }
  }
  if (person.deleted_at !== null) return { type: 'refused', reason: 'deleted' }
  const wallet = await lockFreshWallet(trx, person.id, now)
  const available = computeAvailable(wallet, kind, now)
  if (available < -coins) return { type: 'refused', reason: 'not_enough', available }
  const earlier = await sumUnapproved(trx, person, now)
  const needsApproval = earlier + Math.abs(coins) > config.support.adjustmentLimit
  const adjustment = await trx
    .insertInto('coin_adjustments')
    .values({
      id: createIdentifier('a', context),
      user_id: request.userId,
      kind,
      coins,
      reason,
      request_key: key,
      requested_by: operator,
      requested_member: memberId,
      created_at: now,
      needs_approval: needsApproval,
      status: needsApproval ? 'waiting' : 'done'
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (!needsApproval) await postAdjustment(trx, context, adjustment, wallet)
  return { type: 'written', adjustment }
}

/** Counts given and taken coins alike, so that a large amount cannot be split into small ones. */
async function sumUnapproved(trx: Transaction<Database>, { id }: PersonRow, now: Date): Promise<number> {
  const { rows } = await sql<{ sum: string }>`with recursive selves as (
      select ${id}::text as id
      union select users.id from users join selves on users.merged_into = selves.id
    ) select coalesce(sum(abs(coins)), 0) as sum from coin_adjustments
      where user_id in (select id from selves) and not needs_approval
        and created_at > ${new Date(now.getTime() - APPROVAL_PERIOD_MS)}`.execute(trx)
  return Number(rows[0]?.sum)
}

function computeAvailable(wallet: WalletState, kind: CoinAdjustmentRow['kind'], now: Date): number {
  if (kind === 'coins') return wallet.coins
  return listUsableLots(wallet, now).reduce((sum, { remaining }) => sum + remaining, 0)
}

async function postAdjustment(
  trx: Transaction<Database>,
  { config, now }: AdjustmentContext,
  { id, kind, coins: signed }: CoinAdjustmentRow,
  wallet: WalletState
): Promise<void> {
  const amount = Math.abs(signed)
  const parts = { coins: kind === 'coins' ? amount : 0, bonus: kind === 'bonus' ? amount : 0 }
  await postTransaction(trx, {
    userId: wallet.userId,
    kind: 'adjust',
    ref: { type: 'adjustment', id },
    key: `adjust:${id}`,
    change:
      signed > 0
        ? { type: 'give', ...parts, endsAt: computeBonusEnd(now, config.timezone) }
        : { type: 'take', ...parts },
    now,
    wallet
  })
}

export interface AdjustmentDecision {
  id: string
  isApproved: boolean
  note: string | null
}

export type DecisionResult =
  | { type: 'written'; adjustment: CoinAdjustmentRow }
  | { type: 'refused'; reason: 'unknown_request' | 'decided' | 'same_person' | 'deleted' }
  | { type: 'refused'; reason: 'not_enough'; available: number }

/** The same decision of the same operator again changes nothing. */
export function decideAdjustment(
  context: AdjustmentContext,
  { id, isApproved, note }: AdjustmentDecision,
  by: OperatorIdentity
): Promise<DecisionResult> {
  const status = isApproved ? 'done' : 'declined'
  return transaction(context.db, async trx => {
    const row = await trx
      .selectFrom('coin_adjustments')
      .selectAll()
      .where('id', '=', id)
      .where('needs_approval', '=', true)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return { type: 'refused', reason: 'unknown_request' }
    if (row.status !== 'waiting') {
      const isRepeated = row.status === status && row.decided_by === by.operator && row.decided_member === by.memberId
      return isRepeated ? { type: 'written', adjustment: row } : { type: 'refused', reason: 'decided' }
    }
    if (isRequester(row, by)) return { type: 'refused', reason: 'same_person' }
    const wallet = isApproved ? await lockReceiver(trx, context, row) : null
    if (wallet !== null && 'type' in wallet) return wallet
    const adjustment = await trx
      .updateTable('coin_adjustments')
      .set({ status, decided_by: by.operator, decided_member: by.memberId, decided_at: context.now, note })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (wallet !== null) await postAdjustment(trx, context, adjustment, wallet)
    return { type: 'written', adjustment }
  })
}

export const isRequester = (row: CoinAdjustmentRow, { operator, memberId }: OperatorIdentity) =>
  row.requested_by.toLowerCase() === operator.toLowerCase() || (memberId !== null && row.requested_member === memberId)

async function lockReceiver(
  trx: Transaction<Database>,
  { now }: AdjustmentContext,
  { user_id, kind, coins }: CoinAdjustmentRow
): Promise<WalletState | Extract<DecisionResult, { type: 'refused' }>> {
  const person = await lockPerson(trx, user_id)
  if (person === undefined || person.deleted_at !== null) return { type: 'refused', reason: 'deleted' }
  const wallet = await lockFreshWallet(trx, person.id, now)
  const available = computeAvailable(wallet, kind, now)
  return available < -coins ? { type: 'refused', reason: 'not_enough', available } : wallet
}
