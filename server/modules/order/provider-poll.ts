import type { OrderRow } from '../../db/schema/store-tables.js'
import { transaction } from '../../db/transaction.js'
import type { TrackExternalWait } from '../../http/external-calls.js'
import type { Services } from '../../services.js'
import { ProviderUnavailable } from '../payment/provider.js'
import { orderByNo } from './orders.js'
import { type SettleResult, settle } from './settle.js'

/** What asking a provider needs. */
export type ProviderPollContext = Pick<Services, 'config' | 'db' | 'log' | 'payments'> & {
  waitElsewhere: TrackExternalWait
}

/** At most so often is a provider asked of one order. */
const EVERY_MS = 3_000

/** An order as it stands now: while it is open its provider is asked, unless somebody did a moment ago. */
export async function refreshOrder(desk: ProviderPollContext, order: OrderRow, now: Date): Promise<OrderRow> {
  if (order.status !== 'pending' || !(await claimPoll(desk, order.order_no, now))) return order
  await pollProvider(desk, order, now)
  return (await orderByNo(desk.db, order.order_no)) ?? order
}

async function claimPoll({ db }: ProviderPollContext, orderNo: string, now: Date): Promise<boolean> {
  const row = await transaction(db, trx =>
    trx
      .updateTable('orders')
      .set({ asked_at: now })
      .where('order_no', '=', orderNo)
      .where('status', 'in', ['created', 'pending'])
      .where(({ or, eb }) =>
        // A time to come is that of a clock that was set back.
        or([
          eb('asked_at', 'is', null),
          eb('asked_at', '<=', new Date(now.getTime() - EVERY_MS)),
          eb('asked_at', '>', now)
        ])
      )
      .returning('order_no')
      .executeTakeFirst()
  )
  return row !== undefined
}

/** Asks the provider how an order stands, and settles it by the answer; null where there is none. */
export async function pollProvider(
  desk: ProviderPollContext,
  order: OrderRow,
  now: Date
): Promise<SettleResult | null> {
  const { config, db, log, payments, waitElsewhere } = desk
  const provider = payments.find(order.provider)
  if (provider === null || order.provider_ref === null) return null
  try {
    const news = await waitElsewhere(provider.getPayment(order))
    const about = { ...news, provider: provider.id, eventId: null, orderNo: order.order_no }
    return await settle(db, about, { now, zone: config.timezone, log })
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ order_no: order.order_no, reason: error.message }, 'a provider does not answer')
    return null
  }
}
