import { type Kysely, sql } from 'kysely'

/** Who has scheduled the publication, for the audit log: another member may edit the drama meanwhile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table drama_edits add column scheduled_by text`.execute(db)
}
