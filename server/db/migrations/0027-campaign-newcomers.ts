import { type Kysely, sql } from 'kysely'

/** `returned_1` and `returned_7` are null until that day is over and counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table campaign_newcomers (
    user_id text not null,
    lpid text not null,
    first_at timestamptz not null,
    utm_source text not null,
    country text not null,
    returned_1 boolean,
    returned_7 boolean,
    primary key (user_id, lpid)
  )`.execute(db)
  await sql`insert into campaign_newcomers (user_id, lpid, first_at, utm_source, country)
    select distinct on (user_id, lpid) user_id, lpid, created_at, utm_source, country
    from visits where lpid is not null and not is_test order by user_id, lpid, created_at, id`.execute(db)
  await sql`create index campaign_newcomers_by_time on campaign_newcomers (lpid, first_at)
    include (utm_source, country, returned_1, returned_7)`.execute(db)
  for (const column of ['returned_1', 'returned_7']) {
    await sql`create index ${sql.ref(`campaign_newcomers_${column}`)} on campaign_newcomers (first_at)
      where ${sql.ref(column)} is null`.execute(db)
  }
  await sql`create function record_newcomer() returns trigger language plpgsql as $$
    begin
      insert into campaign_newcomers (user_id, lpid, first_at, utm_source, country)
        values (new.user_id, new.lpid, new.created_at, new.utm_source, new.country)
        on conflict (user_id, lpid) do nothing;
      return null;
    end $$`.execute(db)
  await sql`create trigger visits_of_newcomers after insert on visits
    for each row when (new.lpid is not null and not new.is_test) execute function record_newcomer()`.execute(db)
  await sql`create function update_newcomer_source() returns trigger language plpgsql as $$
    begin
      update campaign_newcomers set utm_source = new.utm_source, country = new.country
        where user_id = new.user_id and lpid = new.lpid and first_at = new.created_at;
      return null;
    end $$`.execute(db)
  await sql`create trigger visits_source_of_newcomers after update of utm_source, country on visits
    for each row when (new.lpid is not null) execute function update_newcomer_source()`.execute(db)
}
