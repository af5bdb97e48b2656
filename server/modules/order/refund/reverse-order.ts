// What follows for a viewer where money of their order goes back, in parts or whole, or comes again.
import type { Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { OrderRow } from '../../../db/schema/store-tables.js'
import { lockFreshWallet } from '../../ledger/bonus-expiry.js'
import { bonusEnd } from '../../ledger/grants.js'
import { post } from '../../ledger/post.js'
import type { LockedWallet } from '../../ledger/wallet.js'
import { restorePass, revokePass } from '../../pass/passes.js'
import { queuePurchasePostbacks } from '../../postback/announce.js'
import { lotsOf } from './order-lots.js'
import { nextReturn, revokedCoins, writeReturn } from './order-returns.js'
import { disputedOf, type RefundState, refundedShare, scaleByShare } from './refund-state.js'

/** When and where; `moneyBackAt` null where the provider is still to pay back. */
export interface ReversalContext {
  moneyBackAt: Date | null
  now: Date
  zone: string
}

/**
 * Brings a paid order to where its money stands, and what it gave to the share whose money is here. The same standing
 * again changes nothing. The order must be locked.
 */
export async function reverseOrder(
  trx: Transaction<Database>,
  order: OrderRow,
  { status, refundedAmount, disputedAmount }: RefundState,
  { moneyBackAt, now, zone }: ReversalContext
): Promise<OrderRow> {
  const isSame = refundedAmount === Number(order.refunded_amount) && disputedAmount === disputedOf(order)
  if (status === order.status && isSame) return order
  const wallet = await lockFreshWallet(trx, order.user_id, now)
  const after = await trx
    .updateTable('orders')
    .set({ status, refunded_amount: refundedAmount, disputed_amount: disputedAmount })
    .set({ refunded_at: status === 'paid' ? null : (order.refunded_at ?? now) })
    .set({ money_back_at: status === 'refunded' ? moneyBackAt : null })
    .where('order_no', '=', order.order_no)
    .returningAll()
    .executeTakeFirstOrThrow()
  const amount = refundedShare(after) - refundedShare(order)
  if (amount === 0) return after
  const { no, key } = await nextReturn(trx, after)
  const move = amount > 0 ? takeCoins : giveCoinsAgain
  const isMoved = after.kind === 'coins' && (await move(trx, after, { key, now, zone, wallet }))
  if (after.kind !== 'coins') await movePass(trx, order, after, now)
  await writeReturn(trx, { order_no: after.order_no, no, amount, ledger_key: isMoved ? key : null, created_at: now })
  const about = { eventId: no === 1 ? after.event_id : `${after.event_id}:${no}`, value: Math.abs(amount), now }
  await queuePurchasePostbacks(trx, amount > 0 ? 'refund' : 'purchase', after, about)
  return after
}

interface Movement {
  key: string
  now: Date
  zone: string
  wallet: LockedWallet
}

/** Takes what belongs to the money that is gone; false where that is nothing more than was taken before. */
async function takeCoins(
  trx: Transaction<Database>,
  order: OrderRow,
  { key, now, wallet }: Movement
): Promise<boolean> {
  const { user_id: userId, order_no: orderNo } = order
  const lots = await lotsOf(trx, order)
  const ended = lots.reduce((sum, lot) => sum + lot.ended, 0)
  const taken = await revokedCoins(trx, orderNo)
  const coins = scaleByShare(order.coins, order) - taken.coins
  // What has ended unspent is not owed.
  const bonus = Math.max(0, scaleByShare(order.bonus + order.gift - ended, order) - taken.bonus)
  if (coins + bonus === 0) return false
  // What a visitor had who was merged is in other lots by now.
  const lotIds = lots.filter(lot => lot.userId === userId).map(({ id }) => id)
  const change = { type: 'takeBack', coins, bonus, lotIds } as const
  await post(trx, { userId, kind: 'order_refund', ref: { type: 'order', id: orderNo }, key, change, now, wallet })
  return true
}

/** Gives again what was taken for more money than is gone, as bonus where it was bonus. */
async function giveCoinsAgain(trx: Transaction<Database>, order: OrderRow, movement: Movement): Promise<boolean> {
  const { user_id: userId, order_no: orderNo, coins, bonus, gift } = order
  const taken = await revokedCoins(trx, orderNo)
  const again = {
    coins: taken.coins - scaleByShare(coins, order),
    bonus: Math.max(0, taken.bonus - scaleByShare(bonus + gift, order))
  }
  const whole = again.coins + again.bonus
  if (whole === 0) return false
  const asBonus = Math.max(0, Math.min(whole, again.bonus + taken.fromBonus - taken.bonus))
  const { key, now, zone, wallet } = movement
  const change = { type: 'giveAgain', ...again, asBonus, endsAt: bonusEnd(now, zone) } as const
  await post(trx, { userId, kind: 'order_refund', ref: { type: 'order', id: orderNo }, key, change, now, wallet })
  return true
}

/** A pass stays whole until all of its money is gone. */
async function movePass(trx: Transaction<Database>, before: OrderRow, after: OrderRow, now: Date): Promise<void> {
  const isGone = (order: OrderRow) => refundedShare(order) === Number(order.amount)
  if (!isGone(before) && isGone(after)) await revokePass(trx, after, now)
  if (isGone(before) && !isGone(after)) await restorePass(trx, after, now)
}
