// What notices say together of the money of an order, in whatever order and however often they came.
import type { OrderRow } from '../../../db/schema/store-tables.js'
import type { PaymentOutcome } from '../../payment/provider.js'

/**
 * Something told of money that went back. `backAmount` in minor units, null for everything: of the refund or the dispute
 * that is named, or of all refunds so far where none is.
 */
export interface ReportedRefund {
  outcome: PaymentOutcome
  backAmount: number | null
  refundRef: string | null
  disputeRef: string | null
}

/**
 * How a paid order stands; `refundedAmount` in minor units is what was paid back by hand, `disputedAmount` what disputes
 * have taken that are not won.
 */
export interface RefundState {
  status: 'paid' | 'refunded' | 'disputed'
  refundedAmount: number
  disputedAmount: number
}

type Paid = Pick<OrderRow, 'status' | 'amount' | 'refunded_amount' | 'disputed_amount'>

/** A refund that failed never was, and a dispute holds until it is won: whichever of the two is told first. */
export function refundStateOf(order: Paid, told: readonly ReportedRefund[]): RefundState {
  const amount = Number(order.amount)
  const refundedAmount = Math.min(amount, refundedOf(order, told))
  if (refundedAmount === amount) return { status: 'refunded', refundedAmount, disputedAmount: 0 }
  const disputes = byName(told, 'disputed', 'dispute_won', amount)
  const disputedAmount = Math.min(amount, sumOf(disputes, false))
  return { status: disputedAmount > 0 ? 'disputed' : 'paid', refundedAmount, disputedAmount }
}

/**
 * Refunds are told one by one, with their sum, or both. A sum may be from before or after one of them failed: so it is
 * taken for the less, and those that are told one by one count when they come to more.
 */
function refundedOf(order: Paid, told: readonly ReportedRefund[]): number {
  const amount = Number(order.amount)
  const refunds = byName(
    told.filter(({ refundRef }) => refundRef !== null),
    'refunded',
    'refund_failed',
    amount
  )
  const failed = sumOf(refunds, true)
  // A refund that is told by its name is no more than the sum of those that stand.
  const sums = told.flatMap(({ outcome, backAmount }) => (outcome === 'refunded' ? (backAmount ?? amount) : []))
  // What is known stands without the news that it came by, as long as nothing of it failed.
  const known = failed > 0 ? 0 : order.status === 'refunded' ? amount : Number(order.refunded_amount)
  return Math.max(known, sumOf(refunds, false), ...sums.map(sum => sum - failed))
}

interface Named {
  amount: number
  isUndone: boolean
}

/** What is told of each refund or dispute: the most that was said of its amount, and whether it was undone. */
function byName(told: readonly ReportedRefund[], done: PaymentOutcome, undone: PaymentOutcome, whole: number): Named[] {
  const named = new Map<string, Named>()
  for (const { outcome, backAmount, refundRef, disputeRef } of told) {
    if (outcome !== done && outcome !== undone) continue
    const name = refundRef ?? disputeRef ?? ''
    const known = named.get(name)
    named.set(name, {
      amount: Math.max(known?.amount ?? 0, backAmount ?? whole),
      isUndone: outcome === undone || (known?.isUndone ?? false)
    })
  }
  return [...named.values()]
}

const sumOf = (named: readonly Named[], isUndone: boolean) =>
  named.reduce((sum, one) => sum + (one.isUndone === isUndone ? one.amount : 0), 0)

/** How much of an order's money disputes hold, in minor units. */
export function disputedOf({ status, amount, disputed_amount }: Paid): number {
  return status === 'disputed' ? Number(disputed_amount ?? amount) : 0
}

/** How much of an order's money is not with us, in minor units. */
export function refundedShare(order: Paid): number {
  const amount = Number(order.amount)
  return order.status === 'refunded' ? amount : Math.min(amount, Number(order.refunded_amount) + disputedOf(order))
}

/** What of something that an order gave belongs to the money that is gone; the shares of all parts are the whole. */
export function scaleByShare(whole: number, order: Paid): number {
  return Math.floor((whole * refundedShare(order)) / Number(order.amount))
}
