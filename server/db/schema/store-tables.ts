import type { ColumnType, Generated, Selectable } from 'kysely'
import type { Lang } from '../../../contract/protocol/language.js'
import type { OrderStatus, Product, ProductKind, ProviderId } from '../../../contract/store.js'
import type { Localized } from '../../modules/catalogue/package/package-schema.js'
import type { Instant, Json, OptionalInstant, OptionalText } from './column-types.js'
import type { OrderPlaceColumns, PostbackEvent } from './partner-tables.js'

/** int8: both engines give a text, so that nothing is rounded on the way. */
type WholeBig = ColumnType<string, number, number>

/** The tables of the store. */
export interface StoreTables {
  products: ProductTable
  passes: PassTable
  orders: OrderTable
  order_returns: OrderReturnTable
  order_events: OrderEventTable
  sandbox_payments: { order_no: string; decision: 'approved' | 'declined'; decided_at: Instant }
  event_outbox: OutboxTable
}

/** `title` null: named after what it holds. Withdrawn ones are kept for those who bought them. */
interface ProductTable {
  id: string
  kind: ProductKind
  title: Json<Localized | null>
  coins: number
  bonus: number
  days: number | null
  amount: WholeBig
  currency: string
  badge: Product['badge']
  sort: number
  status: 'on_sale' | 'withdrawn'
  created_at: Instant
}

/**
 * What was bought as it was on sale then. `provider_ref` names the checkout at the provider, `payment_ref` the payment
 * itself; `asked_at` is when the provider was last asked, `money_back_at` when it has paid back; `refunded_amount` in
 * minor units is what it has paid back so far, `disputed_amount` what a dispute holds, null for everything.
 */
interface OrderTable extends OrderPlaceColumns {
  order_no: string
  user_id: string
  event_id: string
  product_id: string
  title: ColumnType<Localized | null, string | undefined, never>
  kind: ProductKind
  coins: number
  bonus: number
  gift: ColumnType<number, number | undefined, number>
  days: number | null
  amount: WholeBig
  currency: string
  status: OrderStatus
  provider: ProviderId
  is_test: boolean
  provider_ref: OptionalText
  payment_ref: OptionalText
  pay_url: OptionalText
  return_url: OptionalText
  lang: Lang
  lpid: OptionalText
  created_at: Instant
  expires_at: Instant
  asked_at: OptionalInstant
  paid_at: OptionalInstant
  refunded_at: OptionalInstant
  money_back_at: OptionalInstant
  refunded_amount: ColumnType<string, number | undefined, number>
  disputed_amount: ColumnType<string | null, number | undefined, number>
}

export type OrderRow = Selectable<OrderTable>

/** Money of an order that went back, or came again where `amount` is below zero; `ledger_key` names its coins' movement. */
interface OrderReturnTable {
  order_no: string
  no: number
  amount: WholeBig
  ledger_key: string | null
  created_at: Instant
}

/** Unlimited viewing that was paid for; `taken_ms` of it went when it was revoked. */
interface PassTable {
  user_id: string
  id: string
  kind: 'weekly' | 'monthly'
  starts_at: Instant
  ends_at: Instant
  revoked_at: OptionalInstant
  order_no: OptionalText
  taken_ms: ColumnType<string, number | undefined, number>
}

/**
 * A notice of a provider, once; `result` is what it did, `amount` what went back of the refund or dispute that is named,
 * or of all refunds so far; a refund that we asked for ourselves has a line too.
 */
interface OrderEventTable {
  provider: ProviderId
  event_id: string
  order_no: string | null
  payment_ref: string | null
  outcome: string
  result: string
  amount: ColumnType<string | null, number | null | undefined, never>
  refund_ref: OptionalText
  dispute_ref: OptionalText
  received_at: Instant
}

/**
 * Something to be told to partners: without `postback_id` what happened, which is `spread` to the postbacks that want it;
 * with one, what is told there. `leased_until` is how long a server has it to itself.
 */
interface OutboxTable {
  id: Generated<string>
  event: PostbackEvent
  event_id: string
  postback_id: ColumnType<string, string | undefined, never>
  user_id: string
  lpid: string | null
  payload: Json<object>
  status: 'waiting' | 'delivered' | 'failed' | 'spread'
  attempts: ColumnType<number, number | undefined, number>
  next_at: Instant
  last_response: OptionalText
  leased_until: OptionalInstant
  delivered_at: OptionalInstant
  created_at: Instant
}

export type OutboxRow = Selectable<OutboxTable>
