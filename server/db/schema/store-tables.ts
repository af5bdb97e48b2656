import type { ColumnType, Generated, Selectable } from 'kysely'
import type { PostbackEvent } from '../../../contract/event.js'
import type { Lang } from '../../../contract/protocol/language.js'
import type { OrderStatus, Product, ProductKind, ProviderId } from '../../../contract/store.js'
import type { Localized } from '../../modules/catalogue/package/package-schema.js'
import type { SourceColumns } from './campaign-tables.js'
import type {
  BigIntColumn,
  Instant,
  Json,
  OptionalBigIntColumn,
  OptionalInstant,
  OptionalText
} from './column-types.js'
import type { OrderEpisodeColumns } from './partner-tables.js'

export interface StoreTables {
  products: ProductTable
  passes: PassTable
  orders: OrderTable
  order_returns: OrderReturnTable
  order_refunds: OrderRefundTable
  order_events: OrderEventTable
  sandbox_payments: { order_no: string; decision: 'approved' | 'declined'; decided_at: Instant }
  event_outbox: OutboxTable
}

interface ProductTable {
  id: string
  kind: ProductKind
  title: Json<Localized | null>
  coins: number
  bonus: number
  days: number | null
  amount: BigIntColumn
  currency: string
  badge: Product['badge']
  sort: number
  status: 'on_sale' | 'withdrawn'
  created_at: Instant
}

/**
 * `provider_ref` is the provider's checkout, `payment_ref` its payment, `asked_at` the last status check. Amounts are
 * in minor units; `disputed_amount` null means the whole amount.
 */
interface OrderTable extends OrderEpisodeColumns, SourceColumns {
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
  amount: BigIntColumn
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
  refunded_amount: OptionalBigIntColumn
  disputed_amount: ColumnType<string | null, number | undefined, number>
}

export type OrderRow = Selectable<OrderTable>

/** A negative `amount` is money that came back. `ledger_key` is the idempotency key of the coin movement. */
interface OrderReturnTable {
  order_no: string
  no: number
  amount: BigIntColumn
  ledger_key: string | null
  created_at: Instant
}

/** What happens to coins and bonus that a refund cannot take back, because they were spent. */
export type SpentRule = 'refuse' | 'debt' | 'waive'

/**
 * A refund that an operator requested. `amount` is in minor units, `is_rest` if nothing was left after it, `ends_pass`
 * if it returned the unused share of a pass; the other amounts are coins that were taken, became debt or were waived.
 */
interface OrderRefundTable {
  refund_ref: string
  order_no: string
  request_key: string | null
  amount: BigIntColumn
  is_rest: boolean
  ends_pass: ColumnType<boolean, boolean | undefined, never>
  spent: SpentRule
  reason: string | null
  operator: string
  coins: number
  bonus: number
  debt: number
  waived_coins: number
  waived_bonus: number
  money_back_at: OptionalInstant
  created_at: Instant
}

export type OrderRefundRow = Selectable<OrderRefundTable>

interface PassTable {
  user_id: string
  id: string
  kind: 'weekly' | 'monthly'
  starts_at: Instant
  ends_at: Instant
  revoked_at: OptionalInstant
  order_no: OptionalText
  taken_ms: OptionalBigIntColumn
}

/**
 * `amount` is what was refunded or disputed by the named refund or dispute, or by all refunds so far. Our own refunds
 * have a row too.
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
 * Without `postback_id` the row is the event, otherwise a delivery of it. One server owns the delivery until
 * `leased_until`.
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
