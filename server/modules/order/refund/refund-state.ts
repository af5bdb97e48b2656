import type { OrderRow } from '../../../db/schema/store-tables.js'
import type { PaymentOutcome } from '../../payment/provider.js'

/**
 * `backAmount` is in minor units, null for everything. Without a named refund or dispute it is the sum of all refunds
 * so far.
 */
export interface ReportedRefund {
  outcome: PaymentOutcome
  backAmount: number | null
  refundRef: string | null
  disputeRef: string | null
}

/** Amounts in minor units. `disputedAmount` is what disputes hold that were not won. */
export interface RefundState {
  status: 'paid' | 'refunded' | 'disputed'
  refundedAmount: number
  disputedAmount: number
}

/** Names the refunds that did not reach the buyer. */
export function findFailedRefunds(reports: readonly ReportedRefund[]): string[] {
  return reports.flatMap(({ outcome, refundRef }) =>
    outcome === 'refund_failed' && refundRef !== null ? [refundRef] : []
  )
}

type PaidOrder = Pick<OrderRow, 'status' | 'amount' | 'refunded_amount' | 'disputed_amount'>

export function computeRefundState(order: PaidOrder, reports: readonly ReportedRefund[]): RefundState {
  const amount = Number(order.amount)
  const refundedAmount = Math.min(amount, computeRefunded(order, reports))
  if (refundedAmount === amount) return { status: 'refunded', refundedAmount, disputedAmount: 0 }
  const disputes = groupByRef(reports, 'disputed', 'dispute_won', amount)
  const disputedAmount = Math.min(amount, sumAmounts(disputes, false))
  return { status: disputedAmount > 0 ? 'disputed' : 'paid', refundedAmount, disputedAmount }
}

/**
 * Providers report single refunds, a running total, or both. A total may include refunds that failed, so `failed` is
 * subtracted and the largest result counts.
 */
function computeRefunded(order: PaidOrder, reports: readonly ReportedRefund[]): number {
  const amount = Number(order.amount)
  const refunds = groupByRef(
    reports.filter(({ refundRef }) => refundRef !== null),
    'refunded',
    'refund_failed',
    amount
  )
  const failed = sumAmounts(refunds, true)
  const sums = reports.flatMap(({ outcome, backAmount }) => (outcome === 'refunded' ? (backAmount ?? amount) : []))
  // The stored amount stays valid without its reports unless a refund failed.
  const knownAmount = failed > 0 ? 0 : order.status === 'refunded' ? amount : Number(order.refunded_amount)
  return Math.max(knownAmount, sumAmounts(refunds, false), ...sums.map(sum => sum - failed))
}

interface ReportedAmount {
  amount: number
  isUndone: boolean
}

function groupByRef(
  reports: readonly ReportedRefund[],
  doneOutcome: PaymentOutcome,
  undoOutcome: PaymentOutcome,
  orderAmount: number
): ReportedAmount[] {
  const byRef = new Map<string, ReportedAmount>()
  for (const { outcome, backAmount, refundRef, disputeRef } of reports) {
    if (outcome !== doneOutcome && outcome !== undoOutcome) continue
    const ref = refundRef ?? disputeRef ?? ''
    const previous = byRef.get(ref)
    byRef.set(ref, {
      amount: Math.max(previous?.amount ?? 0, backAmount ?? orderAmount),
      isUndone: outcome === undoOutcome || (previous?.isUndone ?? false)
    })
  }
  return [...byRef.values()]
}

const sumAmounts = (amounts: readonly ReportedAmount[], isUndone: boolean) =>
  amounts.reduce((sum, item) => sum + (item.isUndone === isUndone ? item.amount : 0), 0)

export function computeDisputedAmount({ status, amount, disputed_amount }: PaidOrder): number {
  return status === 'disputed' ? Number(disputed_amount ?? amount) : 0
}

export function computeReversedAmount(order: PaidOrder): number {
  const amount = Number(order.amount)
  return order.status === 'refunded'
    ? amount
    : Math.min(amount, Number(order.refunded_amount) + computeDisputedAmount(order))
}

/**
 * Scales what the order gave to the part of its money that is refunded or disputed. Scaling the total, not each part,
 * lets partial refunds add up exactly.
 */
export function scaleByReversedShare(whole: number, order: PaidOrder): number {
  return Math.floor((whole * computeReversedAmount(order)) / Number(order.amount))
}
