import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { Log } from '../../lib/log.js'
import { hasReachedMilestone } from '../event/watch-milestones.js'
import type { DnsLookup } from './http-call.js'
import { type Delivery, finishDelivery, leaseDue, queueDeliveries } from './outbox.js'
import { type PostbackPayload, toMacroValues } from './payload.js'
import { formatCallResult, isAccepted, sendPostback } from './send-postback.js'

const MINUTE_MS = 60_000
export const RETRY_DELAYS_MS = [1, 5, 30, 2 * 60, 12 * 60, 24 * 60].map(minutes => minutes * MINUTE_MS)
/** The beats of a play may arrive this much later than its event. */
const WATCH_PROOF_WINDOW_MS = 10 * MINUTE_MS
const WATCH_PROOF_RETRY_MS = 30_000

export interface DeliveryContext {
  db: Kysely<Database>
  log: Log
  isProduction: boolean
  dnsLookup?: DnsLookup
}

export async function deliverDue(context: DeliveryContext, now: Date): Promise<number> {
  const queued = await queueDeliveries(context.db, now)
  const due = await leaseDue(context.db, now)
  await Promise.all(due.map(delivery => deliver(context, delivery, now)))
  return queued + due.length
}

async function deliver(context: DeliveryContext, delivery: Delivery, now: Date): Promise<void> {
  const { db, log, isProduction, dnsLookup } = context
  if (!(await isProven(db, delivery))) return postpone(db, delivery, now)
  const values = await toMacroValues(db, delivery)
  const result = await sendPostback(delivery, values, { isProduction, now: now.getTime(), dnsLookup })
  const last_response = formatCallResult(result)
  if (isAccepted(result)) return finishDelivery(db, delivery, { status: 'delivered', delivered_at: now, last_response })
  const { id, postback_id, attempts } = delivery
  const delayMs = RETRY_DELAYS_MS[attempts - 1]
  const answered = result.type === 'answered' ? result.status : result.reason
  log.warn({ id, postback_id, attempts, answered, is_last: delayMs === undefined }, 'a postback was not taken')
  if (delayMs === undefined) return finishDelivery(db, delivery, { status: 'failed', last_response })
  return finishDelivery(db, delivery, { next_at: new Date(now.getTime() + delayMs), last_response })
}

async function isProven(db: Kysely<Database>, { payload, user_id: userId }: Delivery): Promise<boolean> {
  const { proof, at } = payload as PostbackPayload
  if (proof === undefined) return true
  return hasReachedMilestone(db, { userId, episodeId: proof.episode_id, mark: proof.mark, at: new Date(at) })
}

function postpone(db: Kysely<Database>, delivery: Delivery, now: Date): Promise<void> {
  const attempts = delivery.attempts - 1
  const isLate = now.getTime() - delivery.created_at.getTime() > WATCH_PROOF_WINDOW_MS
  if (isLate) {
    return finishDelivery(db, delivery, {
      status: 'failed',
      attempts,
      last_response: 'not sent: the server saw no such play'
    })
  }
  return finishDelivery(db, delivery, { attempts, next_at: new Date(now.getTime() + WATCH_PROOF_RETRY_MS) })
}
