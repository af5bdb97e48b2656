import type { PayAction, ProviderId } from '../../../contract/store.js'
import type { OrderRow } from '../../db/schema/store-tables.js'

/**
 * How a payment stands: `open` may still be paid; a refund that failed has not reached who paid; a dispute that was lost is
 * `disputed` as it was before.
 */
export type PaymentOutcome =
  | ('open' | 'paid' | 'failed' | 'closed')
  | ('refunded' | 'refund_failed' | 'disputed' | 'dispute_won')

/** What a provider says of a payment; amounts in minor units, null where it does not say. */
export interface PaymentUpdate {
  outcome: PaymentOutcome
  /** The checkout. */
  ref: string | null
  /** The payment itself, which refunds and disputes name. */
  paymentRef: string | null
  amount: number | null
  currency: string | null
}

/**
 * News that the provider sends by itself, as often and in what order it likes; `orderNo` null where it names none.
 * `backAmount` is what went back, null for everything: of the refund or dispute that `refundRef` or `disputeRef` names, or
 * of all refunds so far where none is named.
 */
export interface WebhookEvent extends PaymentUpdate {
  eventId: string
  orderNo: string | null
  backAmount: number | null
  refundRef: string | null
  disputeRef: string | null
}

/** A checkout that has begun. */
export interface CheckoutSession {
  ref: string
  pay: PayAction
}

/** A notice as it came: its bytes as text, unchanged, and its headers. */
export interface WebhookRequest {
  body: string
  headers: Headers
  now: Date
}

/** The provider cannot be reached, or refuses; the same call may be made again. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

/** A notice that is not the provider's. */
export class InvalidSignature extends Error {
  override name = 'NotSigned'
}

/** Whoever takes money. Calls go out into the world: never make one while a transaction is open. */
export interface PaymentProvider {
  id: ProviderId
  isTest: boolean
  /** Begins the checkout of an order; for the same order again, the same checkout. Throws ProviderUnavailable. */
  begin(order: OrderRow, about: { title: string; origin: string }): Promise<CheckoutSession>
  /** Asks how the checkout stands. Throws ProviderUnavailable. */
  getPayment(order: OrderRow): Promise<PaymentUpdate>
  /** Reads a notice; null for news of no interest. Throws NotSigned. */
  readNotice(sent: WebhookRequest): Promise<WebhookEvent | null>
  /** Pays back what is left of an order; for the same name again, once. Throws ProviderUnavailable. */
  refund(order: OrderRow, refundRef: string): Promise<void>
}

/** The providers of this server, the proposed one first. */
export interface PaymentProviders {
  list: readonly PaymentProvider[]
  find(id: string): PaymentProvider | null
}
