import type { OrderRow } from '../../db/schema/store-tables.js'
import { transaction } from '../../db/transaction.js'
import { untracked } from '../../http/external-calls.js'
import { forEachIsolated, type JobMonitor, startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import { readTrustedTime } from '../clock/trusted-time.js'
import { type ProviderPollContext, pollProvider } from './provider-poll.js'
import { applyPaymentUpdate } from './settle.js'

const INTERVAL_MS = 20_000
const BATCH_SIZE = 20
const LEASE_MS = 60_000
/** Closes an order if its provider does not respond for this long. A later payment still fulfils it. */
const GRACE_MS = 24 * 60 * 60_000

export async function expireOverdueOrders(context: ProviderPollContext, now: Date): Promise<number> {
  const orders = await leaseOverdueOrders(context, now)
  await forEachIsolated(orders, order => closeOrder(context, order, now))
  return orders.length
}

async function closeOrder(context: ProviderPollContext, order: OrderRow, now: Date): Promise<void> {
  const result = await pollProvider(context, order, now)
  const isOpen = result === 'ignored'
  const hasNoCheckout = order.provider_ref === null
  const isUnclear = result === null || result === 'mismatch'
  const isTimedOut = isUnclear && now.getTime() - order.expires_at.getTime() > GRACE_MS
  if (!isOpen && !hasNoCheckout && !isTimedOut) return
  const noPayment = { ref: null, paymentRef: null, amount: null, currency: null, eventId: null }
  const update = { ...noPayment, provider: order.provider, orderNo: order.order_no, outcome: 'closed' } as const
  await applyPaymentUpdate(context.db, update, {
    now,
    zone: context.config.timezone,
    log: context.log,
    metrics: context.metrics
  })
}

function leaseOverdueOrders({ db }: ProviderPollContext, now: Date): Promise<OrderRow[]> {
  return transaction(db, async trx => {
    const rows = await trx
      .selectFrom('orders')
      .selectAll()
      .where('status', 'in', ['created', 'pending'])
      .where('expires_at', '<=', now)
      .where(({ or, eb }) =>
        or([
          eb('asked_at', 'is', null),
          eb('asked_at', '<=', new Date(now.getTime() - LEASE_MS)),
          eb('asked_at', '>', now)
        ])
      )
      .orderBy('expires_at')
      .limit(BATCH_SIZE)
      .forUpdate()
      .skipLocked()
      .execute()
    const orderNos = rows.map(({ order_no }) => order_no)
    if (orderNos.length > 0)
      await trx.updateTable('orders').set({ asked_at: now }).where('order_no', 'in', orderNos).execute()
    return rows
  })
}

export function startOrderExpiryJob({
  clock,
  monitor,
  ...services
}: Omit<ProviderPollContext, 'trackExternalWait'> & { clock: Clock; monitor: JobMonitor }): () => Promise<void> {
  const context = { ...services, trackExternalWait: untracked }
  return startBackgroundJob(
    {
      name: 'order_expiry',
      pauseMs: INTERVAL_MS,
      failure: 'overdue orders cannot be closed',
      log: context.log,
      monitor
    },
    async () => {
      await expireOverdueOrders(context, await readTrustedTime(context.db, new Date(clock.now())))
    }
  )
}
