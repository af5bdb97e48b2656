// Lines of the outbox that wait: what happened is spread to the postbacks that want it, and those are taken to be sent.
import { type Kysely, sql } from 'kysely'
import type { PostbackRow } from '../../db/schema/partner-tables.js'
import type { Database } from '../../db/schema/schema.js'
import type { OutboxRow } from '../../db/schema/store-tables.js'
import { transaction } from '../../db/transaction.js'

const QUEUE_BATCH = 500
const TAKEN_AT_ONCE = 40
/** One address that is slow keeps no more of them waiting. */
const TAKEN_OF_ONE = 5
/** How long what was taken is left to who took it, in ms; a call ends long before. */
const LEASE_MS = 60_000

/** Writes a line for every postback that was there when something happened; gives how much was looked at. */
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

/** A line with where it goes. */
export type Delivery = OutboxRow & Pick<PostbackRow, 'url' | 'method' | 'secret'>

/** Takes lines that are due and that no other server has; whoever dies with them has them taken again. */
export function leaseDue(db: Kysely<Database>, now: Date): Promise<Delivery[]> {
  const until = new Date(now.getTime() + LEASE_MS)
  return transaction(db, async trx => {
    const { rows } = await sql<Delivery>`update event_outbox set attempts = attempts + 1, leased_until = ${until}
      from (
        select due.*, target.url, target.method, target.secret from campaign_postbacks target
        cross join lateral (
          select id from event_outbox
          where postback_id = target.id and status = 'waiting' and next_at <= ${now}
            and (leased_until is null or leased_until <= ${now})
          order by next_at limit ${TAKEN_OF_ONE} for update skip locked
        ) due
        where target.removed_at is null
        limit ${TAKEN_AT_ONCE}
      ) taken
      where event_outbox.id = taken.id
      returning event_outbox.*, taken.url, taken.method, taken.secret`.execute(trx)
    return rows
  })
}

/** Writes down what became of a line, unless somebody else has it by now. */
export async function finish(
  db: Kysely<Database>,
  { id, attempts, leased_until }: OutboxRow,
  after: Partial<Pick<OutboxRow, 'status' | 'attempts' | 'next_at' | 'last_response' | 'delivered_at'>>
): Promise<void> {
  await db
    .updateTable('event_outbox')
    .set({ ...after, leased_until: null })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('attempts', '=', attempts)
    .where('leased_until', '=', leased_until ?? new Date(0))
    .execute()
}
