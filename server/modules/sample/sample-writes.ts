import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import {
  SAMPLE_ID_PREFIX,
  type SampleCheckout,
  type SampleFact,
  type SampleVisit,
  type SampleVisitor
} from './sample-visits.js'

const BATCH_ROWS = 500

/** Other statements of a running server get their turn between the batches. */
async function inBatches<Row>(rows: readonly Row[], write: (batch: readonly Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH_ROWS) await write(rows.slice(start, start + BATCH_ROWS))
}

export const insertVisitors = (db: Kysely<Database>, visitors: readonly SampleVisitor[]): Promise<void> =>
  inBatches(visitors, batch =>
    db
      .insertInto('users')
      .values(
        batch.map(({ id, lpid, locale, createdAt, lastVisitAt }) => ({
          id,
          kind: 'visitor' as const,
          nickname: `Sample ${id.slice(SAMPLE_ID_PREFIX.length)}`,
          avatar_url: null,
          locale,
          first_lpid: lpid,
          last_lpid: lpid,
          last_lpid_at: lpid === null ? null : lastVisitAt,
          created_at: createdAt
        }))
      )
      .execute()
  )

export const insertVisits = (db: Kysely<Database>, visits: readonly SampleVisit[]): Promise<void> =>
  inBatches(visits, batch =>
    db
      .insertInto('visits')
      .values(
        batch.map(({ id, visitor, isKnown, source, country, at }) => ({
          user_id: visitor.id,
          id,
          lpid: visitor.lpid,
          known: isKnown,
          device_id: toDeviceId(visitor),
          consent: null,
          landing_url: source === '' ? 'https://example.com/' : `https://example.com/?utm_source=${source}`,
          referrer_host: null,
          click_ids: '{}',
          utm: JSON.stringify(source === '' ? {} : { source }),
          utm_source: source,
          country,
          user_agent: 'Mozilla/5.0 (Linux; Android 16) Sample',
          created_at: at
        }))
      )
      .execute()
  )

export const toDeviceId = ({ id }: Pick<SampleVisitor, 'id'>) => `device_${id}`

export const insertFacts = (db: Kysely<Database>, facts: readonly SampleFact[]): Promise<void> =>
  inBatches(facts, batch =>
    sql`insert into report_facts (lpid, at, kind, drama_id, episode_no, utm_source, country)
      select lpid, at, kind, drama_id, episode_no, utm_source, country
      from jsonb_to_recordset(${JSON.stringify(batch.map(({ visitor: _, ...fact }) => fact))}::jsonb) as fact (lpid text, at timestamptz, kind text,
        drama_id text, episode_no integer, utm_source text, country text)`.execute(db)
  )

/** Orders are of the episode whose paywall the viewer saw last. */
export const insertPaywalls = (db: Kysely<Database>, checkouts: readonly SampleCheckout[]): Promise<void> =>
  inBatches(checkouts, batch =>
    db
      .insertInto('collected_events')
      .values(
        batch.map(({ visitor, drama, episodeNo, at }, index) => ({
          user_id: visitor.id,
          event_id: `${SAMPLE_ID_PREFIX}paywall_${at.getTime()}_${index}`,
          event: 'paywall' as const,
          lpid: visitor.lpid,
          drama_id: drama.id,
          episode_no: episodeNo,
          at,
          received_at: at
        }))
      )
      .execute()
  )

const SAMPLE_POSTBACKS = [
  ['noiva-outono', 'https://ads.example.com/postback?click={event_id}'],
  ['serie-da-semana', 'https://litoral.example.com/conversions?order={order_no}']
] as const

/**
 * Adds addresses of partners and says what they answered, so that nothing is sent for the sample: the one of the changed
 * campaign answers 410 since the change, and one call of forty never got an answer.
 */
export function writeDeliveries(
  db: Kysely<Database>,
  { since, changedAt, changedLpid, secret }: { since: Date; changedAt: Date; changedLpid: string; secret: string }
): Promise<void> {
  return transaction(db, async trx => {
    // The delivery job would otherwise send what waits.
    await sql`update event_outbox set status = 'spread'
      where postback_id = '' and status = 'waiting' and starts_with(user_id, ${SAMPLE_ID_PREFIX})`.execute(trx)
    await insertPostbacks(trx, since, secret)
    await sql`insert into event_outbox (event, event_id, postback_id, user_id, lpid, payload, status, attempts, next_at,
        last_response, delivered_at, created_at)
      select happened.event, happened.event_id, receiver.id, happened.user_id, happened.lpid, happened.payload,
        case when is_gone or is_lost then 'failed' else 'delivered' end, case when is_gone or is_lost then 7 else 1 end,
        case when is_gone then greatest(happened.created_at, now() - interval '2 hours') else happened.created_at end,
        case when is_gone then '410 Gone' when is_lost then 'no answer in time' else '200 OK' end,
        case when is_gone or is_lost then null else happened.created_at + interval '2 seconds' end, happened.created_at
      from event_outbox happened
      join campaign_postbacks receiver on receiver.lpid = happened.lpid and receiver.event = happened.event
        and starts_with(receiver.id, ${POSTBACK_ID_PREFIX})
      cross join lateral (
        select happened.lpid = ${changedLpid} and happened.created_at >= ${changedAt}::timestamptz as is_gone,
          abs(hashtext(happened.event_id)) % 40 = 0 as is_lost
      ) as fate
      where happened.postback_id = '' and starts_with(happened.user_id, ${SAMPLE_ID_PREFIX})
      on conflict do nothing`.execute(trx)
  })
}

const POSTBACK_ID_PREFIX = `pb_${SAMPLE_ID_PREFIX}`

async function insertPostbacks(db: Kysely<Database>, createdAt: Date, secret: string): Promise<void> {
  const rows = await db.selectFrom('campaigns').select('lpid').execute()
  const known = new Set(rows.map(({ lpid }) => lpid))
  const values = SAMPLE_POSTBACKS.filter(([lpid]) => known.has(lpid)).map(([lpid, url]) => ({
    id: `${POSTBACK_ID_PREFIX}${lpid}`,
    lpid,
    event: 'purchase' as const,
    url,
    method: 'GET' as const,
    secret,
    created_at: createdAt
  }))
  if (values.length > 0) await db.insertInto('campaign_postbacks').values(values).execute()
}
