import { type Insertable, sql, type Transaction } from 'kysely'
import type { ReportedEvent } from '../../../contract/event.js'
import type { FactKind, PlayMark } from '../../db/schema/partner-tables.js'
import type { Database } from '../../db/schema/schema.js'
import type { Credit } from '../campaign/attribution.js'
import { toEpisodeId } from '../catalogue/package/package-writes.js'
import { countForExperiments } from '../experiment/experiment-counts.js'
import type { PostbackPayload } from '../postback/payload.js'
import type { CheckoutOrder } from './checkout-orders.js'

export async function insertNewEvents(
  trx: Transaction<Database>,
  rows: Insertable<Database['collected_events']>[]
): Promise<string[]> {
  if (rows.length === 0) return []
  const inserted = await trx
    .insertInto('collected_events')
    // Sorted, so that two requests with the same events wait for each other instead of deadlocking.
    .values(rows.toSorted((one, other) => (one.event_id < other.event_id ? -1 : 1)))
    .onConflict(conflict => conflict.columns(['user_id', 'event_id']).doNothing())
    .returning('event_id')
    .execute()
  return inserted.map(({ event_id }) => event_id)
}

const factKinds: Partial<Record<ReportedEvent['event'], FactKind>> = { view_content: 'view', paywall: 'paywall' }

/** Counts views and paywalls, which only the browser knows. The server has the other counts from beats and orders. */
export async function insertReportFacts(
  trx: Transaction<Database>,
  { userId, lpid, utm_source, country, isTest: is_test }: Credit & { userId: string; isTest: boolean },
  events: readonly ReportedEvent[],
  timeOf: (at: number) => Date
): Promise<void> {
  const facts = events.flatMap(({ event, at, props: { drama_id = '', episode_no = 0 } }) => {
    const kind = factKinds[event]
    const place = { drama_id, episode_no: event === 'view_content' ? 0 : episode_no }
    return kind === undefined ? [] : [{ lpid, utm_source, country, kind, is_test, at: timeOf(at), ...place }]
  })
  const paywalls = is_test ? 0 : facts.filter(({ kind }) => kind === 'paywall').length
  if (facts.length === 0) return
  const insert = trx.insertInto('report_facts').values(facts)
  if (paywalls === 0) await insert.execute()
  else {
    const viewer = sql`select ${userId}::text as user_id, ${lpid}::text as lpid, ${paywalls}::integer as counted`
    await sql`with ${sql.join(countForExperiments('paywalls', viewer))} ${insert}`.execute(trx)
  }
}

const playMarks: Partial<Record<ReportedEvent['event'], PlayMark>> = {
  episode_start: 'start',
  episode_complete: 'complete'
}
const quartiles = { 25: 'q25', 50: 'q50', 75: 'q75' } as const

/** `proof` is the milestone that the server must have counted before the postback is sent. */
export function toPayload(
  { event, props: { drama_id, episode_no, quartile, price } }: ReportedEvent,
  { at, isTest, order }: { at: Date; isTest: boolean; order: CheckoutOrder | undefined }
): PostbackPayload {
  const isQuartile = event === 'episode_quartile' && quartile !== undefined
  const mark = isQuartile ? quartiles[quartile] : playMarks[event]
  const isPlay = mark !== undefined && drama_id !== undefined && episode_no !== undefined
  const proof = isPlay ? { mark, episode_id: toEpisodeId(drama_id, episode_no) } : undefined
  const place = { at: at.getTime(), drama_id, episode_no, quartile, price, proof }
  if (order === undefined) return { ...place, is_test: isTest }
  const { order_no, currency, is_test } = order
  return { ...place, order_no, value: Number(order.amount), currency, is_test }
}

const PAYWALL_ATTRIBUTION_MS = 86_400_000

export async function findLastPaywall(
  trx: Transaction<Database>,
  userId: string,
  now: Date
): Promise<{ drama_id: string | null; episode_no: number | null }> {
  const row = await trx
    .selectFrom('collected_events')
    .select(['drama_id', 'episode_no'])
    .where('user_id', '=', userId)
    .where('event', '=', 'paywall')
    .where('at', '>', new Date(now.getTime() - PAYWALL_ATTRIBUTION_MS))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { drama_id: null, episode_no: null }
}
