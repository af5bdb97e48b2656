import type { z } from 'zod'
import type { collectEvents, ReportedEvent } from '../../../contract/event.js'
import { transaction } from '../../db/transaction.js'
import type { RequestContext } from '../../http/request-context.js'
import { creditedTo } from '../campaign/attribution.js'
import { requireViewer } from '../visitor/session.js'
import { insertNewEvents, queuePostbacks } from './event-writes.js'
import { filterPlausible } from './plausibility.js'

/** What a device says of its own time is believed for a day back, in ms; nothing is in the future. */
const PAST_MS = 86_400_000

/**
 * Takes in what a browser tells. Whose campaign it belongs to is the server's own knowledge; what cannot be is dropped
 * without a word, and so is what is known already.
 */
export async function postEvents(context: RequestContext, { events }: z.output<typeof collectEvents.request>) {
  context.limits.collect.take(context)
  const { db, now, viewer } = context
  const { userId } = requireViewer(viewer)
  const unlike = events.filter(({ event_id }, place) => events.findIndex(one => one.event_id === event_id) === place)
  const accepted = await transaction(db, async trx => {
    const lpid = await creditedTo(trx, userId, now)
    const told = await filterPlausible(trx, userId, unlike, now)
    const rows = told.map(({ event, event_id, at, props }) => ({
      user_id: userId,
      event_id,
      event,
      lpid,
      at: timeOf(at, now),
      received_at: now,
      drama_id: props.drama_id ?? null,
      episode_no: props.episode_no ?? null
    }))
    const fresh = new Set(await insertNewEvents(trx, rows))
    if (lpid !== null && fresh.size > 0) {
      const isFresh = ({ event_id }: ReportedEvent) => fresh.has(event_id)
      await queuePostbacks(trx, { userId, lpid, now }, told.filter(isFresh), at => timeOf(at, now))
    }
    return fresh.size
  })
  return { accepted }
}

function timeOf(at: number, now: Date): Date {
  return new Date(Math.min(now.getTime(), Math.max(at, now.getTime() - PAST_MS)))
}
