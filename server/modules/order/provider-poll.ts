import type { OrderRow } from '../../db/schema/store-tables.js'
import { transaction } from '../../db/transaction.js'
import type { TrackExternalWait } from '../../http/external-calls.js'
import type { Services } from '../../services.js'
import { ProviderUnavailable } from '../payment/provider.js'
import { findOrderByNo } from './orders.js'
import { applyPaymentUpdate, type PaymentUpdateResult } from './settle.js'

export type ProviderPollContext = Pick<Services, 'config' | 'db' | 'log' | 'metrics' | 'payments'> & {
  trackExternalWait: TrackExternalWait
}

const MIN_POLL_INTERVAL_MS = 3_000

export async function refreshOrder(context: ProviderPollContext, order: OrderRow, now: Date): Promise<OrderRow> {
  if (order.status !== 'pending' || !(await leasePoll(context, order.order_no, now))) return order
  await pollProvider(context, order, now)
  return (await findOrderByNo(context.db, order.order_no)) ?? order
}

async function leasePoll({ db }: ProviderPollContext, orderNo: string, now: Date): Promise<boolean> {
  const row = await transaction(db, trx =>
    trx
      .updateTable('orders')
      .set({ asked_at: now })
      .where('order_no', '=', orderNo)
      .where('status', 'in', ['created', 'pending'])
      .where(({ or, eb }) =>
        // A time in the future comes from a clock that was set back.
        or([
          eb('asked_at', 'is', null),
          eb('asked_at', '<=', new Date(now.getTime() - MIN_POLL_INTERVAL_MS)),
          eb('asked_at', '>', now)
        ])
      )
      .returning('order_no')
      .executeTakeFirst()
  )
  return row !== undefined
}

export async function pollProvider(
  context: ProviderPollContext,
  order: OrderRow,
  now: Date
): Promise<PaymentUpdateResult | null> {
  const { config, db, log, metrics, payments, trackExternalWait } = context
  const provider = payments.find(order.provider)
  if (provider === null || order.provider_ref === null) return null
  try {
    const payment = await trackExternalWait(provider.getPayment(order))
    const update = { ...payment, provider: provider.id, eventId: null, orderNo: order.order_no }
    return await applyPaymentUpdate(db, update, { now, zone: config.timezone, log, metrics })
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ order_no: order.order_no, reason: error.message }, 'a provider does not answer')
    return null
  }
}
