import type { Insertable, Transaction } from 'kysely'
import type { ReportedEvent } from '../../../contract/event.js'
import type { FactKind, PlayMark } from '../../db/schema/partner-tables.js'
import type { Database } from '../../db/schema/schema.js'
import { episodeIdOf } from '../catalogue/package/package-writes.js'

/** Keeps events that this user has not told before; gives their ids. */
export async function insertNewEvents(
  trx: Transaction<Database>,
  rows: Insertable<Database['collected_events']>[]
): Promise<string[]> {
  if (rows.length === 0) return []
  const kept = await trx
    .insertInto('collected_events')
    // In one order, so that two requests with the same events wait for each other and do not lock each other.
    .values(rows.toSorted((one, other) => (one.event_id < other.event_id ? -1 : 1)))
    .onConflict(conflict => conflict.columns(['user_id', 'event_id']).doNothing())
    .returning('event_id')
    .execute()
  return kept.map(({ event_id }) => event_id)
}

interface EventSource {
  userId: string
  lpid: string
  now: Date
}

/**
 * Counts what only a browser can know, and hands on what the campaign wants to be told. Plays are counted by their beats,
 * orders by the books: of those the browser's event is only told on.
 */
export async function queuePostbacks(
  trx: Transaction<Database>,
  { userId, lpid, now }: EventSource,
  events: readonly ReportedEvent[],
  timeOf: (at: number) => Date
): Promise<void> {
  const counted: Partial<Record<ReportedEvent['event'], FactKind>> = { view_content: 'view', paywall: 'paywall' }
  const facts = events.flatMap(({ event, at, props: { drama_id = '', episode_no = 0 } }) => {
    const kind = counted[event]
    const place = { drama_id, episode_no: event === 'view_content' ? 0 : episode_no }
    return kind === undefined ? [] : [{ lpid, kind, at: timeOf(at), ...place }]
  })
  if (facts.length > 0) await trx.insertInto('report_facts').values(facts).execute()
  const wanted = await trx
    .selectFrom('campaign_postbacks')
    .select('event')
    .distinct()
    .where('lpid', '=', lpid)
    .where('removed_at', 'is', null)
    .execute()
  const told = events.filter(({ event }) => wanted.some(one => one.event === event))
  if (told.length === 0) return
  await trx
    .insertInto('event_outbox')
    .values(
      told.map(event => ({
        event: event.event,
        event_id: event.event_id,
        user_id: userId,
        lpid,
        status: 'waiting' as const,
        payload: JSON.stringify(payloadOf(event, timeOf(event.at))),
        next_at: now,
        created_at: now
      }))
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

const marks: Partial<Record<ReportedEvent['event'], PlayMark>> = {
  episode_start: 'start',
  episode_complete: 'complete'
}
const quartiles = { 25: 'q25', 50: 'q50', 75: 'q75' } as const

/** `proof` is what the server must have seen before this is told to anybody. */
function payloadOf({ event, props: { drama_id, episode_no, quartile, price } }: ReportedEvent, at: Date): object {
  const isQuartile = event === 'episode_quartile' && quartile !== undefined
  const mark = isQuartile ? quartiles[quartile] : marks[event]
  const isPlay = mark !== undefined && drama_id !== undefined && episode_no !== undefined
  const proof = isPlay ? { mark, episode_id: episodeIdOf(drama_id, episode_no) } : undefined
  return { at: at.getTime(), drama_id, episode_no, quartile, price, proof }
}

/** How long a paywall is remembered as what led to an order, in ms. */
const ATTRIBUTION_MS = 86_400_000

/** Where a viewer last met a lock, which is what an order is counted for. */
export async function lastPaywall(
  trx: Transaction<Database>,
  userId: string,
  now: Date
): Promise<{ drama_id: string | null; episode_no: number | null }> {
  const row = await trx
    .selectFrom('collected_events')
    .select(['drama_id', 'episode_no'])
    .where('user_id', '=', userId)
    .where('event', '=', 'paywall')
    .where('at', '>', new Date(now.getTime() - ATTRIBUTION_MS))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { drama_id: null, episode_no: null }
}
