import type { z } from 'zod'
import type { collectEvents } from '../../../contract/event.js'
import { transaction } from '../../db/transaction.js'
import type { RequestContext } from '../../http/request-context.js'
import { findCreditedLpid } from '../campaign/attribution.js'
import { requireViewer } from '../visitor/session.js'
import { insertNewEvents, insertReportFacts, queuePostbacks } from './event-writes.js'
import { filterPlausible } from './plausibility.js'

const MAX_EVENT_AGE_MS = 86_400_000

export async function postEvents(context: RequestContext, { events }: z.output<typeof collectEvents.request>) {
  context.limits.collect.take(context)
  const { db, now, viewer } = context
  const { userId } = requireViewer(viewer)
  const uniqueEvents = events.filter(
    ({ event_id }, index) => events.findIndex(event => event.event_id === event_id) === index
  )
  const accepted = await transaction(db, async trx => {
    const lpid = await findCreditedLpid(trx, userId, now)
    const plausible = await filterPlausible(trx, userId, uniqueEvents, now)
    const rows = plausible.map(({ event, event_id, at, props }) => ({
      user_id: userId,
      event_id,
      event,
      lpid,
      at: clampTime(at, now),
      received_at: now,
      drama_id: props.drama_id ?? null,
      episode_no: props.episode_no ?? null
    }))
    const newIds = new Set(await insertNewEvents(trx, rows))
    if (lpid !== null && newIds.size > 0) {
      const newEvents = plausible.filter(({ event_id }) => newIds.has(event_id))
      const timeOf = (at: number) => clampTime(at, now)
      await insertReportFacts(trx, lpid, newEvents, timeOf)
      await queuePostbacks(trx, { userId, lpid, now }, newEvents, timeOf)
    }
    return newIds.size
  })
  return { accepted }
}

function clampTime(at: number, now: Date): Date {
  return new Date(Math.min(now.getTime(), Math.max(at, now.getTime() - MAX_EVENT_AGE_MS)))
}
