import { type Kysely, sql } from 'kysely'

/** Entries of one action, newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index operator_log_of_action on operator_log (action, created_at, id)`.execute(db)
}
