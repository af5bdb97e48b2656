// An outbox row without `postback_id` is an event. `queueDeliveries` copies it for each postback, and `leaseDue` takes
// the copies.
import { type Kysely, sql } from 'kysely'
import type { PostbackRow } from '../../db/schema/partner-tables.js'
import type { Database } from '../../db/schema/schema.js'
import type { OutboxRow } from '../../db/schema/store-tables.js'
import { transaction } from '../../db/transaction.js'

const QUEUE_BATCH = 500
const LEASE_BATCH = 40
/** Limits a slow URL, so that other postbacks are not delayed. */
const MAX_LEASED_PER_POSTBACK = 5
/** Much longer than a call, so that a lease ends only if its server has died. */
const LEASE_MS = 60_000

/** Queues only for postbacks that existed when the event happened. Returns the number of events. */
export async function queueDeliveries(db: Kysely<Database>, now: Date): Promise<number> {
  const { rows } = await sql<{ taken: string }>`with taken as (
      update event_outbox set status = 'spread' where (event, event_id) in (
        select event, event_id from event_outbox where postback_id = '' and status = 'waiting'
        order by next_at limit ${QUEUE_BATCH} for update skip locked
      ) and postback_id = '' returning *
    ), spread as (
      insert into event_outbox (event, event_id, postback_id, user_id, lpid, payload, status, next_at, created_at)
      select taken.event, taken.event_id, wanted.id, taken.user_id, taken.lpid, taken.payload, 'waiting',
        ${now}::timestamptz, taken.created_at
      from taken join campaign_postbacks wanted on wanted.lpid = taken.lpid and wanted.event = taken.event
        and wanted.removed_at is null and wanted.created_at <= taken.created_at
      on conflict do nothing
    )
    select count(*) as taken from taken`.execute(db)
  return Number(rows[0]?.taken)
}

export type Delivery = OutboxRow & Pick<PostbackRow, 'url' | 'method' | 'secret'>

export function leaseDue(db: Kysely<Database>, now: Date): Promise<Delivery[]> {
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  return transaction(db, async trx => {
    const { rows } = await sql<Delivery>`update event_outbox set attempts = attempts + 1, leased_until = ${leasedUntil}
      from (
        select due.*, target.url, target.method, target.secret from campaign_postbacks target
        cross join lateral (
          select id from event_outbox
          where postback_id = target.id and status = 'waiting' and next_at <= ${now}
            and (leased_until is null or leased_until <= ${now})
          order by next_at limit ${MAX_LEASED_PER_POSTBACK} for update skip locked
        ) due
        where target.removed_at is null
        limit ${LEASE_BATCH}
      ) taken
      where event_outbox.id = taken.id
      returning event_outbox.*, taken.url, taken.method, taken.secret`.execute(trx)
    return rows
  })
}

/** Does nothing if another server has leased the row since. */
export async function finishDelivery(
  db: Kysely<Database>,
  { id, attempts, leased_until }: OutboxRow,
  changes: Partial<Pick<OutboxRow, 'status' | 'attempts' | 'next_at' | 'last_response' | 'delivered_at'>>
): Promise<void> {
  await db
    .updateTable('event_outbox')
    .set({ ...changes, leased_until: null })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('attempts', '=', attempts)
    .where('leased_until', '=', leased_until ?? new Date(0))
    .execute()
}
