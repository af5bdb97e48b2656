import type { PayAction, ProviderId } from '../../../contract/store.js'
import type { OrderRow } from '../../db/schema/store-tables.js'

/** `open` can still be paid. A failed refund did not reach the buyer; a lost dispute stays `disputed`. */
export type PaymentOutcome =
  | ('open' | 'paid' | 'failed' | 'closed')
  | ('refunded' | 'refund_failed' | 'disputed' | 'dispute_won')

/**
 * `ref` names the checkout, `paymentRef` the payment, to which refunds and disputes refer. `amount` is in minor units;
 * null means not reported.
 */
export interface PaymentUpdate {
  outcome: PaymentOutcome
  ref: string | null
  paymentRef: string | null
  amount: number | null
  currency: string | null
}

/**
 * Events may be repeated and arrive in any order. `backAmount` is in minor units, null for everything; without
 * `refundRef` and `disputeRef` it is the sum of all refunds so far.
 */
export interface WebhookEvent extends PaymentUpdate {
  eventId: string
  orderNo: string | null
  backAmount: number | null
  refundRef: string | null
  disputeRef: string | null
}

export interface CheckoutSession {
  ref: string
  pay: PayAction
}

/** What Stripe.js needs to show a payment. */
export interface PaymentForm {
  publishableKey: string
  clientSecret: string
}

export interface WebhookRequest {
  body: string
  headers: Headers
  now: Date
}

export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

export class InvalidSignature extends Error {
  override name = 'InvalidSignature'
}

/** `ref` is the idempotency key. `amount` is in minor units, null for everything that is left. */
export interface ProviderRefund {
  ref: string
  amount: number | null
}

/**
 * Calls that reach the provider throw ProviderUnavailable and can be repeated safely. Never make one while a
 * transaction is open.
 */
export interface PaymentProvider {
  id: ProviderId
  isTest: boolean
  /** Orders are paid on a page of this server, which an app may show in a frame. */
  isEmbeddable: boolean
  createCheckout(order: OrderRow, input: { title: string; origin: string }): Promise<CheckoutSession>
  getPayment(order: OrderRow): Promise<PaymentUpdate>
  /** For the page of this server. Null if the order cannot be paid there. */
  getPaymentForm(order: OrderRow): Promise<PaymentForm | null>
  /** Returns null for events that do not matter here. Throws InvalidSignature. */
  parseWebhook(sent: WebhookRequest): Promise<WebhookEvent | null>
  refund(order: OrderRow, refund: ProviderRefund): Promise<void>
}

export interface PaymentProviders {
  list: readonly PaymentProvider[]
  find(id: string): PaymentProvider | null
}
