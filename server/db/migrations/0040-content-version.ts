import { type Kysely, sql } from 'kysely'

/**
 * `content_version` changes with every transaction that changes what operators publish. The triggers run when the
 * transaction commits, so that its row is locked for that moment only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content_version (
    is_single boolean primary key default true check (is_single),
    version uuid not null
  )`.execute(db)
  await sql`create function change_content_version() returns trigger language plpgsql as $$
    begin
      if coalesce(current_setting('drama.content_version', true), '') <> 'changed' then
        insert into content_version (version) values (gen_random_uuid())
          on conflict (is_single) do update set version = excluded.version;
        perform set_config('drama.content_version', 'changed', true);
      end if;
      return null;
    end $$`.execute(db)
  for (const table of ['dramas', 'episodes', 'labels', 'drama_labels', 'search_documents', 'campaigns', 'products']) {
    await addTrigger(db, table, 'added', sql`insert or delete`, sql``)
    await addTrigger(db, table, 'edited', sql`update`, whenChanged(table))
  }
}

/** Viewers change `favorite_count`, too, so those who read it read it from the table. */
const whenChanged = (table: string) =>
  table === 'dramas'
    ? sql`when (to_jsonb(old) - 'favorite_count' is distinct from to_jsonb(new) - 'favorite_count')`
    : sql`when (old is distinct from new)`

async function addTrigger(
  db: Kysely<unknown>,
  table: string,
  name: string,
  events: ReturnType<typeof sql>,
  condition: ReturnType<typeof sql>
): Promise<void> {
  await sql`create constraint trigger ${sql.ref(`content_${name}`)} after ${events} on ${sql.table(table)}
    deferrable initially deferred for each row ${condition} execute function change_content_version()`.execute(db)
}
