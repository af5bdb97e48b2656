import type { Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { OrderRow, SpentRule } from '../../../db/schema/store-tables.js'
import { lockFreshWallet } from '../../ledger/bonus-expiry.js'
import { computeBonusEnd } from '../../ledger/grants.js'
import { computeMovementEffect, type Movement } from '../../ledger/movements.js'
import { postTransaction } from '../../ledger/post.js'
import type { WalletState } from '../../ledger/wallet.js'
import { isPassRevoked, restorePass, revokePass } from '../../pass/passes.js'
import { queueOrderPostbacks } from '../../postback/queue-order-postbacks.js'
import { readDueCoins, readWithheldGift } from './due-coins.js'
import { readNextReturn, readRevokedCoins, type TakenCoins, writeReturn } from './order-returns.js'
import { computeDisputedAmount, computeReversedAmount, type RefundState } from './refund-state.js'
import { hasPassEndingRefund, readStandingWaivers } from './requested-refunds.js'
import { computeRestoredCoins } from './restored-coins.js'
import { updateTopUpTasks } from './top-up-task.js'

/**
 * `failedRefunds` has the names of all refunds that failed; `spent` says what happens to coins that are gone. `endsPass`:
 * the refund returns the unused share of a pass.
 */
export interface ReversalContext {
  moneyRefundedAt: Date | null
  endsPass: boolean
  spent: Exclude<SpentRule, 'refuse'>
  failedRefunds: readonly string[]
  now: Date
  zone: string
}

export interface ReversedOrder {
  order: OrderRow
  taken: TakenCoins
}

const NOTHING: TakenCoins = { coins: 0, bonus: 0, debt: 0, waived: { coins: 0, bonus: 0 } }

/**
 * Stores the refund state and adjusts what the order gave to its remaining money. Idempotent; the order must be locked.
 */
export async function reverseOrder(
  trx: Transaction<Database>,
  order: OrderRow,
  { status, refundedAmount, disputedAmount }: RefundState,
  context: ReversalContext
): Promise<ReversedOrder> {
  const { moneyRefundedAt, now } = context
  const isSame = refundedAmount === Number(order.refunded_amount) && disputedAmount === computeDisputedAmount(order)
  if (status === order.status && isSame) return { order, taken: NOTHING }
  const wallet = await lockFreshWallet(trx, order.user_id, now)
  const after = await trx
    .updateTable('orders')
    .set({ status, refunded_amount: refundedAmount, disputed_amount: disputedAmount })
    .set({ refunded_at: status === 'paid' ? null : (order.refunded_at ?? now) })
    .set({ money_back_at: status === 'refunded' ? moneyRefundedAt : null })
    .where('order_no', '=', order.order_no)
    .returningAll()
    .executeTakeFirstOrThrow()
  const amount = computeReversedAmount(after) - computeReversedAmount(order)
  if (amount === 0) return { order: after, taken: NOTHING }
  const { no, key } = await readNextReturn(trx, after)
  const moveCoins = amount > 0 ? revokeOrderCoins : restoreOrderCoins
  const taken = after.kind === 'coins' ? await moveCoins(trx, after, { ...context, key, wallet }) : null
  if (after.kind === 'coins') await updateTopUpTasks(trx, after, context)
  else await updatePass(trx, after, context)
  await writeReturn(trx, {
    order_no: after.order_no,
    no,
    amount,
    ledger_key: taken === null ? null : key,
    created_at: now
  })
  const postback = { eventId: no === 1 ? after.event_id : `${after.event_id}:${no}`, value: Math.abs(amount), now }
  await queueOrderPostbacks(trx, amount > 0 ? 'refund' : 'purchase', after, postback)
  return { order: after, taken: taken ?? NOTHING }
}

interface CoinReversal extends ReversalContext {
  key: string
  wallet: WalletState
}

/** Returns null if no coins move. */
async function revokeOrderCoins(
  trx: Transaction<Database>,
  order: OrderRow,
  reversal: CoinReversal
): Promise<TakenCoins | null> {
  const due = await readDueCoins(trx, order)
  if (due.coins + due.bonus === 0) return null
  const type = reversal.spent === 'waive' ? 'revokeAndWaive' : 'revoke'
  return postReversal(trx, order, reversal, { type, ...due })
}

/** Restores what was revoked beyond the current refund state, and never what was waived of it. */
async function restoreOrderCoins(
  trx: Transaction<Database>,
  order: OrderRow,
  reversal: CoinReversal
): Promise<TakenCoins | null> {
  const { order_no: orderNo } = order
  const revoked = await readRevokedCoins(trx, orderNo)
  const standing = await readStandingWaivers(trx, orderNo, reversal.failedRefunds)
  const { withheld } = await readWithheldGift(trx, order)
  const restored = computeRestoredCoins(order, revoked, standing, withheld)
  if (restored.coins + restored.bonus === 0) return null
  const endsAt = computeBonusEnd(reversal.now, reversal.zone)
  return postReversal(trx, order, reversal, { type: 'restore', ...restored, endsAt })
}

async function postReversal(
  trx: Transaction<Database>,
  { user_id: userId, order_no: orderNo }: OrderRow,
  { key, now, wallet }: CoinReversal,
  change: Movement
): Promise<TakenCoins> {
  const ref = { type: 'order', id: orderNo } as const
  const { debtChange, systemEntries } = computeMovementEffect(change, wallet, now)
  const { coins, bonus } = await postTransaction(trx, { userId, kind: 'order_refund', ref, key, change, now, wallet })
  const findWaived = (account: string) => -(systemEntries.find(entry => entry.account === account)?.amount ?? 0)
  const waived = { coins: findWaived('sys:waived_coins'), bonus: findWaived('sys:waived_bonus') }
  return { coins: -coins, bonus: -bonus, debt: debtChange, waived }
}

async function updatePass(
  trx: Transaction<Database>,
  order: OrderRow,
  { endsPass, failedRefunds, now }: ReversalContext
): Promise<void> {
  const isFullyReversed = computeReversedAmount(order) === Number(order.amount)
  const isEnded = isFullyReversed || endsPass || (await hasPassEndingRefund(trx, order.order_no, failedRefunds))
  const isRevoked = await isPassRevoked(trx, order.order_no)
  if (isEnded && !isRevoked) await revokePass(trx, order, now)
  if (!isEnded && isRevoked) await restorePass(trx, order, now)
}
