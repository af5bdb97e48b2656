import type { Kysely } from 'kysely'
import type { ConversionSettings } from '../../config/config.js'
import type { Database } from '../../db/schema/schema.js'
import type { OutboxRow } from '../../db/schema/store-tables.js'
import type { Log } from '../../lib/log.js'
import { hasReachedMilestone } from '../event/watch-milestones.js'
import type { Metrics, PostbackReceiver } from '../metrics/metrics.js'
import { type ConversionDelivery, sendConversion } from './conversion/send-conversion.js'
import type { DnsLookup } from './http-call.js'
import { type Delivery, finishDelivery, leaseDue, leaseDueConversions, queueDeliveries } from './outbox.js'
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
  conversions: ConversionSettings
  metrics: Pick<Metrics, 'postbacks'>
  dnsLookup?: DnsLookup
}

export async function deliverDue(context: DeliveryContext, now: Date): Promise<number> {
  const queued = await queueDeliveries(context.db, now)
  const postbacks = await leaseDue(context.db, now)
  const conversions = await leaseDueConversions(context.db, now)
  await Promise.all([
    ...postbacks.map(delivery => deliverPostback(context, delivery, now)),
    ...conversions.map(delivery => deliverConversion(context, delivery, now))
  ])
  return queued + postbacks.length + conversions.length
}

async function deliverPostback(context: DeliveryContext, delivery: Delivery, now: Date): Promise<void> {
  const { db, isProduction, dnsLookup } = context
  if (!(await isProven(db, delivery))) return postpone(db, delivery, now)
  const values = await toMacroValues(db, delivery)
  const result = await sendPostback(delivery, values, { isProduction, now: now.getTime(), dnsLookup })
  return recordAttempt(context, delivery, now, {
    receiver: 'partner',
    isTaken: isAccepted(result),
    summary: formatCallResult(result),
    answered: result.type === 'answered' ? result.status : result.reason
  })
}

async function deliverConversion(context: DeliveryContext, delivery: ConversionDelivery, now: Date): Promise<void> {
  const { db, conversions, isProduction, dnsLookup } = context
  const policy = dnsLookup === undefined ? { isProduction } : { isProduction, dnsLookup }
  const result = await sendConversion({ db, conversions, policy, now }, delivery)
  if (result.type === 'sent') return recordAttempt(context, delivery, now, { ...result, receiver: delivery.network })
  return finishDelivery(db, delivery, {
    status: 'failed',
    attempts: delivery.attempts - 1,
    last_response: `not sent: ${result.reason}`
  })
}

interface Attempt {
  receiver: PostbackReceiver
  isTaken: boolean
  summary: string
  answered: number | string
}

/** Plans the next try of what was not taken. */
async function recordAttempt(
  { db, log, metrics }: DeliveryContext,
  delivery: OutboxRow,
  now: Date,
  { receiver, isTaken, summary: last_response, answered }: Attempt
): Promise<void> {
  const { id, postback_id, attempts } = delivery
  const delayMs = RETRY_DELAYS_MS[attempts - 1]
  metrics.postbacks.inc({ receiver, result: isTaken ? 'delivered' : delayMs === undefined ? 'failed' : 'retried' })
  if (isTaken) return finishDelivery(db, delivery, { status: 'delivered', delivered_at: now, last_response })
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
