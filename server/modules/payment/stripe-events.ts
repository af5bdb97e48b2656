import type { Stripe } from 'stripe'
import type { PaymentOutcome, PaymentUpdate, WebhookEvent } from './provider.js'

const readId = (link: string | { id: string } | null | undefined) =>
  typeof link === 'string' ? link : (link?.id ?? null)

const NO_REFUND = { backAmount: null, refundRef: null, disputeRef: null }

export function toPaymentUpdate(session: Stripe.Checkout.Session): PaymentUpdate {
  return {
    outcome: toOutcome(session),
    ref: session.id,
    paymentRef: readId(session.payment_intent),
    amount: session.amount_total,
    currency: session.currency?.toUpperCase() ?? null
  }
}

function toOutcome({ payment_status, status }: Stripe.Checkout.Session): PaymentOutcome {
  if (payment_status === 'paid') return 'paid'
  return status === 'expired' ? 'closed' : 'open'
}

export function toWebhookEvent(event: Stripe.Event): WebhookEvent | null {
  const { id: eventId } = event
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired': {
      const session = event.data.object
      const update = toPaymentUpdate(session)
      return update.outcome === 'open' ? null : { ...update, ...NO_REFUND, eventId, orderNo: readOrderNo(session) }
    }
    case 'checkout.session.async_payment_failed': {
      const session = event.data.object
      return { ...toPaymentUpdate(session), ...NO_REFUND, outcome: 'failed', eventId, orderNo: readOrderNo(session) }
    }
    case 'charge.refunded': {
      const { metadata, payment_intent, amount, currency, refunded, amount_refunded } = event.data.object
      const update = { ref: null, paymentRef: readId(payment_intent), amount, currency: currency.toUpperCase() }
      return {
        ...update,
        ...NO_REFUND,
        backAmount: refunded ? null : amount_refunded,
        outcome: 'refunded',
        eventId,
        orderNo: metadata.order_no ?? null
      }
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return { ...toRefundEvent(event.data.object), eventId }
    case 'charge.dispute.created':
    case 'charge.dispute.closed': {
      const { id: disputeRef, payment_intent, status, amount: backAmount, currency } = event.data.object
      // An inquiry that ends without a dispute costs nothing either.
      const isWon = event.type === 'charge.dispute.closed' && (status === 'won' || status === 'warning_closed')
      const update = { ref: null, paymentRef: readId(payment_intent), amount: null, currency: currency.toUpperCase() }
      const outcome = isWon ? 'dispute_won' : 'disputed'
      return { ...update, ...NO_REFUND, outcome, eventId, orderNo: null, backAmount, disputeRef }
    }
    default:
      return null
  }
}

/** A pending refund counts as refunded. Refunds that this server requested keep the name it gave them. */
function toRefundEvent({ id, metadata, payment_intent, status, amount, currency }: Stripe.Refund) {
  const isFailed = status === 'failed' || status === 'canceled'
  return {
    ref: null,
    paymentRef: readId(payment_intent),
    amount: null,
    currency: currency.toUpperCase(),
    outcome: isFailed ? ('refund_failed' as const) : ('refunded' as const),
    orderNo: null,
    backAmount: amount,
    refundRef: metadata?.refund_ref ?? id,
    disputeRef: null
  }
}

function readOrderNo({ metadata, client_reference_id }: Stripe.Checkout.Session): string | null {
  const orderNo = metadata?.order_no ?? null
  return orderNo !== null && orderNo === client_reference_id ? orderNo : null
}
