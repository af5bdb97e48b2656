import { type Kysely, sql } from 'kysely'

/** Of a drama that was created in the console nobody has chosen what its package says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table drama_edits add column began_as_draft boolean not null default false`.execute(db)
  await sql`update drama_edits set began_as_draft = true
    where is_draft or drama_id in (select subject from operator_log where action = 'drama_create')`.execute(db)
}
