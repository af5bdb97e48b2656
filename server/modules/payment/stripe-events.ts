import type { Stripe } from 'stripe'
import type { PaymentOutcome, PaymentUpdate, WebhookEvent } from './provider.js'

const nameOf = (link: string | { id: string } | null | undefined) =>
  typeof link === 'string' ? link : (link?.id ?? null)

const NO_REFUND = { backAmount: null, refundRef: null, disputeRef: null }

/** How a session stands. */
export function toPaymentUpdate(session: Stripe.Checkout.Session): PaymentUpdate {
  return {
    outcome: outcomeOf(session),
    ref: session.id,
    paymentRef: nameOf(session.payment_intent),
    amount: session.amount_total,
    currency: session.currency?.toUpperCase() ?? null
  }
}

function outcomeOf({ payment_status, status }: Stripe.Checkout.Session): PaymentOutcome {
  if (payment_status === 'paid') return 'paid'
  return status === 'expired' ? 'closed' : 'open'
}

/** What an event is about, or null where it is nothing to us. */
export function toWebhookEvent(event: Stripe.Event): WebhookEvent | null {
  const { id: eventId } = event
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired': {
      const session = event.data.object
      const news = toPaymentUpdate(session)
      return news.outcome === 'open' ? null : { ...news, ...NO_REFUND, eventId, orderNo: orderNoOf(session) }
    }
    case 'checkout.session.async_payment_failed': {
      const session = event.data.object
      return { ...toPaymentUpdate(session), ...NO_REFUND, outcome: 'failed', eventId, orderNo: orderNoOf(session) }
    }
    case 'charge.refunded': {
      const { metadata, payment_intent, amount, currency, refunded, amount_refunded } = event.data.object
      const news = { ref: null, paymentRef: nameOf(payment_intent), amount, currency: currency.toUpperCase() }
      return {
        ...news,
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
      return { ...refundNews(event.data.object), eventId }
    case 'charge.dispute.created':
    case 'charge.dispute.closed': {
      const { id: disputeRef, payment_intent, status, amount: backAmount, currency } = event.data.object
      // An inquiry that ends without a dispute has cost nothing either.
      const isWon = event.type === 'charge.dispute.closed' && (status === 'won' || status === 'warning_closed')
      const news = { ref: null, paymentRef: nameOf(payment_intent), amount: null, currency: currency.toUpperCase() }
      const outcome = isWon ? 'dispute_won' : 'disputed'
      return { ...news, ...NO_REFUND, outcome, eventId, orderNo: null, backAmount, disputeRef }
    }
    default:
      return null
  }
}

/** One refund, under the name that we gave it where it is ours; one that waits is on its way. */
function refundNews({ id, metadata, payment_intent, status, amount, currency }: Stripe.Refund) {
  const isFailed = status === 'failed' || status === 'canceled'
  return {
    ref: null,
    paymentRef: nameOf(payment_intent),
    amount: null,
    currency: currency.toUpperCase(),
    outcome: isFailed ? ('refund_failed' as const) : ('refunded' as const),
    orderNo: null,
    backAmount: amount,
    refundRef: metadata?.refund_ref ?? id,
    disputeRef: null
  }
}

/** Both name it: a session that says two things says nothing. */
function orderNoOf({ metadata, client_reference_id }: Stripe.Checkout.Session): string | null {
  const named = metadata?.order_no ?? null
  return named !== null && named === client_reference_id ? named : null
}
