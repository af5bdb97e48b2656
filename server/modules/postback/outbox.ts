// An outbox row without `postback_id` is an event. `queueDeliveries` copies it for each postback and ad network, and
// `leaseDue` and `leaseDueConversions` take the copies.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { PostbackRow } from '../../db/schema/partner-tables.js'
import type { Database } from '../../db/schema/schema.js'
import type { OutboxRow } from '../../db/schema/store-tables.js'
import { transaction } from '../../db/transaction.js'
import { networkEventNames } from './conversion/network-events.js'
import type { ConversionDelivery } from './conversion/send-conversion.js'

const QUEUE_BATCH = 500
const LEASE_BATCH = 40
/** Limits a slow URL, so that other postbacks are not delayed. */
const MAX_LEASED_PER_POSTBACK = 5
/** Much longer than a call, so that a lease ends only if its server has died. */
const LEASE_MS = 60_000

/**
 * Queues only for postbacks and networks that existed when the event happened. Networks get no test without a test code,
 * and no purchase again when its money returns, which has a number after its id. Returns the number of events.
 */
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
    ), converted as (
      insert into event_outbox (event, event_id, postback_id, user_id, lpid, payload, status, next_at, created_at)
      select taken.event, taken.event_id, wanted.id, taken.user_id, taken.lpid, taken.payload, 'waiting',
        ${now}::timestamptz, taken.created_at
      from taken join campaign_conversions wanted on wanted.lpid = taken.lpid
        and wanted.removed_at is null and wanted.created_at <= taken.created_at
        and (wanted.test_code is not null or not coalesce((taken.payload ->> 'is_test')::boolean, false))
      where taken.event in (${sql.join(networkEventNames)}) and strpos(taken.event_id, ':') = 0
      on conflict do nothing
    )
    select count(*) as taken from taken`.execute(db)
  return Number(rows[0]?.taken)
}

export type Delivery = OutboxRow & Pick<PostbackRow, 'url' | 'method' | 'secret'>

export function leaseDue(db: Kysely<Database>, now: Date): Promise<Delivery[]> {
  return lease<Delivery>(db, now, {
    targets: sql`campaign_postbacks`,
    taken: ['url', 'method', 'secret']
  })
}

export function leaseDueConversions(db: Kysely<Database>, now: Date): Promise<ConversionDelivery[]> {
  return lease<ConversionDelivery>(db, now, {
    targets: sql`(
      select campaign_conversions.*, campaigns.pixel_hint ->> (network || '_id') as pixel_id
      from campaign_conversions join campaigns on campaigns.lpid = campaign_conversions.lpid
    )`,
    taken: ['network', 'token', 'test_code', 'pixel_id']
  })
}

interface Lease {
  /** Has `id`, `removed_at` and the columns of `taken`. */
  targets: RawBuilder<unknown>
  taken: readonly string[]
}

function lease<Row>(db: Kysely<Database>, now: Date, { targets, taken }: Lease): Promise<Row[]> {
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  const columnsOf = (table: string) => sql.join(taken.map(name => sql.ref(`${table}.${name}`)))
  return transaction(db, async trx => {
    const { rows } = await sql<Row>`update event_outbox set attempts = attempts + 1, leased_until = ${leasedUntil}
      from (
        select due.*, ${columnsOf('target')} from ${targets} target
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
      returning event_outbox.*, ${columnsOf('taken')}`.execute(trx)
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
