import { type Kysely, sql } from 'kysely'

/** `earlier_s` is the sum of `played_s` of the user's beats that were deleted. A constant default rewrites no rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table watch_clocks add column earlier_s double precision not null default 0`.execute(db)
}
