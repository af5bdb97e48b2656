import { type Kysely, sql } from 'kysely'

/**
 * `drama_edits` keeps what operators change of a drama's package. `drama_entries` lists all dramas for them, and drafts,
 * which have no row in `dramas` before their first film. Triggers write it, but for `names`, the folded words of a search.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table drama_edits (
    drama_id text primary key,
    version integer not null check (version >= 1),
    fields jsonb not null,
    is_draft boolean not null default false,
    needs_texts boolean not null default false,
    publish_at timestamptz,
    created_at timestamptz not null,
    created_by text not null,
    updated_at timestamptz not null,
    updated_by text not null
  )`.execute(db)
  await sql`create index drama_edits_due on drama_edits (publish_at) where publish_at is not null`.execute(db)
  await createEntries(db)
  await createTriggers(db)
  await sql`insert into drama_entries (drama_id, state, play_count, updated_at)
    select id, status, play_count, updated_at from dramas`.execute(db)
}

async function createEntries(db: Kysely<unknown>): Promise<void> {
  await sql`create table drama_entries (
    drama_id text primary key,
    state text not null check (state in ('online', 'offline', 'draft')),
    publish_at timestamptz,
    needs_texts boolean not null default false,
    play_count bigint not null,
    updated_at timestamptz not null,
    names tsvector,
    names_version integer not null default 0
  )`.execute(db)
  await sql`create index drama_entries_updated on drama_entries (updated_at, drama_id)`.execute(db)
  await sql`create index drama_entries_played on drama_entries (play_count, drama_id)`.execute(db)
  await sql`create index drama_entries_state_id on drama_entries (state, drama_id)`.execute(db)
  await sql`create index drama_entries_state_updated on drama_entries (state, updated_at, drama_id)`.execute(db)
  await sql`create index drama_entries_state_played on drama_entries (state, play_count, drama_id)`.execute(db)
  await sql`create index drama_entries_scheduled on drama_entries (publish_at, drama_id)
    where publish_at is not null`.execute(db)
  await sql`create index drama_entries_texts on drama_entries (updated_at, drama_id) where needs_texts`.execute(db)
  await sql`create index drama_entries_names on drama_entries using gin (names)`.execute(db)
  await sql`create index drama_entries_unnamed on drama_entries (names_version)`.execute(db)
}

async function createTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`create function refresh_drama_entry(id text, renamed boolean) returns void language plpgsql as $$
    begin
      insert into drama_entries (drama_id, state, publish_at, needs_texts, play_count, updated_at)
        select wanted.id,
          case when dramas.status = 'online' then 'online' when coalesce(edits.is_draft, false) then 'draft' else 'offline' end,
          edits.publish_at, coalesce(edits.needs_texts, false), coalesce(dramas.play_count, 0),
          greatest(dramas.updated_at, edits.updated_at)
        from (select refresh_drama_entry.id as id) as wanted
        left join dramas on dramas.id = wanted.id
        left join drama_edits as edits on edits.drama_id = wanted.id
        where dramas.id is not null or edits.drama_id is not null
      on conflict (drama_id) do update set state = excluded.state, publish_at = excluded.publish_at,
        needs_texts = excluded.needs_texts, play_count = excluded.play_count, updated_at = excluded.updated_at,
        names_version = case when renamed then 0 else drama_entries.names_version end;
      if not found then
        delete from drama_entries where drama_id = refresh_drama_entry.id;
      end if;
    end $$`.execute(db)
  await sql`create function list_drama() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        perform refresh_drama_entry(old.id, false);
      else
        perform refresh_drama_entry(new.id, tg_op = 'INSERT' or old.title is distinct from new.title);
      end if;
      return null;
    end $$`.execute(db)
  await sql`create function list_drama_edits() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        perform refresh_drama_entry(old.drama_id, true);
      else
        perform refresh_drama_entry(new.drama_id, true);
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger dramas_listed after insert or delete or update of status, title, play_count, updated_at
    on dramas for each row execute function list_drama()`.execute(db)
  await sql`create trigger drama_edits_listed after insert or update or delete on drama_edits
    for each row execute function list_drama_edits()`.execute(db)
}
