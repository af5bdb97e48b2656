import type { Kysely } from 'kysely'
import type { Config } from '../../config/config.js'
import type { Database } from '../../db/schema/schema.js'
import type { Log } from '../../lib/log.js'
import type { Metrics } from '../metrics/metrics.js'
import { type CallResult, callUrl, type DnsLookup } from '../postback/http-call.js'
import {
  type DueMessage,
  deleteGoneSubscription,
  finishMessage,
  isStillWanted,
  leaseDueMessages,
  queueRelease,
  retryMessage
} from './message-queue.js'
import { createNotification } from './notification.js'
import { readVapidDetails } from './vapid.js'

const MINUTE_MS = 60_000
export const RETRY_DELAYS_MS = [1, 10, 60, 6 * 60].map(minutes => minutes * MINUTE_MS)
/** How long a push service keeps a notification for a browser that is not running. */
const TTL_S = 24 * 60 * 60

export interface PushContext {
  db: Kysely<Database>
  log: Log
  config: Pick<Config, 'isProduction' | 'vapidPrivateKey' | 'vapidSubject'>
  metrics: Pick<Metrics, 'pushMessages'>
  dnsLookup?: DnsLookup
}

/** Returns how much there was to do. */
export async function sendDue(context: PushContext, now: Date): Promise<number> {
  const hasQueued = await queueRelease(context.db, now)
  const messages = await leaseDueMessages(context.db, now)
  await Promise.all(messages.map(message => sendMessage(context, message, now)))
  return messages.length + (hasQueued ? 1 : 0)
}

async function sendMessage(context: PushContext, message: DueMessage, now: Date): Promise<void> {
  const { db, log } = context
  if (!(await isStillWanted(db, message))) return finishMessage(db, message, now)
  const result = await callPushService(context, message)
  const outcome = classifyResult(result)
  context.metrics.pushMessages.inc({ result: outcome })
  if (outcome === 'gone') return deleteGoneSubscription(db, message.subscription_id)
  const delayMs = outcome === 'later' ? RETRY_DELAYS_MS[message.attempts - 1] : undefined
  if (outcome !== 'sent') {
    const answered = result.type === 'answered' ? result.status : result.reason
    log.warn({ id: message.subscription_id, attempts: message.attempts, answered }, 'a push service took no message')
  }
  if (delayMs !== undefined) return retryMessage(db, message, new Date(now.getTime() + delayMs))
  return finishMessage(db, message, now)
}

async function callPushService({ config, dnsLookup }: PushContext, message: DueMessage): Promise<CallResult> {
  const { default: webPush } = await import('web-push')
  const { endpoint, p256dh, auth } = message
  const request = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(createNotification(message)),
    { vapidDetails: readVapidDetails(config), TTL: TTL_S, urgency: 'normal' }
  )
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, `${value}`]))
  const { isProduction } = config
  return callUrl(
    { url: endpoint, method: 'POST', headers, body: request.body },
    dnsLookup === undefined ? { isProduction } : { isProduction, dnsLookup }
  )
}

/** https://www.rfc-editor.org/rfc/rfc8030#section-7.3 */
const GONE_STATUSES = [404, 410]
const TOO_MANY_REQUESTS = 429

function classifyResult(result: CallResult): 'sent' | 'gone' | 'later' | 'refused' {
  if (result.type === 'failed') return 'later'
  const { status } = result
  if (status >= 200 && status < 300) return 'sent'
  if (GONE_STATUSES.includes(status)) return 'gone'
  return status === TOO_MANY_REQUESTS || status >= 500 ? 'later' : 'refused'
}
