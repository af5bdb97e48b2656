import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { OrderRefundRow, OrderRow, SpentRule } from '../../../db/schema/store-tables.js'
import type { WaivedCoins } from '../../ledger/movements.js'
import type { TakenCoins } from './order-returns.js'

/** Numbered, because a new refund may follow one that failed. The provider's webhook reports the same name. */
const formatRefundRef = ({ order_no }: OrderRow, no: number) => `refund:${order_no}:${no}`

/** Of `order_refunds`: the provider has told nothing of it. */
export const isRefundWaiting = sql<boolean>`money_back_at is null and not exists (
  select 1 from order_events where order_events.order_no = order_refunds.order_no
    and order_events.refund_ref = order_refunds.refund_ref and order_events.event_id <> order_refunds.refund_ref
)`

async function countRefunds(db: Kysely<Database>, order: OrderRow): Promise<number> {
  const row = await db
    .selectFrom('order_events')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('order_no', '=', order.order_no)
    .where(({ eb, fn, val }) => eb(fn<boolean>('starts_with', ['event_id', val('refund:')]), '=', true))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export interface NewRefund {
  amount: number
  isRest: boolean
  endsPass: boolean
  spent: SpentRule
  reason: string | null
  operator: string
  key: string | null
}

export async function recordRequestedRefund(
  trx: Transaction<Database>,
  order: OrderRow,
  { amount, isRest, endsPass, spent, reason, operator, key }: NewRefund,
  { coins, bonus, debt, waived, now }: TakenCoins & { now: Date }
): Promise<OrderRefundRow> {
  const { provider, order_no, payment_ref } = order
  const refundRef = formatRefundRef(order, (await countRefunds(trx, order)) + 1)
  await trx
    .insertInto('order_events')
    .values({
      provider,
      event_id: refundRef,
      order_no,
      payment_ref,
      outcome: 'refunded',
      result: isRest ? 'refunded' : 'part_refunded',
      amount,
      refund_ref: refundRef,
      received_at: now
    })
    .execute()
  return trx
    .insertInto('order_refunds')
    .values({
      refund_ref: refundRef,
      order_no,
      request_key: key,
      amount,
      is_rest: isRest,
      ends_pass: endsPass,
      spent,
      reason,
      operator,
      coins,
      bonus,
      debt,
      waived_coins: waived.coins,
      waived_bonus: waived.bonus,
      created_at: now
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function readRefunds(db: Kysely<Database>, orderNo: string): Promise<OrderRefundRow[]> {
  return db
    .selectFrom('order_refunds')
    .selectAll()
    .where('order_no', '=', orderNo)
    .orderBy('created_at')
    .orderBy('refund_ref')
    .execute()
}

export async function findRefundByKey(
  db: Kysely<Database>,
  { order_no }: OrderRow,
  key: string | null
): Promise<OrderRefundRow | undefined> {
  return db
    .selectFrom('order_refunds')
    .selectAll()
    .where('order_no', '=', order_no)
    .where('request_key', '=', key)
    .executeTakeFirst()
}

/** `isPending`: the provider has not confirmed it. `refund` is null if an older version requested it. */
export interface LastRefund {
  ref: string
  amount: number
  isRest: boolean
  endsPass: boolean
  isPending: boolean
  refund: OrderRefundRow | null
}

/** Only the last refund can be pending, because the next one waits for it. */
export async function findLastRefund(db: Kysely<Database>, order: OrderRow): Promise<LastRefund | null> {
  const count = await countRefunds(db, order)
  if (count === 0) return null
  const ref = formatRefundRef(order, count)
  const refund = await db.selectFrom('order_refunds').selectAll().where('refund_ref', '=', ref).executeTakeFirst()
  const isWaiting = refund === undefined ? isWaitingForMoney(order) : refund.money_back_at === null
  const isPending = isWaiting && !(await isReported(db, order, ref))
  if (refund === undefined)
    return { ref, amount: Number(order.amount), isRest: true, endsPass: false, isPending, refund: null }
  const { is_rest: isRest, ends_pass: endsPass } = refund
  return { ref, amount: Number(refund.amount), isRest, endsPass, isPending, refund }
}

const isWaitingForMoney = ({ status, money_back_at }: OrderRow) => status === 'refunded' && money_back_at === null

async function isReported(db: Kysely<Database>, { provider, order_no }: OrderRow, ref: string): Promise<boolean> {
  const row = await db
    .selectFrom('order_events')
    .select('event_id')
    .where('provider', '=', provider)
    .where('order_no', '=', order_no)
    .where('refund_ref', '=', ref)
    .where('event_id', '<>', ref)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function markMoneyBack(
  trx: Transaction<Database>,
  { order_no }: OrderRow,
  ref: string,
  now: Date
): Promise<void> {
  await trx
    .updateTable('order_refunds')
    .set({ money_back_at: now })
    .where('refund_ref', '=', ref)
    .where('money_back_at', 'is', null)
    .execute()
  await trx
    .updateTable('orders')
    .set({ money_back_at: now })
    .where('order_no', '=', order_no)
    // The refund may have failed in the meantime.
    .where('status', '=', 'refunded')
    .execute()
}

async function readStandingRefunds(
  db: Kysely<Database>,
  orderNo: string,
  failedRefunds: readonly string[]
): Promise<OrderRefundRow[]> {
  const refunds = await readRefunds(db, orderNo)
  return refunds.filter(({ refund_ref }) => !failedRefunds.includes(refund_ref))
}

/** Whether a refund that has not failed returned the unused share of the order's pass. */
export async function hasPassEndingRefund(
  db: Kysely<Database>,
  orderNo: string,
  failedRefunds: readonly string[]
): Promise<boolean> {
  const refunds = (await readStandingRefunds(db, orderNo, failedRefunds)).filter(({ ends_pass }) => ends_pass)
  if (refunds.length === 0) return false
  const reported = await db
    .selectFrom('order_events')
    .select('refund_ref')
    .where('order_no', '=', orderNo)
    .where('outcome', '=', 'refund_failed')
    .execute()
  return refunds.some(refund => !reported.some(failed => failed.refund_ref === refund.refund_ref))
}

/** Sums what was waived by the order's refunds that have not failed. */
export async function readStandingWaivers(
  db: Kysely<Database>,
  orderNo: string,
  failedRefunds: readonly string[]
): Promise<WaivedCoins> {
  const standing = await readStandingRefunds(db, orderNo, failedRefunds)
  return {
    coins: standing.reduce((sum, { waived_coins }) => sum + waived_coins, 0),
    bonus: standing.reduce((sum, { waived_bonus }) => sum + waived_bonus, 0)
  }
}
