import { type Kysely, sql } from 'kysely'

/** Facts of a test visit are test facts. A test never makes a later real visit or milestone count less. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table visits
    add column is_test boolean not null default false,
    add column event_id text,
    add column pixel_ids jsonb not null default '{}' check (jsonb_typeof(pixel_ids) = 'object')`.execute(db)
  await sql`alter table play_marks add column is_test boolean not null default false`.execute(db)
  await sql`alter table unlocks add column is_test_visit boolean not null default false`.execute(db)
  await sql
    .raw(`create or replace function report_visit() returns trigger language plpgsql as $$
      begin
        insert into report_facts (lpid, at, is_test, kind) values (new.lpid, new.created_at, new.is_test,
          case when exists (
            select 1 from visits
            where user_id = new.user_id and lpid = new.lpid and id <> new.id and (new.is_test or not is_test)
          ) then 'visit' else 'first_visit' end);
        return null;
      end $$`)
    .execute(db)
  await sql
    .raw(`create or replace function report_unlock() returns trigger language plpgsql as $$
      begin
        insert into report_facts (lpid, at, kind, drama_id, episode_no, is_test, coins)
          values (new.lpid, new.created_at, 'unlock', new.drama_id, new.episode_no, new.is_test_visit,
            new.coins_paid + new.bonus_paid);
        return null;
      end $$`)
    .execute(db)
}
