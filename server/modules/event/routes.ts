import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { collectEvents, ReportedEvent } from '../../../contract/event.js'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import type { RequestContext } from '../../http/request-context.js'
import { type Credit, findCredit, NO_CAMPAIGN } from '../campaign/attribution.js'
import type { Metrics } from '../metrics/metrics.js'
import { queueWantedEvents, type WantedEvent } from '../postback/queue-events.js'
import { isInTestVisit } from '../visitor/queries.js'
import { requireViewer } from '../visitor/session.js'
import { type CheckoutOrder, findCheckoutOrders } from './checkout-orders.js'
import { insertNewEvents, insertReportFacts, toPayload } from './event-writes.js'
import { filterPlausible } from './plausibility.js'
import { claimVisit, storePixelIds } from './visit-event.js'

const MAX_EVENT_AGE_MS = 86_400_000

export async function postEvents(context: RequestContext, request: z.output<typeof collectEvents.request>) {
  await context.limits.collect.take(context)
  const { events, pixel_ids } = request
  const { db, metrics, now, viewer, deviceId } = context
  const { userId } = requireViewer(viewer)
  countMeasurements(metrics, request, now)
  const uniqueEvents = events.filter(
    ({ event_id }, index) => events.findIndex(event => event.event_id === event_id) === index
  )
  const accepted = await transaction(db, async trx => {
    if (pixel_ids !== undefined) await storePixelIds(trx, { userId, deviceId }, pixel_ids)
    const credit = await findCredit(trx, userId, now)
    const orders = await findCheckoutOrders(trx, userId, uniqueEvents, now)
    const plausible = await filterPlausible(trx, uniqueEvents, orders)
    const rows = plausible.map(({ event, event_id, at, props }) => ({
      user_id: userId,
      event_id,
      event,
      lpid: credit?.lpid ?? null,
      at: clampTime(at, now),
      received_at: now,
      drama_id: props.drama_id ?? null,
      episode_no: props.episode_no ?? null
    }))
    const newIds = new Set(await insertNewEvents(trx, rows))
    const newEvents = plausible.filter(({ event_id }) => newIds.has(event_id))
    await countAndQueue(trx, { userId, deviceId, credit, orders, now }, newEvents)
    return newIds.size
  })
  return { accepted }
}

function countMeasurements(
  { firstFrames, playback }: Pick<Metrics, 'firstFrames' | 'playback'>,
  {
    first_frames_ms: firstFramesMs = [],
    rebuffer_ratios: rebufferRatios = [],
    exits_before_start: earlyExits = 0,
    error_kinds: errorKinds = []
  }: z.output<typeof collectEvents.request>,
  now: Date
): void {
  for (const ms of firstFramesMs) firstFrames.observe(ms / 1000)
  playback.add({ firstFramesMs, rebufferRatios, earlyExits, errorKinds }, now)
}

const WITHOUT_CREDIT: Credit = { lpid: NO_CAMPAIGN, utm_source: '', country: '' }

interface EventSource {
  userId: string
  deviceId: string
  credit: Credit | null
  orders: ReadonlyMap<string, CheckoutOrder>
  now: Date
}

async function countAndQueue(
  trx: Transaction<Database>,
  source: EventSource,
  events: readonly ReportedEvent[]
): Promise<void> {
  const { userId, deviceId, credit, orders, now } = source
  const visits = await findVisitEvents(trx, source, events)
  if (events.length === 0) return queueWantedEvents(trx, { userId, now }, visits)
  const isTest = await isInTestVisit(trx, userId, deviceId)
  await insertReportFacts(trx, { ...(credit ?? WITHOUT_CREDIT), userId, isTest }, events, at => clampTime(at, now))
  if (credit === null) return queueWantedEvents(trx, { userId, now }, visits)
  const others = events.flatMap(event => {
    if (event.event === 'visit') return []
    const payload = toPayload(event, { at: clampTime(event.at, now), isTest, order: orders.get(event.event_id) })
    return [{ event: event.event, event_id: event.event_id, lpid: credit.lpid, payload }]
  })
  return queueWantedEvents(trx, { userId, now }, [...visits, ...others])
}

/** Visits belong to the campaign that they came with, which is not always the credited one. */
async function findVisitEvents(
  trx: Transaction<Database>,
  source: EventSource,
  events: readonly ReportedEvent[]
): Promise<WantedEvent[]> {
  const found: WantedEvent[] = []
  for (const { event, event_id, at } of events) {
    const visit = event === 'visit' ? await claimVisit(trx, source, event_id) : null
    if (!visit?.lpid) continue
    const payload = { at: clampTime(at, source.now).getTime(), is_test: visit.is_test }
    found.push({ event: 'visit', event_id, lpid: visit.lpid, payload })
  }
  return found
}

function clampTime(at: number, now: Date): Date {
  return new Date(Math.min(now.getTime(), Math.max(at, now.getTime() - MAX_EVENT_AGE_MS)))
}
