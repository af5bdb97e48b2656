import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index dramas_editors on dramas (status, sort, id)`.execute(db)
  await sql`create index dramas_hot on dramas (status, play_count, id)`.execute(db)
  await sql`create index dramas_new on dramas (status, online_at, id)`.execute(db)
  await sql`create index dramas_finished on dramas (status, is_finished, play_count, id)`.execute(db)
  await sql`create index dramas_kept on dramas (status, favorite_count, id)`.execute(db)

  // Copies the sort columns of dramas, so that a list of one label reads only the rows that it shows.
  await sql`alter table drama_labels add column play_count bigint not null default 0`.execute(db)
  await sql`alter table drama_labels add column online_at timestamptz not null default 'epoch'`.execute(db)
  await sql`alter table drama_labels add column is_finished boolean not null default false`.execute(db)
  await sql`update drama_labels
    set play_count = dramas.play_count, online_at = dramas.online_at, is_finished = dramas.is_finished
    from dramas where dramas.id = drama_labels.drama_id`.execute(db)
  await sql`create index drama_labels_hot on drama_labels (label_id, play_count, drama_id)`.execute(db)
  await sql`create index drama_labels_new on drama_labels (label_id, online_at, drama_id)`.execute(db)
  await sql`create index drama_labels_finished on drama_labels (label_id, is_finished, play_count, drama_id)`.execute(
    db
  )
  await sql`create index drama_labels_drama on drama_labels (drama_id)`.execute(db)

  await sql`create table labels (
    id text primary key,
    title jsonb not null,
    drama_count integer not null check (drama_count >= 0)
  )`.execute(db)
  await sql`insert into labels (id, title, drama_count)
    select counted.label_id, (
      select label -> 'title'
      from dramas, jsonb_array_elements(dramas.tags || jsonb_build_array(dramas.category)) as label
      where dramas.id = counted.drama_id and label ->> 'id' = counted.label_id
      limit 1
    ), counted.drama_count
    from (
      select label_id, min(drama_id) as drama_id, count(*) as drama_count
      from drama_labels
      where exists (select 1 from dramas where dramas.id = drama_labels.drama_id)
      group by label_id
    ) as counted`.execute(db)
  await sql`create index labels_frequent on labels (drama_count, id)`.execute(db)
}
