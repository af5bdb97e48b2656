import type { OrderRow } from '../../db/schema/store-tables.js'
import { transaction } from '../../db/transaction.js'
import { untracked } from '../../http/external-calls.js'
import { forEachIsolated, startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import { loggedError } from '../../lib/log.js'
import { type ProviderPollContext, pollProvider } from './provider-poll.js'
import { settle } from './settle.js'

const EVERY_MS = 20_000
const AT_ONCE = 20
/** How long an order is left to who took it. */
const LEASE_MS = 60_000
/** A provider that cannot be asked for so long is not waited for: money that comes later still pays. */
const GRACE_MS = 24 * 60 * 60_000

/** Closes orders that were not paid in time, after asking the provider a last time; gives how many were looked at. */
export async function expireOverdueOrders(desk: ProviderPollContext, now: Date): Promise<number> {
  const orders = await takeOverdue(desk, now)
  await forEachIsolated(orders, order => close(desk, order, now))
  return orders.length
}

async function close(desk: ProviderPollContext, order: OrderRow, now: Date): Promise<void> {
  const answer = await pollProvider(desk, order, now)
  const isOpen = answer === 'ignored'
  const wasNeverBegun = order.provider_ref === null
  const isUnclear = answer === null || answer === 'mismatch'
  const isGivenUp = isUnclear && now.getTime() - order.expires_at.getTime() > GRACE_MS
  if (!isOpen && !wasNeverBegun && !isGivenUp) return
  const nothing = { ref: null, paymentRef: null, amount: null, currency: null, eventId: null }
  const news = { ...nothing, provider: order.provider, orderNo: order.order_no, outcome: 'closed' } as const
  await settle(desk.db, news, { now, zone: desk.config.timezone, log: desk.log })
}

/** Takes some overdue orders that no other server has taken. */
function takeOverdue({ db }: ProviderPollContext, now: Date): Promise<OrderRow[]> {
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
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute()
    const names = rows.map(({ order_no }) => order_no)
    if (names.length > 0)
      await trx.updateTable('orders').set({ asked_at: now }).where('order_no', 'in', names).execute()
    return rows
  })
}

/** Looks for overdue orders every 20 s; several servers of one database may do so side by side. */
export function startOrderExpiryJob(
  services: Omit<ProviderPollContext, 'waitElsewhere'> & { clock: Clock }
): () => Promise<void> {
  const desk = { ...services, waitElsewhere: untracked }
  return startBackgroundJob(async () => {
    try {
      await expireOverdueOrders(desk, new Date(services.clock.now()))
    } catch (error) {
      desk.log.warn({ error: loggedError(error) }, 'overdue orders cannot be closed')
    }
  }, EVERY_MS)
}
