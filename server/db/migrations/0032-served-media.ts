import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table served_media (
    owner text not null,
    asset text not null,
    ticket text not null,
    segments integer[] not null,
    seconds double precision[] not null check (cardinality(seconds) = cardinality(segments)),
    counted_s double precision not null default 0 check (counted_s >= 0),
    served_at timestamptz not null default now(),
    primary key (owner, asset, ticket)
  )`.execute(db)
  await sql`create index served_media_age on served_media using brin (served_at)`.execute(db)
}
