import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { Log } from '../../lib/log.js'
import { isMarked } from '../event/watch-milestones.js'
import type { LookUp } from './http-call.js'
import { type Delivery, finish, leaseDue, queueDeliveries } from './outbox.js'
import { type PostbackPayload, toMacroValues } from './payload.js'
import { isAccepted, resultSummary, sendPostback } from './send.js'

const MINUTE_MS = 60_000
/** After each failure it is tried again, this much later; after the last it has failed for good. */
export const RETRIES_MS = [1, 5, 30, 2 * 60, 12 * 60, 24 * 60].map(minutes => minutes * MINUTE_MS)
/** How long the beats of a play may come after its event, and how often is looked for them. */
const WATCH_PROOF_WINDOW_MS = 10 * MINUTE_MS
const LOOK_MS = 30_000

/** What telling partners needs. */
export interface DeliveryContext {
  db: Kysely<Database>
  log: Log
  isProduction: boolean
  lookUp?: LookUp
}

/** Tells partners what they are to be told by now; gives how much was looked at. */
export async function deliverDue(messenger: DeliveryContext, now: Date): Promise<number> {
  const begun = await queueDeliveries(messenger.db, now)
  const due = await leaseDue(messenger.db, now)
  await Promise.all(due.map(delivery => deliver(messenger, delivery, now)))
  return begun + due.length
}

async function deliver(messenger: DeliveryContext, delivery: Delivery, now: Date): Promise<void> {
  const { db, log, isProduction, lookUp } = messenger
  if (!(await isProven(db, delivery))) return postpone(db, delivery, now)
  const told = await toMacroValues(db, delivery)
  const called = await sendPostback(delivery, told, { isProduction, now: now.getTime(), lookUp })
  const last_response = resultSummary(called)
  if (isAccepted(called)) return finish(db, delivery, { status: 'delivered', delivered_at: now, last_response })
  const { id, postback_id, attempts } = delivery
  const pause = RETRIES_MS[attempts - 1]
  const answered = called.type === 'answered' ? called.status : called.reason
  log.warn({ id, postback_id, attempts, answered, is_last: pause === undefined }, 'a postback was not taken')
  if (pause === undefined) return finish(db, delivery, { status: 'failed', last_response })
  return finish(db, delivery, { next_at: new Date(now.getTime() + pause), last_response })
}

/** A play is told of when the server has seen it, too. */
async function isProven(db: Kysely<Database>, { payload, user_id: userId }: Delivery): Promise<boolean> {
  const { proof, at } = payload as PostbackPayload
  if (proof === undefined) return true
  return isMarked(db, { userId, episodeId: proof.episode_id, mark: proof.mark, at: new Date(at) })
}

function postpone(db: Kysely<Database>, delivery: Delivery, now: Date): Promise<void> {
  const attempts = delivery.attempts - 1
  const isLate = now.getTime() - delivery.created_at.getTime() > WATCH_PROOF_WINDOW_MS
  if (isLate) {
    return finish(db, delivery, { status: 'failed', attempts, last_response: 'not sent: the server saw no such play' })
  }
  return finish(db, delivery, { attempts, next_at: new Date(now.getTime() + LOOK_MS) })
}
