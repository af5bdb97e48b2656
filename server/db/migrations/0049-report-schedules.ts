import { type Kysely, sql } from 'kysely'
import { createIndexes, type LargeIndex } from '../large-index.js'

export const indexes: readonly LargeIndex[] = [
  {
    name: 'event_outbox_failed_of_campaign',
    table: 'event_outbox',
    rows: "(lpid, created_at, id) where postback_id <> '' and status = 'failed'"
  }
]

/**
 * Reports by e-mail. `next_at` is when the next one is due, `try_at` when it is tried, which is later after a failure.
 * A mail is `sending` before it is handed over: if its server dies then, it is not sent twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table report_schedules (
    id text primary key,
    partner_id text not null references partners (id),
    lpid text,
    recipients jsonb not null,
    frequency text not null check (frequency in ('daily', 'weekly')),
    weekday integer check (weekday between 1 and 7),
    hour integer not null check (hour between 0 and 23),
    timezone text not null,
    lang text not null,
    created_at timestamptz not null,
    created_by text not null,
    next_at timestamptz not null,
    try_at timestamptz not null,
    attempts integer not null default 0,
    leased_until timestamptz,
    last_problem text,
    check ((frequency = 'weekly') = (weekday is not null))
  )`.execute(db)
  await sql`create index report_schedules_due on report_schedules (try_at)`.execute(db)
  await sql`create index report_schedules_of_partner on report_schedules (partner_id, created_at, id)`.execute(db)
  await sql`create table report_mails (
    schedule_id text not null references report_schedules (id) on delete cascade,
    period text not null,
    recipient text not null,
    status text not null check (status in ('sending', 'sent', 'failed')),
    at timestamptz not null,
    primary key (schedule_id, period, recipient)
  )`.execute(db)
  await createIndexes(db, indexes)
}
