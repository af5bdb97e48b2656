import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { PostbackEvent } from '../../../contract/event.js'
import type { Database } from '../../db/schema/schema.js'
import { networkEventNames } from './conversion/network-events.js'
import type { PostbackPayload } from './payload.js'

export interface WantedEvent {
  event: PostbackEvent
  event_id: string
  lpid: string
  payload: PostbackPayload
}

/**
 * Queues the events that a postback or an ad network of the campaign wants. Call it in the transaction of what happened;
 * a known event id is queued once.
 */
export async function queueWantedEvents(
  trx: Transaction<Database>,
  { userId, now }: { userId: string; now: Date },
  events: readonly WantedEvent[]
): Promise<void> {
  if (events.length === 0) return
  const owner = sql`(select ${userId}::text as id) as owner`
  await insertWantedEvents(owner, now, events).execute(trx)
}

/** Writes the events once for each row of `owner (id)`, the user. */
export const insertWantedEvents = (owner: RawBuilder<unknown>, now: Date, events: readonly WantedEvent[]) =>
  sql`insert into event_outbox (event, event_id, user_id, lpid, payload, status, next_at, created_at)
    select happened.event, happened.event_id, owner.id, happened.lpid, happened.payload, 'waiting',
      ${now}::timestamptz, ${now}::timestamptz
    from ${owner}, jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as happened (event text, event_id text, lpid text, payload jsonb)
    where exists (
      select 1 from campaign_postbacks
      where campaign_postbacks.lpid = happened.lpid and campaign_postbacks.event = happened.event and removed_at is null
    ) or (happened.event in (${sql.join(networkEventNames)}) and exists (
      select 1 from campaign_conversions where campaign_conversions.lpid = happened.lpid and removed_at is null
    ))
    on conflict do nothing`
