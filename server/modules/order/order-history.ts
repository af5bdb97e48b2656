import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { OrderRow } from '../../db/schema/store-tables.js'
import { readMergedUserIds } from '../user/queries.js'

/** A webhook can be sent often; what an order needs is far less. */
const MAX_ROWS = 500

/** What providers told of the order, except of refunds that this server requested. */
export function readProviderEvents(db: Kysely<Database>, { order_no, provider, payment_ref }: OrderRow) {
  return db
    .selectFrom('order_events')
    .select(['event_id', 'outcome', 'result', 'amount', 'refund_ref', 'dispute_ref', 'received_at'])
    .where('provider', '=', provider)
    .where(({ or, and, eb }) =>
      or([eb('order_no', '=', order_no), and([eb('order_no', 'is', null), eb('payment_ref', '=', payment_ref ?? '')])])
    )
    .where(({ eb, fn, val }) => eb(fn<boolean>('starts_with', ['event_id', val('refund:')]), '=', false))
    .orderBy('received_at')
    .orderBy('event_id')
    .limit(MAX_ROWS)
    .execute()
}

/** Transactions of the ledger that the order caused, with debt that its coins settled. */
export async function readOrderTransactions(db: Kysely<Database>, order: OrderRow) {
  const userIds = await readMergedUserIds(db, order.user_id)
  const columns = ['user_id', 'seq', 'kind', 'ref_type', 'coins', 'bonus', 'coins_after', 'bonus_after'] as const
  const rows = await db
    .selectFrom('ledger_txns')
    .select([...columns, 'created_at'])
    .where('ref_type', '=', 'order')
    .where('ref_id', '=', order.order_no)
    .where('kind', 'in', ['topup', 'topup_bonus', 'gift'])
    .unionAll(query =>
      query
        .selectFrom('ledger_txns')
        .select([...columns, 'created_at'])
        .where('ref_type', '=', 'order')
        .where('ref_id', '=', order.order_no)
        .where('kind', '=', 'order_refund')
    )
    .unionAll(query =>
      query
        .selectFrom('ledger_txns')
        .select([...columns, 'created_at'])
        .where('user_id', 'in', userIds)
        .where('idempotency_key', '=', `debt:${order.order_no}`)
    )
    // Of one moment in the order in which they were written, so that each balance follows from the one before.
    .orderBy('created_at')
    .orderBy('seq')
    .limit(MAX_ROWS)
    .execute()
  return Promise.all(rows.map(async row => ({ ...row, entries: await readEntries(db, row) })))
}

function readEntries(db: Kysely<Database>, { user_id, seq }: { user_id: string; seq: string }) {
  return db
    .selectFrom('ledger_entries')
    .select(['account', 'amount'])
    .where('user_id', '=', user_id)
    .where('seq', '=', seq)
    .orderBy('no')
    .execute()
}

/** What partners and ad networks are told of the order. */
export async function readOrderPostbacks(db: Kysely<Database>, { order_no, event_id }: OrderRow) {
  const returns = await db.selectFrom('order_returns').select('no').where('order_no', '=', order_no).execute()
  return db
    .selectFrom('event_outbox')
    .leftJoin('campaign_conversions', 'campaign_conversions.id', 'event_outbox.postback_id')
    .select(['event_outbox.event', 'event_outbox.event_id', 'event_outbox.lpid', 'event_outbox.status', 'attempts'])
    .select(['campaign_conversions.network', 'event_outbox.created_at', 'event_outbox.delivered_at'])
    .where('event_outbox.event', 'in', ['purchase', 'refund'])
    .where('event_outbox.event_id', 'in', [event_id, ...returns.map(({ no }) => `${event_id}:${no}`)])
    .where('event_outbox.postback_id', '<>', '')
    .orderBy('event_outbox.created_at')
    .limit(MAX_ROWS)
    .execute()
}

export function readOrderFeedback(db: Kysely<Database>, orderNo: string) {
  return db
    .selectFrom('feedback')
    .select(['id', 'text', 'created_at', 'answered_at', 'answered_by'])
    .where('order_no', '=', orderNo)
    .orderBy('created_at')
    .limit(MAX_ROWS)
    .execute()
}

export function readOperatorActions(db: Kysely<Database>, subject: string) {
  return db
    .selectFrom('operator_log')
    .leftJoin('operator_results', 'operator_results.entry_id', 'operator_log.id')
    .select(['operator_log.id', 'operator', 'action', 'operator_log.created_at'])
    .select(['operator_results.code', 'operator_results.reason'])
    .where('subject', '=', subject)
    .orderBy('operator_log.created_at')
    .limit(MAX_ROWS)
    .execute()
}
