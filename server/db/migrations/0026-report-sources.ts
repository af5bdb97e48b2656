import { type Kysely, sql } from 'kysely'
import { sourceRules } from './0026-source-rules.js'

export async function up(db: Kysely<unknown>): Promise<void> {
  await addSources(db)
  await createSourceRollups(db)
  for (const rule of sourceRules) await sql.raw(rule).execute(db)
}

/** `source_counted` says that a report has counted the visit for its source. */
async function addSources(db: Kysely<unknown>): Promise<void> {
  for (const table of ['visits', 'orders', 'report_facts']) {
    await sql`alter table ${sql.table(table)}
      add column utm_source text not null default '' check (length(utm_source) <= 64),
      add column country text not null default '' check (country ~ '^([A-Z]{2})?$')`.execute(db)
  }
  await sql`alter table visits add column source_counted boolean not null default false`.execute(db)
  await sql`create table utm_sources (
    lpid text not null,
    utm_source text not null,
    first_day date not null,
    last_day date not null,
    primary key (lpid, utm_source)
  )`.execute(db)
}

/**
 * Has only what was counted with a source, so that older rollups and those of an older version stay complete: the rest
 * belongs to no source.
 */
async function createSourceRollups(db: Kysely<unknown>): Promise<void> {
  const counts = [
    'visits',
    'new_visitors',
    'views',
    'starts',
    'q25',
    'q50',
    'q75',
    'completes',
    'paywalls',
    'unlocks',
    'unlock_coins',
    'checkouts',
    'purchases',
    'coins_sold',
    'revenue',
    'refunds',
    'refunded'
  ]
  const columns = sql.raw(counts.map(name => `${name} bigint not null default 0`).join(', '))
  await sql`create table report_source_rollups (
    grain text not null,
    lpid text not null,
    bucket integer not null,
    drama_id text not null,
    episode_no integer not null,
    utm_source text not null,
    country text not null,
    currency text not null,
    is_test boolean not null,
    ${columns},
    primary key (grain, lpid, bucket, drama_id, episode_no, utm_source, country, currency, is_test)
  ) partition by list (grain)`.execute(db)
  const periods = ['hour', 'campaign_day', 'day', 'span']
  const single = ['utm', 'country'].flatMap(source => periods.map(period => `${source}_${period}`))
  for (const grain of ['slot', 'pair_day', 'pair_span', ...single]) {
    await sql`create table ${sql.table(`report_source_${grain}s`)} partition of report_source_rollups
      for values in (${sql.lit(grain)})`.execute(db)
  }
}
